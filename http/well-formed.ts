import { ServiceError } from '../contract/index.js'
import type { HttpContext, Step } from './context.js'

/**
 * Rejects a path with invalid escapes or a NUL, and a request without a Host header, which HTTP/1.1 requires.
 */
export const wellFormed: Step = (ctx, next) => {
  if (ctx.req.httpVersion !== '1.0' && ctx.req.headers.host === undefined)
    throw new ServiceError('VALIDATION_ERROR', 'the header Host is required')
  const path = pathOf(ctx)
  if (path === null || path.includes('\0'))
    throw new ServiceError('VALIDATION_ERROR', 'the path must be percent-encoded UTF-8')
  return next()
}

/** Reading the path also fails if the request line has an invalid absolute URL. */
function pathOf(ctx: HttpContext): string | null {
  try {
    const { path } = ctx
    return path.includes('%') ? decodeURIComponent(path) : path
  } catch {
    return null
  }
}
