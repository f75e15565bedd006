import Type from 'typebox'
import {
  column,
  count,
  countDistinct,
  intervalAt,
  peopleOf,
  rowsAt,
  series,
  seriesOf,
  within,
  type MetricDefinition,
} from '../../contract/index.js'
import { inSession, ofPerson, splitSessions } from './starts.js'

const counted = { sessions: count() }
const params = Type.Object({})

/** Number of sessions; each counts once, in the bucket of its first event. */
export const sessions: MetricDefinition<typeof params> = {
  key: 'sessions',
  title: 'Started sessions',
  summary: 'Number of sessions that started in the bucket',
  unit: 'sessions',
  kind: 'count',
  source: 'events',
  params,
  answer: 'series',
  plan: (question) => seriesOf(question, splitSessions(question), count()),
  people: (question, _, { bucket, dimension }) =>
    peopleOf(within(splitSessions(question, ofPerson), intervalAt(question, bucket), dimension), counted),
}

/** Number of distinct sessions; each counts in every bucket that has one of its events. */
export const sessionsUnique: MetricDefinition<typeof params> = {
  key: 'sessions_unique',
  title: 'Active sessions',
  path: 'sessions/unique',
  summary: 'Number of distinct sessions with an event in the bucket',
  unit: 'sessions',
  kind: 'distinct',
  source: 'events',
  params,
  answer: 'series',
  plan: (question) => series(question, countDistinct(column('session')), { where: inSession }),
  people: (question, _, point) =>
    peopleOf(rowsAt(question, point, { where: inSession }), { sessions: countDistinct(column('session')) }),
}
