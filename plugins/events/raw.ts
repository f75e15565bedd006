import Type from 'typebox'
import {
  ascending,
  column,
  contextColumns,
  descending,
  rowsOf,
  select,
  sort,
  type MetricDefinition,
  type Question,
  type Relation,
} from '../../contract/index.js'
import { isEvent } from './named.js'
import { eventName } from './params.js'

const shown = [
  'timestamp',
  'event_name',
  'device_id',
  'session_id',
  'user_id',
  ...contextColumns,
  'properties',
] as const

/** Events, newest first; on equal timestamps, the one stored last comes first. */
function rawEvents(question: Question, name: string | undefined): Relation {
  const rows = rowsOf({ ...question, breakdown: null }, { where: isEvent(name) })
  const columns = Object.fromEntries(shown.map((one) => [one, column(one)]))
  const order = [
    descending(column('timestamp')),
    descending(column('seq')),
    ascending(column('event_name')),
    ascending(column('device_id')),
  ]
  return select(sort(rows, order), columns)
}

const params = Type.Object({ event: Type.Optional(eventName) })

export const eventsRaw: MetricDefinition<typeof params> = {
  key: 'events_raw',
  title: 'Latest events',
  path: 'events/raw',
  summary: 'Raw events, newest first',
  unit: 'events',
  kind: 'rows',
  source: 'events',
  params,
  answer: 'page',
  plan: (question, { event }) => rawEvents(question, event),
}

const named = Type.Object({ name: eventName })

export const eventRaw: MetricDefinition<typeof named> = {
  key: 'event_raw',
  title: 'Latest events of one name',
  path: 'events/top/:name/raw',
  argument: 'name',
  summary: 'Raw events of one name, newest first',
  unit: 'events',
  kind: 'rows',
  source: 'events',
  params: named,
  answer: 'page',
  plan: (question, { name }) => rawEvents(question, name),
}
