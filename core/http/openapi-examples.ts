import type { RouteExample } from '../contract/index.js'
import { RegistrationError } from '../kernel/registration-error.js'
import type { Registry } from '../kernel/registries.js'
import { answerExamples } from './answer-schemas.js'
import { coreExamples } from './core-examples.js'
import { pathOf, peoplePathOf, root } from './metric-schema.js'
import type { CoreRoute } from './route.js'

/**
 * Returns the examples of all routes by `METHOD /path`: those that the plugins declare, and for a metric
 * without one the form of its answer.
 */
export function examplesOf({ metrics, examples }: Registry): ReadonlyMap<string, RouteExample> {
  const ofMetrics = [...metrics.values()].flatMap(({ definition: metric }) => [
    [`GET ${root}/${pathOf(metric)}`, { response: answerExamples[metric.answer] }] as const,
    ...(metric.people === undefined
      ? []
      : [[`GET ${root}/${peoplePathOf(metric)}`, { response: answerExamples.people }] as const]),
  ])
  const declared = [...examples].map(([route, { definition }]) => [route, definition] as const)
  return new Map<string, RouteExample>([...ofMetrics, ...Object.entries(coreExamples), ...declared])
}

/** Stops the start if a plugin has an example of a route that is not its own. */
export function checkExamples({ examples }: Registry, routes: readonly CoreRoute[]): void {
  const owners = new Map(
    routes.map(({ plugin, definition: { method, path } }) => [`${method} ${path}`, plugin]),
  )
  for (const [route, { plugin }] of examples)
    if (owners.get(route) !== plugin)
      throw new RegistrationError(plugin, `example of ${route}`, 'the plugin has no such route')
}
