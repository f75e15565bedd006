import Type from 'typebox'
import {
  aggregate,
  column,
  count,
  equals,
  peopleOf,
  shownLabel,
  text,
  where,
  type MetricDefinition,
} from '../../contract/index.js'
import { atStart, ofPerson, startedSessions } from './starts.js'

const params = Type.Object({
  property: Type.String({
    minLength: 1,
    maxLength: 1000,
    default: 'device_type',
    description:
      'A column (`device_type`), a property (`properties.plan`, or just `plan`) or a `trait:<name>`',
  }),
})

const shown = shownLabel(column('label'))

/** Values of a property in the first events of sessions, ranked by number of sessions that started in the range. */
export const topSessions: MetricDefinition<typeof params> = {
  key: 'top_sessions',
  title: 'Sessions by the values of a property',
  path: 'sessions/top',
  argument: 'property',
  summary: 'Values of a property, ranked by number of sessions that started with them',
  unit: 'sessions',
  kind: 'count',
  source: 'events',
  params,
  answer: 'top',
  breakdown: ({ property }) => property,
  plan: (question) =>
    aggregate(startedSessions(question, { label: atStart('label') }), { label: shown }, { count: count() }),
  people(question, _, { dimension }) {
    const started = startedSessions(question, { label: atStart('label'), ...ofPerson })
    const rows = dimension === null ? started : where(started, equals(shown, text(dimension)))
    return peopleOf(rows, { sessions: count() })
  },
}
