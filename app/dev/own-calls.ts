import type { Registry } from '../../core/kernel/registries.js'

/** Returns addresses of the plugin that a query key can ask as they are: its metrics, and its routes without parameters. */
export function callsOf({ metrics, routes }: Registry, plugin: string): readonly string[] {
  const isOwn = (one: { readonly plugin: string }): boolean => one.plugin === plugin
  const ofMetrics = [...metrics.values()].filter(isOwn).map(({ definition: { key, path = key } }) => {
    return `/api/v1/metrics/${path}?range=30d`
  })
  const ofRoutes = routes
    .filter((route) => isOwn(route) && route.definition.method === 'GET')
    .map(({ definition }) => definition.path)
  return [...ofMetrics, ...ofRoutes].filter((path) => !path.includes(':'))
}
