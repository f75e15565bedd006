import { inWorkspace, type WorkspaceAsk } from '../contract/index.js'
import type { AnyMetric } from '../core/kernel/definitions.js'
import type { Registered, Registry } from '../core/kernel/registries.js'
import type { RawCondition } from '../core/question/raw-condition.js'
import { runMetric } from '../core/run/run-metric.js'
import { runPeople } from '../core/run/run-people.js'
import { answerSchemas } from './answer-schemas.js'
import { metricRequest, pointOf } from './metric-request.js'
import {
  metricPathParameters,
  metricQueryParameters,
  pathOf,
  peoplePathOf,
  anyMetric,
  root,
  type MetricRouteKind,
} from './metric-schema.js'
import type { CoreRoute } from './route.js'

const access = inWorkspace('viewer')
const tag = {
  name: 'Metrics',
  description:
    'Time series, top lists and pages of rows. All metrics take ranges, time zones, filters, breakdowns and comparisons.',
}

/** The routes of each metric, and those for any metric by its key. */
export const metricRoutes = (registry: Registry): readonly CoreRoute[] => [
  queryRoute('answer', `${root}/query`, 'Any metric by its key, with its own and the common parameters'),
  queryRoute('people', `${root}/query/people`, 'The persons behind a point of any metric that supports it'),
  ...[...registry.metrics.values()].flatMap((entry) => [
    metricRoute(entry, 'answer'),
    ...(entry.definition.people === undefined ? [] : [metricRoute(entry, 'people')]),
  ]),
]

function metricRoute(
  { plugin, definition: metric }: Registered<AnyMetric>,
  kind: MetricRouteKind,
): CoreRoute {
  const people = kind === 'people'
  return {
    plugin,
    definition: {
      method: 'GET',
      path: `${root}/${people ? peoplePathOf(metric) : pathOf(metric)}`,
      summary: people ? `The persons behind a point: ${metric.summary}` : metric.summary,
      tag,
      access,
      params: metricPathParameters(metric),
      query: metricQueryParameters(metric, kind),
      response: answerSchemas[people ? 'page' : metric.answer],
      conditions: true,
    },
    asks: () => metric.key,
    handle: (ask, { params, query, conditions }) =>
      answers[kind](ask as WorkspaceAsk, metric, { ...query, ...params }, conditions),
  }
}

type Answer = (
  ask: WorkspaceAsk,
  metric: AnyMetric,
  parameters: object,
  conditions: readonly RawCondition[],
) => Promise<object>

const answers: Readonly<Record<MetricRouteKind, Answer>> = {
  answer: (ask, metric, parameters, conditions) =>
    runMetric(ask, metric, metricRequest(metric, parameters, conditions)),
  people: (ask, metric, parameters, conditions) =>
    runPeople(ask, metric, metricRequest(metric, parameters, conditions), pointOf(parameters)),
}

const queryRoute = (kind: MetricRouteKind, path: string, summary: string): CoreRoute => ({
  plugin: 'core',
  definition: { method: 'GET', path, summary, tag, access, query: anyMetric as never, conditions: true },
  asks: (query) => (query as { readonly metric: string }).metric,
  handle(ask, { query, conditions }, core) {
    const { metric: asked, ...given } = query as Readonly<Record<string, string>> & { metric: string }
    const { metric, parameters } = core.findMetric(asked, given, kind)
    return answers[kind](ask as WorkspaceAsk, metric, parameters, conditions)
  },
})
