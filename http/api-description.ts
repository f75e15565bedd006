import type { ApiDescription, DescribedMetric, DescribedRoute, ErrorCode } from '../contract/index.js'
import type { Registry } from '../core/kernel/registries.js'
import { asOfDescription, asOfHeader } from './as-of.js'
import { metricList } from './metric-list.js'
import { isUnderAnyName } from './own-site.js'
import { examplesOf } from './route-examples.js'
import type { CoreRoute } from './route.js'

/** Returns the description of these routes and of the registry's metrics, each computed at its first use. */
export function createApiDescription(registry: Registry, routes: () => readonly CoreRoute[]): ApiDescription {
  let described: readonly DescribedRoute[] | undefined
  let metrics: readonly DescribedMetric[] | undefined
  return Object.freeze({
    routes: () => (described ??= describe(registry, routes())),
    metrics: () => (metrics ??= Object.freeze(metricList(registry))),
  })
}

function describe(registry: Registry, routes: readonly CoreRoute[]): readonly DescribedRoute[] {
  const examples = examplesOf(registry)
  return Object.freeze(
    routes.map(({ plugin, definition }) =>
      Object.freeze({
        plugin,
        definition,
        errors: errorsOf(definition),
        headers: readsData(definition) ? { [asOfHeader]: asOfDescription } : {},
        example: examples.get(`${definition.method} ${definition.path}`) ?? {},
      }),
    ),
  )
}

/** Any route in a workspace may respond with its data. */
const readsData = ({ access }: CoreRoute['definition']): boolean =>
  access.kind === 'workspace' || access.kind === 'link'

function errorsOf(definition: CoreRoute['definition']): readonly ErrorCode[] {
  const { access, path, body, raw, rateLimit, params, refusals = [] } = definition
  const named = Object.keys(params?.properties ?? {})
  const asksData = readsData(definition)
  return [
    ...(access.kind === 'public' || access.kind === 'link' ? [] : (['UNAUTHORIZED'] as const)),
    ...(isUnderAnyName(path) ? [] : (['FORBIDDEN'] as const)),
    ...(named.length === 0 ? [] : (['NOT_FOUND'] as const)),
    ...(body === undefined && raw === undefined ? [] : (['PAYLOAD_TOO_LARGE'] as const)),
    'VALIDATION_ERROR',
    ...(rateLimit !== undefined || asksData ? (['RATE_LIMITED'] as const) : []),
    'INTERNAL',
    'UNAVAILABLE',
    ...(asksData ? (['TIMEOUT'] as const) : []),
    ...refusals,
  ]
}
