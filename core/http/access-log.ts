import type { Log } from '../contract/index.js'
import type { Instruments } from './instruments.js'
import type { HttpContext, Step } from './context.js'

/** Probes would fill the log with nothing. */
const quiet: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * One line and one observation a request. The route's pattern stands for its address: paths and query strings may
 * hold tokens and keys.
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

/** Ids only: e-mail addresses, tokens and keys are no part of a log. */
function fieldsOf(ctx: HttpContext): object {
  // A request that is malformed ends before it has one.
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
