import { alreadyRegistered, RegistrationError } from '../core/kernel/registration-error.js'
import type { AnyRoute } from '../core/kernel/definitions.js'
import type { Registered, Registry } from '../core/kernel/registries.js'
import { metricRoutes } from './metric-routes.js'
import { pageRoutes } from './page-routes.js'
import { queryRoutes } from './query-routes.js'
import { checkSchemaNames } from './check-schema-names.js'
import { checkExamples } from './route-examples.js'
import type { CoreRoute } from './route.js'
import { systemRoutes } from './system-routes.js'

const tables = new WeakMap<Registry, readonly CoreRoute[]>()

/** Every route of the service, in matching order: a fixed path before one with parameters. */
export function routeTable(registry: Registry): readonly CoreRoute[] {
  const table = tables.get(registry) ?? Object.freeze(sortedRoutes(registry))
  tables.set(registry, table)
  return table
}

function sortedRoutes(registry: Registry): CoreRoute[] {
  const routes = [
    ...systemRoutes,
    ...pageRoutes,
    ...metricRoutes(registry),
    ...queryRoutes(registry),
    ...registry.routes.map(pluginRoute),
  ]
  return routes.sort((a, b) => compareText(sortKey(a), sortKey(b)))
}

/**
 * Stops the start if two routes match the same request, if routes share a rate limit group with different
 * numbers, or if a route cannot be described.
 */
export function checkRoutes(registry: Registry): void {
  const shapes = new Map<string, CoreRoute>()
  const groups = new Map<string, string>()
  const routes = routeTable(registry)
  checkExamples(registry, routes)
  checkSchemaNames(routes)
  for (const route of routes) {
    const { method, path, rateLimit } = route.definition
    const shape = `${method} ${path.replaceAll(/:[^/]+/g, ':')}`
    const earlier = shapes.get(shape)
    if (earlier) {
      const [first, second] = earlier.plugin === 'core' ? [earlier, route] : ordered(registry, earlier, route)
      throw alreadyRegistered(second.plugin, subjectOf(second), first.plugin)
    }
    shapes.set(shape, route)
    if (!rateLimit) continue
    const by = rateLimit.of ?? 'address'
    const { tries } = rateLimit
    const numbers = `${typeof tries === 'object' ? tries.name : tries} in ${rateLimit.seconds} s${by === 'address' ? '' : ` by ${by}`}`
    const known = groups.get(rateLimit.group) ?? numbers
    if (known !== numbers)
      throw new RegistrationError(
        route.plugin,
        subjectOf(route),
        `its rate limit group ${rateLimit.group} allows ${known} elsewhere; use the same numbers`,
      )
    groups.set(rateLimit.group, numbers)
  }
}

const subjectOf = ({ definition: { method, path } }: CoreRoute): string => `route ${method} ${path}`

function ordered({ plugins }: Registry, a: CoreRoute, b: CoreRoute): readonly [CoreRoute, CoreRoute] {
  return plugins.indexOf(a.plugin) <= plugins.indexOf(b.plugin) ? [a, b] : [b, a]
}

const pluginRoute = ({ plugin, definition }: Registered<AnyRoute>): CoreRoute => ({
  plugin,
  definition,
  handle: (ask, input) => definition.handle(ask, input as never),
})

/** Sorts ':' after every other character of a path. */
const sortKey = ({ definition }: CoreRoute): string => definition.path.replaceAll(':', '\u{10ffff}')
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
