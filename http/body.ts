import { addressGroup, type Settings } from '../contract/index.js'
import { createBodyBudget, type BodyCaller, type BodyShare } from './body-budget.js'
import type { HttpContext, RequestData, Step } from './context.js'
import { createFairGate } from './fair-gate.js'
import { inflate } from './inflate.js'
import type { HttpObserver } from './instruments.js'
import { parseJson } from './json-body.js'
import { readBytes, tooLarge } from './read-bytes.js'
import { Refusal } from './refusal.js'
import type { CoreRoute } from './route.js'

const jsonLimit = 1_048_576

/** Bodies decompressed concurrently, in total and per caller: Node has this many threads for it. */
const inflations = { width: 4, each: 2 }

export interface BodySteps {
  /** Reads the body if `wanted` says so, which is when only the body can have the request's key. */
  readonly early: (wanted: (ctx: HttpContext) => boolean) => Step
  /** Reads the body unless `early` has, and charges it to the caller, who is known by then. */
  readonly read: Step
}

/**
 * Creates the steps that read the body which a route declares: bytes for `raw`, otherwise JSON. All routes
 * share one budget. A body's share is released when the request's response is ready.
 */
export function bodyReader(
  settings: Settings,
  observer: HttpObserver,
): (definition: CoreRoute['definition']) => BodySteps | null {
  const openShare = createBodyBudget(settings, observer.bodyBytes)
  const gate = createFairGate(inflations)
  const early = new WeakMap<RequestData, BodyShare>()

  return ({ raw, body: schema }) => {
    if (raw === undefined && schema === undefined) return null
    const limits = raw ?? { limit: jsonLimit, inflatedLimit: jsonLimit }

    async function receive(ctx: HttpContext, share: BodyShare, { id, address }: BodyCaller): Promise<void> {
      continueSending(ctx)
      const bytes = await readBytes(ctx.req, { limit: limits.limit, pace: settings }, share.take)
      const encoding = ctx.get('Content-Encoding')
      const kept = raw?.keeps?.includes(encoding.trim().toLowerCase()) === true
      const content = kept
        ? bytes
        : await inflate(bytes, encoding, {
            limit: limits.inflatedLimit,
            take: share.take,
            gate: (work) => gate(id ?? addressGroup(address), work),
          })
      ctx.state.request.body = raw === undefined ? parseJson(content) : decoded(content, share)
    }

    /** The content is charged before memory is allocated for it. */
    function decoded(content: Uint8Array, share: BodyShare): Uint8Array {
      const decoder = raw?.decoder
      if (decoder === undefined) return content
      const length = decoder.length(content)
      if (length > limits.inflatedLimit) throw tooLarge(limits.inflatedLimit, 'the decompressed body')
      share.take(length)
      return decoder.decode(content)
    }

    /** Counts rejections by the limits. */
    function counted(error: unknown): never {
      if (error instanceof Refusal) observer.refused(error.reason)
      throw error
    }

    async function reading(
      ctx: HttpContext,
      next: () => Promise<unknown>,
      keep?: (share: BodyShare) => void,
    ): Promise<unknown> {
      const caller = callerOf(ctx.state.request)
      const share = openShare(caller)
      try {
        await receive(ctx, share, caller).catch(counted)
        keep?.(share)
        return await next()
      } finally {
        share.close()
      }
    }

    return {
      early: (wanted) => (ctx, next) =>
        wanted(ctx) ? reading(ctx, next, (share) => early.set(ctx.state.request, share)) : next(),
      read: async (ctx, next) => {
        const { request } = ctx.state
        const share = early.get(request)
        if (share === undefined) return reading(ctx, next)
        try {
          share.moveTo(callerOf(request).id)
        } catch (error) {
          counted(error)
        }
        return next()
      },
    }
  }
}

/**
 * A signed token is sufficient proof if the body names the workspace; a key is not until it was looked up.
 */
function callerOf({ admission, credential, address }: RequestData): BodyCaller {
  if (admission !== null) return { id: admission.caller.id, address }
  switch (credential?.kind) {
    case 'token':
      return { id: credential.claims.sub, address }
    case 'outside':
      return { id: `${credential.identity.issuer} ${credential.identity.subject}`, address }
    default:
      return { id: null, address }
  }
}

/**
 * A client that waits for "100 Continue" sends its body only now, and none if the request was rejected
 * before.
 */
function continueSending({ req, res }: HttpContext): void {
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue()
}
