import type { Step } from './context.js'
import { inflate } from './inflate.js'
import { parseJson } from './json-body.js'
import { readBytes } from './read-bytes.js'
import type { CoreRoute } from './route.js'

const jsonLimit = 1_048_576

/** Reads the body that the route declares: bytes for `raw`, otherwise JSON whatever its type says. */
export function body({ raw, body: schema }: CoreRoute['definition']): Step | null {
  if (raw === undefined && schema === undefined) return null
  const limits = raw ?? { limit: jsonLimit, inflatedLimit: jsonLimit }
  return async (ctx, next) => {
    const bytes = await readBytes(ctx.req, limits.limit)
    const encoding = ctx.get('Content-Encoding')
    const kept = raw?.keeps?.includes(encoding.trim().toLowerCase()) === true
    const content = kept ? bytes : await inflate(bytes, encoding, limits.inflatedLimit)
    ctx.state.request.body = raw === undefined ? parseJson(content) : content
    return next()
  }
}
