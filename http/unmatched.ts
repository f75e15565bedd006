import { notFound, ServiceError } from '../contract/index.js'
import type { HttpContext, Step } from './context.js'

interface Matched {
  readonly matched?: readonly { readonly methods: readonly string[] }[]
}

/**
 * Reached when no route matched: OPTIONS returns the allowed methods, another method is a 405, an unknown
 * path a 404.
 */
export const unmatched: Step = (ctx) => {
  const methods = methodsOf(ctx)
  if (methods.length === 0) throw notFound('path')
  ctx.set('Allow', methods.join(', '))
  if (ctx.method !== 'OPTIONS')
    throw new ServiceError(
      'METHOD_NOT_ALLOWED',
      `this path does not support ${ctx.method}; use ${methods.join(', ')}`,
    )
  ctx.status = 204
}

/** Returns the methods of the routes at this path, plus OPTIONS; empty if no route has the path. */
export function methodsOf(ctx: HttpContext): readonly string[] {
  const { matched = [] } = ctx as Matched
  if (matched.length === 0) return []
  return [...new Set([...matched.flatMap(({ methods }) => methods), 'OPTIONS'])].sort()
}
