import cors from '@koa/cors'
import type { Step } from './context.js'

/** Browsers send events from other sites: any origin may, with a key and without cookies. */
export function ingestCors(): Step {
  const allow = cors({
    origin: (ctx) => ctx.get('Origin'),
    allowMethods: 'GET,POST',
    // No allowHeaders: a preflight may request any header. Libraries add their own, some only on a retry.
    exposeHeaders: ['x-request-id', 'retry-after'],
    maxAge: 86_400,
  }) as Step
  return (ctx, next) => {
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
    return allow(ctx, next)
  }
}
