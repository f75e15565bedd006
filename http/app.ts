import { constants as zlibConstants } from 'node:zlib'
import Koa from 'koa'
import compress from 'koa-compress'
import { accessLog } from './access-log.js'
import { closedRoutes } from './closed-routes.js'
import type { CoreDependencies, ServiceState } from './core-dependencies.js'
import type { RequestState, Step } from './context.js'
import { dispatch } from './dispatch.js'
import { errors } from './errors.js'
import type { HttpContainer } from './http-dependencies.js'
import { pageFiles, readPageFiles, type PageFiles } from './page-files.js'
import { pages } from './pages.js'
import { requestId } from './request-id.js'
import { routeTable } from './route-table.js'
import { scope } from './scope.js'
import { securityHeaders } from './security-headers.js'
import { unmatched } from './unmatched.js'
import { wellFormed } from './well-formed.js'

/**
 * Every answer is compressed when it is sent. With the default levels that takes a quarter of the service's processor time
 * for an answer of 38 KB. gzip at level 3 takes half to two thirds of level 6 for 6 % more bytes, Brotli at 2 two thirds of
 * 4 for fewer (JSON of 27 and of 550 KB).
 */
const compression = {
  threshold: 4096,
  gzip: { level: 3 },
  br: { params: { [zlibConstants.BROTLI_PARAM_QUALITY]: 2 } },
}

/** The lifecycle of a request, from top to bottom; a route's own steps are in dispatch.ts. */
export function createApp(container: HttpContainer, state: ServiceState): Koa<RequestState> {
  const { log, clock, newId, instruments, settings, setting, registry } = container.cradle
  const ofPlugins = readPageFiles(registry)
  const core = coreParts(container, state, ofPlugins)
  const router = dispatch(closedRoutes(routeTable(registry), settings, setting), container, core)
  const app = new Koa<RequestState>()
  app.on('error', (err: unknown) => log.debug({ err }, 'the response could not be sent'))

  const life: readonly Step[] = [
    requestId(newId),
    accessLog(log, instruments),
    closeWhenDraining(state),
    errors(log),
    securityHeaders(),
    compress(compression) as Step,
    wellFormed,
    scope(container, clock, settings),
    router.routes() as Step,
    pageFiles(ofPlugins),
    pages(registry),
    unmatched,
  ]
  for (const step of life) app.use(step)
  return app
}

function coreParts({ cradle }: HttpContainer, state: ServiceState, { pages }: PageFiles): CoreDependencies {
  const { registry, analytics, records, instruments, findMetric } = cradle
  return Object.freeze({ registry, analytics, records, instruments, state, findMetric, pages })
}

/** Keeps clients from reusing a connection to a service that is about to stop. */
const closeWhenDraining =
  (state: ServiceState): Step =>
  async (ctx, next) => {
    await next()
    if (state.phase !== 'ready') ctx.set('Connection', 'close')
  }
