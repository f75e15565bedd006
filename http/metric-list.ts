import type { TSchema } from 'typebox'
import { fieldPatterns, type DescribedMetric } from '../contract/index.js'
import type { AnyMetric } from '../core/kernel/definitions.js'
import type { Registry } from '../core/kernel/registries.js'
import { closeSchema } from './close-schema.js'
import { argumentOf, metricParameters, pathOf, peoplePathOf, root } from './metric-schema.js'

/** Every metric with all that a client needs to build a form for it. */
export const metricList = ({ metrics }: Registry): readonly DescribedMetric[] =>
  [...metrics.values()].map(({ definition }) => describe(definition))

const describe = (metric: AnyMetric): DescribedMetric => ({
  key: metric.key,
  title: titleOf(metric),
  path: `${root}/${pathOf(metric)}`,
  summary: metric.summary,
  unit: metric.unit,
  kind: metric.kind,
  answer: metric.answer,
  source: metric.source,
  argument: argumentOf(metric),
  people: metric.people === undefined ? null : `${root}/${peoplePathOf(metric)}`,
  fields: fieldPatterns(metric.source),
  parameters: parametersOf(metric),
})

/** The title of a metric; by default the words of its key: `median_gap` is “Median gap”. */
export function titleOf({ key, title }: Pick<AnyMetric, 'key' | 'title'>): string {
  const words = key.replaceAll('_', ' ')
  return title ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** The parameters from a caller's view: one with a default is not required. */
function parametersOf(metric: AnyMetric): TSchema {
  const { required = [], ...schema } = closeSchema(metricParameters(metric)) as DescribedParameters
  const needed = required.filter((name) => schema.properties[name]?.default === undefined)
  return needed.length === 0 ? schema : { ...schema, required: needed }
}

type DescribedParameters = TSchema & {
  readonly properties: Readonly<Record<string, { readonly default?: unknown }>>
  readonly required?: readonly string[]
}
