import Type from 'typebox'
import type { MetricDefinition } from '../../contract/index.js'
import { isMetricFunction, metricFunctions } from './functions.js'
import { infrastructure } from './plan.js'

const params = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 500, description: 'The name of the metric' }),
  fn: Type.Union(
    metricFunctions.map((name) => Type.Literal(name)),
    { default: 'avg', description: 'How its points are aggregated; median is p50' },
  ),
})

/** Reads `name:fn`. A name may contain colons, so the last part is the function only if it is a known one. */
function readArgument(argument: string): Readonly<Record<string, string>> {
  const colon = argument.lastIndexOf(':')
  const fn = argument.slice(colon + 1)
  return colon > 0 && isMetricFunction(fn) ? { name: argument.slice(0, colon), fn } : { name: argument }
}

/** A function of the points of one infrastructure metric. */
export const metric: MetricDefinition<typeof params> = {
  key: 'metric',
  title: 'Infrastructure metric',
  path: 'infrastructure',
  argument: { form: 'name:fn', read: readArgument },
  summary: 'Average, rate, quantile or another function of a gauge, counter or histogram',
  unit: 'of the metric',
  kind: 'value',
  source: 'metrics',
  params,
  answer: 'series',
  additive: ({ fn }) => fn === 'sum' || fn === 'count',
  sparse: true,
  plan: (question, { name, fn }) => infrastructure(question, name, fn),
}
