import type { Log } from '../contract/index.js'
import type { Instruments } from './instruments.js'
import type { HttpContext, Step } from './context.js'

/** Probes would flood the log. */
const quiet: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Logs one line and records one observation per request. They name the route's pattern instead of the URL:
 * paths and query strings may contain tokens and keys.
 */
export function accessLog(log: Log, instruments: Instruments): Step {
  return async (ctx, next) => {
    const started = performance.now()
    try {
      await next()
    } finally {
      const milliseconds = performance.now() - started
      const route = ctx.state.route ?? 'unmatched'
      instruments.request(ctx.method, route, ctx.status, milliseconds)
      const fields = { ...fieldsOf(ctx), ms: Math.round(milliseconds * 10) / 10 }
      if (quiet.has(route)) log.debug(fields, 'request')
      else log.info(fields, 'request')
    }
  }
}

/** Ids only: e-mail addresses, tokens and keys must not be logged. */
function fieldsOf(ctx: HttpContext): object {
  // Undefined if a malformed request ended before it was set.
  const request = ctx.state.request as HttpContext['state']['request'] | undefined
  const { workspace = null, caller = null } = request?.admission ?? {}
  return {
    method: ctx.method,
    route: ctx.state.route ?? 'unmatched',
    status: ctx.status,
    request_id: ctx.state.requestId,
    workspace: workspace?.id ?? null,
    caller: caller?.id ?? null,
    caller_kind: caller?.kind ?? null,
  }
}
