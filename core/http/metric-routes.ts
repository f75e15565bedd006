import Type, { type TSchema } from 'typebox'
import { closest } from 'fastest-levenshtein'
import { inWorkspace, invalid, type WorkspaceAsk } from '../contract/index.js'
import type { AnyMetric } from '../kernel/definitions.js'
import type { Registered, Registry } from '../kernel/registries.js'
import { runMetric } from '../run/run-metric.js'
import { answerSchemas } from './answer-schemas.js'
import { closeSchema } from './close-schema.js'
import type { CoreParts } from './core-parts.js'
import { metricRequest } from './metric-request.js'
import { metricParameters, metricPathParameters, metricQueryParameters, pathOf } from './metric-schema.js'
import type { CoreRoute } from './route.js'

const root = '/api/v1/metrics'
const access = inWorkspace('viewer')
const tag = 'Metrics'

/** The route of each metric, the list of them, and the one route that answers any. */
export const metricRoutes = (registry: Registry): readonly CoreRoute[] => [
  listRoute(registry),
  queryRoute,
  ...[...registry.metrics.values()].map(metricRoute),
]

function metricRoute({ plugin, definition: metric }: Registered<AnyMetric>): CoreRoute {
  return {
    plugin,
    definition: {
      method: 'GET',
      path: `${root}/${pathOf(metric)}`,
      summary: metric.summary,
      tag,
      access,
      params: metricPathParameters(metric),
      query: metricQueryParameters(metric),
      response: answerSchemas[metric.answer],
    },
    conditions: true,
    handle: (ask, { params, query, conditions }) =>
      runMetric(ask as WorkspaceAsk, metric, metricRequest(metric, { ...query, ...params }, conditions)),
  }
}

function listRoute({ metrics }: Registry): CoreRoute {
  const list = { data: [...metrics.values()].map(({ definition }) => describe(definition)) }
  return {
    plugin: 'core',
    definition: { method: 'GET', path: root, summary: 'Every metric and its parameters', tag, access },
    handle: () => Promise.resolve(list),
  }
}

const describe = (metric: AnyMetric): object => ({
  key: metric.key,
  path: `${root}/${pathOf(metric)}`,
  summary: metric.summary,
  unit: metric.unit,
  kind: metric.kind,
  answer: metric.answer,
  source: metric.source,
  argument: metric.argument ?? null,
  parameters: parametersOf(metric),
})

/** As a caller sees them: what has a default need not be given. */
function parametersOf(metric: AnyMetric): TSchema {
  const { required = [], ...schema } = closeSchema(metricParameters(metric)) as DescribedParameters
  const needed = required.filter((name) => schema.properties[name]?.default === undefined)
  return needed.length === 0 ? schema : { ...schema, required: needed }
}

type DescribedParameters = TSchema & {
  readonly properties: Readonly<Record<string, { readonly default?: unknown }>>
  readonly required?: readonly string[]
}

const anyMetric: TSchema = Type.Object(
  { metric: Type.String({ minLength: 1, maxLength: 1000, description: 'A key, or <key>:<argument>' }) },
  { additionalProperties: true },
)

const queryRoute: CoreRoute = {
  plugin: 'core',
  definition: {
    method: 'GET',
    path: `${root}/query`,
    summary: 'Any metric by its key, with its own and the common parameters',
    tag,
    access,
    query: anyMetric as never,
  },
  conditions: true,
  handle(ask, { query, conditions }, core) {
    const { metric: asked, ...parameters } = query as Readonly<Record<string, string>> & { metric: string }
    const { metric, argument } = findMetric(core, asked)
    const checked = checkedParameters(core, metric, withArgument(metric, argument, parameters))
    return runMetric(ask as WorkspaceAsk, metric, metricRequest(metric, checked, conditions))
  },
}

function findMetric({ registry }: CoreParts, asked: string): { metric: AnyMetric; argument: string | null } {
  const colon = asked.indexOf(':')
  const key = colon === -1 ? asked : asked.slice(0, colon)
  const found = registry.metrics.get(key)
  if (found) return { metric: found.definition, argument: colon === -1 ? null : asked.slice(colon + 1) }
  const known = [...registry.metrics.keys()]
  const hint = known.length > 0 ? `; did you mean ${closest(key, known)}?` : ''
  throw invalid('metric', `unknown metric ${JSON.stringify(key.slice(0, 60))}${hint}`)
}

function withArgument(
  { key, argument: name }: AnyMetric,
  argument: string | null,
  parameters: Readonly<Record<string, string>>,
): Record<string, string> {
  if (argument === null) return { ...parameters }
  if (name === undefined) throw invalid('metric', `metric ${key} takes no argument`)
  if (argument === '') throw invalid('metric', `the argument of metric ${key} is empty`)
  if (name in parameters) throw invalid(name, `${name} is given twice: in metric and by itself`)
  return { ...parameters, [name]: argument }
}

function checkedParameters(core: CoreParts, { key }: AnyMetric, parameters: Record<string, string>): object {
  const validator = core.metricQueries.get(key)
  if (!validator) throw new Error(`no validator for metric ${key}`)
  return validator(parameters) as object
}
