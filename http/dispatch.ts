import Router from '@koa/router'
import { serviceEvents, type Access, type FindKey } from '../contract/index.js'
import { admit } from './admit.js'
import { anyToken, authenticate, ingestKeyIn, tokenVerifier } from './authenticate.js'
import { bodyReader, type BodySteps } from './body.js'
import type { CoreDependencies } from './core-dependencies.js'
import type { HttpContext, RequestState, Step } from './context.js'
import type { HttpContainer } from './http-dependencies.js'
import { ingestCors } from './ingest-cors.js'
import { jsonTyped } from './json-type.js'
import { createKeyLookups } from './key-lookups.js'
import { ownSite } from './own-site.js'
import { showCredential } from './proven.js'
import { asOfHeader } from './as-of.js'
import { respond } from './respond.js'
import type { CoreRoute } from './route.js'
import { namedWhileSlow } from './slow-handlers.js'
import { validate } from './validate.js'
import { blaming } from '../core/kernel/registration-error.js'

/** The steps of each route, in lifecycle order. Everything expensive is created here, once. */
export function dispatch(
  routes: readonly CoreRoute[],
  container: HttpContainer,
  core: CoreDependencies,
): Router<RequestState> {
  const {
    tokenKey,
    accessControl: accounts,
    publicLinkControl: links,
    outsideTokens,
    validators,
    settings,
    setting,
    rateLimits: limits,
    instruments,
  } = container.cradle
  const router = new Router<RequestState>({ sensitive: true })
  const verify = anyToken(tokenVerifier(tokenKey), outsideTokens)
  const cors = ingestCors()
  const lookups = createKeyLookups(settings.keyLookups)
  const bodies = bodyReader(settings, instruments.http)

  for (const route of routes) {
    const { access, rateLimit, path } = route.definition
    const bodyFirst = access.kind === 'workspace' && access.from === 'body'
    const ofAddress = (rateLimit?.of ?? 'address') === 'address'
    const body = bodies(route.definition)
    const read = jsonTyped(route.definition, body?.read ?? null)
    const steps = [
      named(path, route.plugin),
      access.kind === 'ingest' ? cors : isForAnySite(access) ? null : ownSite(path, settings),
      rateLimit && ofAddress ? limits.step(rateLimit) : null,
      access.kind === 'ingest' && access.find !== undefined ? keyFromBody(body, access.find) : null,
      authenticate(access, verify),
      bodyFirst ? read : null,
      blaming(route.plugin, `route ${route.definition.method} ${path}`, () =>
        admit(access, { accounts, links, lookups }, setting),
      ),
      access.kind === 'public' ? null : showCredential,
      rateLimit && !ofAddress ? limits.step(rateLimit) : null,
      bodyFirst ? null : read,
      blaming(route.plugin, `route ${route.definition.method} ${path}`, () =>
        validate(route, validators(route.plugin)),
      ),
      handle(route, core),
    ].filter((step) => step !== null)
    router.register(path, [route.definition.method], steps)
    if (access.kind === 'ingest')
      router.register(path, ['OPTIONS'], [named(path, route.plugin), cors, noPreflight])
  }
  return router
}

const isForAnySite = (access: Access): boolean => access.kind === 'public' && access.anySite === true

const named =
  (path: string, plugin: string): Step =>
  (ctx, next) => {
    ctx.state.route = path
    ctx.state.request.plugin = plugin
    return next()
  }

/** Runs before the credential is looked up: reads the body only if no header, query or path has the key. */
const keyFromBody = (body: BodySteps | null, find: FindKey): Step | null =>
  body?.early((ctx) => ingestKeyIn(ctx, find) === null) ?? null

/** Answers an OPTIONS request to an ingest route that is not a preflight. */
const noPreflight: Step = (ctx) => {
  ctx.set('Allow', 'OPTIONS, GET, POST')
  ctx.status = 204
}

function handle(route: CoreRoute, core: CoreDependencies): Step {
  const { status = 200 } = route.definition
  return async (ctx: HttpContext) => {
    const { scope, request } = ctx.state
    if (request.input === null) throw new Error('a handler requires validated input')
    const started = performance.now()
    const input = { ...request.input, headers: ctx.headers, queryString: ctx.querystring }
    const fields = { plugin: route.plugin, route: route.definition.path }
    const handled = route.handle(scope.cradle.ask, input, core)
    const result = await namedWhileSlow(scope.cradle.ask.log, fields, handled)
    if (request.readsData) ctx.set(asOfHeader, new Date(request.now).toISOString())
    await respond(ctx, result, status, scope.cradle.ask.log)
    const { workspace = null, caller = null } = request.admission ?? {}
    if (!request.readsData || workspace === null) return
    const { query } = request.input
    scope.cradle.ask.emit(serviceEvents.questionAnswered, () => ({
      workspace,
      caller: caller && { id: caller.id, kind: caller.kind },
      plugin: route.plugin,
      route: `${route.definition.method} ${route.definition.path}`,
      key: route.asks?.(query) ?? null,
      milliseconds: performance.now() - started,
    }))
  }
}
