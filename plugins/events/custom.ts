import Type from 'typebox'
import {
  and,
  avg,
  choose,
  max,
  min,
  missing,
  not,
  number,
  numbersOf,
  peopleOf,
  rowsAt,
  series,
  sum,
  type Expr,
  type Measure,
  type MetricDefinition,
} from '../../contract/index.js'
import { isEvent } from './named.js'
import { eventName, propertyName } from './params.js'

const functions = ['sum', 'avg', 'min', 'max', 'count'] as const
type FunctionName = (typeof functions)[number]

const params = Type.Object({
  event: Type.Optional(eventName),
  property: propertyName,
  metric: Type.Union(
    functions.map((name) => Type.Literal(name)),
    { default: 'sum', description: 'How the values are aggregated' },
  ),
})

/** The aggregate of `value`, which is missing for strings and booleans; `count` counts the events that have a number. */
function measureOf(name: FunctionName, value: Expr): Measure {
  switch (name) {
    case 'sum':
      return sum(value)
    case 'avg':
      return avg(value)
    case 'min':
      return min(value)
    case 'max':
      return max(value)
    case 'count':
      return sum(choose([{ when: missing(value), then: number(0) }], number(1)))
  }
}

/** One aggregate of the numeric values of one property. */
export const eventsCustom: MetricDefinition<typeof params> = {
  key: 'events_custom',
  title: 'Sum or average of a property',
  path: 'events/custom',
  argument: 'metric',
  summary: 'Sum, average, minimum, maximum or count of the numeric values of a property',
  unit: 'of the property',
  kind: 'value',
  source: 'events',
  params,
  answer: 'series',
  additive: ({ metric }) => metric === 'sum' || metric === 'count',
  plan(question, { event, property, metric }) {
    return series(question, measureOf(metric, numbersOf(property)), { where: isEvent(event) })
  },
  people(question, { event, property }, point) {
    const hasNumber = not(missing(numbersOf(property)))
    const named = isEvent(event)
    const where = named === undefined ? hasNumber : and(named, hasNumber)
    return peopleOf(rowsAt(question, point, { where }))
  },
}
