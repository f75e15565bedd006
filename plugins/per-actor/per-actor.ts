import Type from 'typebox'
import { column, equals, peopleOf, rowsAt, text, where, type MetricDefinition } from '../../contract/index.js'
import { hasValue, innerMeasure } from './inner.js'
import { outerFunctions, outerMeasure } from './outer.js'
import { perActor as plan } from './plan.js'

const params = Type.Object({
  event: Type.String({ minLength: 1, maxLength: 500, description: 'The name of the event' }),
  metric: Type.Union(
    outerFunctions.map((name) => Type.Literal(name)),
    { default: 'avg', description: "How the persons' values are aggregated; median is p50" },
  ),
  property: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        "A person's value is the sum of this property's numbers; without it, their number of events",
    }),
  ),
})

/** An aggregate of the persons' counts or sums. */
export const perActor: MetricDefinition<typeof params> = {
  key: 'per_actor',
  title: 'Events or amount per person',
  path: 'events/per-actor',
  argument: 'metric',
  summary: 'Average, median or another aggregate of each person’s number of events, or sum of a property',
  unit: 'per user',
  kind: 'value',
  source: 'events',
  actors: true,
  params,
  answer: 'series',
  plan: (question, { event, metric, property }) =>
    plan(question, {
      where: equals(column('event_name'), text(event)),
      inner: innerMeasure(property),
      outer: outerMeasure(metric, column('part')),
    }),
  people(question, { event, property }, point) {
    const rows = rowsAt(question, point, { where: equals(column('event_name'), text(event)) })
    const valued = hasValue(property)
    return peopleOf(valued === undefined ? rows : where(rows, valued))
  },
}
