import { createHash, timingSafeEqual } from 'node:crypto'
import { anyUser, ServiceError, type ReadSetting, type Settings } from '../contract/index.js'
import type { CoreInput, CoreRoute } from './route.js'

type Closing = Pick<Settings, 'metricsToken' | 'metricsPublic' | 'docsPublic'>

/**
 * Applies the settings that close routes: /metrics requires a token or is closed, and a route with `openIf` is
 * for users only.
 */
export const closedRoutes = (
  routes: readonly CoreRoute[],
  settings: Closing,
  setting: ReadSetting,
): readonly CoreRoute[] =>
  routes.map((route) => {
    const { path, access } = route.definition
    if (route.plugin === 'core' && path === '/metrics')
      return before(route, (input) => checkMetrics(input, settings))
    if (access.kind !== 'public' || access.onlyIf === undefined) return route
    const isOpen = access.onlyIf === 'docsPublic' ? settings.docsPublic : setting(access.onlyIf)
    return isOpen ? route : { ...route, definition: { ...route.definition, access: anyUser } }
  })

const before = (route: CoreRoute, check: (input: CoreInput) => void): CoreRoute => ({
  ...route,
  handle(ask, input, core) {
    check(input)
    return route.handle(ask, input, core)
  },
})

function checkMetrics({ headers }: CoreInput, { metricsToken, metricsPublic }: Closing): void {
  if (metricsToken === null && metricsPublic) return
  if (metricsToken === null)
    throw new ServiceError('FORBIDDEN', '/metrics is closed; set METRICS_TOKEN, or METRICS_PUBLIC=true')
  const [, given = ''] = /^Bearer +(\S+) *$/i.exec(String(headers['authorization'] ?? '')) ?? []
  if (!timingSafeEqual(hashOf(given), hashOf(metricsToken)))
    throw new ServiceError('UNAUTHORIZED', 'METRICS_TOKEN is required as Authorization: Bearer <token>')
}

/** Hashes strings of any length, so that comparing them takes a time independent of where they differ. */
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
