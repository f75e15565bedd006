import { ServiceError } from '../contract/index.js'
import type { HttpContext, Step } from './context.js'

/**
 * A path whose escapes are broken, or that hides a NUL, means nothing to anybody; and since HTTP 1.1 a request has to
 * say which host it is for.
 */
export const wellFormed: Step = (ctx, next) => {
  if (ctx.req.httpVersion !== '1.0' && ctx.req.headers.host === undefined)
    throw new ServiceError('VALIDATION_ERROR', 'the header Host is missing')
  const path = pathOf(ctx)
  if (path === null || path.includes('\0'))
    throw new ServiceError('VALIDATION_ERROR', 'the path is not a valid one, in percent-encoded UTF-8')
  return next()
}

/** Also reading it fails, where the request line names a whole address that is none. */
function pathOf(ctx: HttpContext): string | null {
  try {
    const { path } = ctx
    return path.includes('%') ? decodeURIComponent(path) : path
  } catch {
    return null
  }
}
