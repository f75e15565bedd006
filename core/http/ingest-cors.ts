import cors from '@koa/cors'
import type { Step } from './context.js'

/** Browsers send events from other sites: any origin may, with a key and without cookies. */
export function ingestCors(): Step {
  const allow = cors({
    origin: (ctx) => ctx.get('Origin'),
    allowMethods: 'GET,POST',
    // No allowHeaders: whatever headers a preflight asks for. Libraries add their own, some only when they try again.
    exposeHeaders: ['x-request-id', 'retry-after'],
    maxAge: 86_400,
  }) as Step
  return (ctx, next) => {
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
    return allow(ctx, next)
  }
}
