import Type from 'typebox'
import { aggregate, column, count, peopleOf, rowsOf, type MetricDefinition } from '../../contract/index.js'
import { isEvent } from './named.js'

const params = Type.Object({})

/** Event names, ranked by number of events. */
export const topEvents: MetricDefinition<typeof params> = {
  key: 'top_events',
  title: 'Most frequent events',
  path: 'events/top',
  summary: 'Event names ranked by number of events',
  unit: 'events',
  kind: 'count',
  source: 'events',
  params,
  answer: 'top',
  plan: (question) =>
    aggregate(rowsOf({ ...question, breakdown: null }), { label: column('event_name') }, { count: count() }),
  people: (question, _, { dimension }) =>
    peopleOf(rowsOf({ ...question, breakdown: null }, { where: isEvent(dimension ?? undefined) })),
}
