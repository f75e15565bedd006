import type { Step } from './context.js'

const sane = /^[A-Za-z0-9._-]{1,128}$/

/** Sets X-Request-ID on every response: the caller's own if it is well-formed, else a new one. */
export function requestId(newId: (prefix: string) => string): Step {
  return (ctx, next) => {
    const given = ctx.get('X-Request-ID')
    const id = sane.test(given) ? given : newId('req_')
    ctx.state.requestId = id
    ctx.set('X-Request-ID', id)
    return next()
  }
}
