import { createBodyBudget, createGate } from './body-budget.js'
import type { Step } from './context.js'
import { inflate } from './inflate.js'
import { parseJson } from './json-body.js'
import { readBytes } from './read-bytes.js'
import type { CoreRoute } from './route.js'

const jsonLimit = 1_048_576

/** Bytes of all bodies under way. Parsed they are several times as large. */
const budgetBytes = 128 * 1024 * 1024
/** Bodies inflated at a time: until the end nobody knows how large one becomes, so each counts as the largest. */
const inflations = 4

/**
 * Makes the step that reads the body which a route declares: bytes for `raw`, otherwise JSON whatever its type says.
 * All routes share one budget.
 */
export function bodyReader(): (definition: CoreRoute['definition']) => Step | null {
  const openShare = createBodyBudget(budgetBytes)
  const gate = createGate(inflations)
  return ({ raw, body: schema }) => {
    if (raw === undefined && schema === undefined) return null
    const limits = raw ?? { limit: jsonLimit, inflatedLimit: jsonLimit }
    return async (ctx, next) => {
      const share = openShare()
      try {
        const bytes = await readBytes(ctx.req, limits.limit, share.take)
        const encoding = ctx.get('Content-Encoding')
        const kept = raw?.keeps?.includes(encoding.trim().toLowerCase()) === true
        const content = kept ? bytes : await gate(() => inflate(bytes, encoding, limits.inflatedLimit))
        if (content !== bytes) share.take(content.length)
        ctx.state.request.body = raw === undefined ? parseJson(content) : content
        return await next()
      } finally {
        share.close()
      }
    }
  }
}
