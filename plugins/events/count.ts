import Type from 'typebox'
import { count, peopleOf, rowsAt, series, type MetricDefinition } from '../../contract/index.js'
import { isEvent } from './named.js'
import { eventName } from './params.js'

const params = Type.Object({ event: Type.Optional(eventName) })

/** Number of events; with `event`, of that name only. */
export const events: MetricDefinition<typeof params> = {
  key: 'events',
  title: 'Events',
  summary: 'Number of events; with event, of that name only',
  unit: 'events',
  kind: 'count',
  source: 'events',
  params,
  answer: 'series',
  plan: (question, { event }) => series(question, count(), { where: isEvent(event) }),
  people: (question, { event }, point) => peopleOf(rowsAt(question, point, { where: isEvent(event) })),
}

const named = Type.Object({ name: eventName })

/** Number of events of the name in the key: `event:signup`. */
export const event: MetricDefinition<typeof named> = {
  key: 'event',
  title: 'Events of one name',
  path: 'event/:name',
  argument: 'name',
  summary: 'Number of events of one name',
  unit: 'events',
  kind: 'count',
  source: 'events',
  params: named,
  answer: 'series',
  plan: (question, { name }) => series(question, count(), { where: isEvent(name) }),
  people: (question, { name }, point) => peopleOf(rowsAt(question, point, { where: isEvent(name) })),
}
