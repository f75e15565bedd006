import Type from 'typebox'
import { count, peopleOf, rowsAt, series, type MetricDefinition } from '../../contract/index.js'
import { isEvent } from './named.js'
import { eventName, propertyName } from './params.js'

const params = Type.Object({ event: eventName, property: propertyName })

/** Number of events of one name, always broken down by `property`. */
export const eventsProperties: MetricDefinition<typeof params> = {
  key: 'events_properties',
  title: 'Events by the values of a property',
  path: 'events/properties',
  summary: 'Number of events of one name, broken down by a property',
  unit: 'events',
  kind: 'count',
  source: 'events',
  params,
  answer: 'series',
  breakdown: ({ property }) => property,
  plan: (question, { event }) => series(question, count(), { where: isEvent(event) }),
  people: (question, { event }, point) => peopleOf(rowsAt(question, point, { where: isEvent(event) })),
}
