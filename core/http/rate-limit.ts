import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ServiceError } from '../contract/index.js'
import type { AnyRoute } from '../kernel/definitions.js'
import type { Step } from './context.js'

export type RateLimit = NonNullable<AnyRoute['rateLimit']>

export interface RateLimits {
  /** The step that counts an address's tries on the routes of one group. */
  step(limit: RateLimit): Step
}

/** Counts in this process's memory, by group and address. */
export function createRateLimits(): RateLimits {
  const limiters = new Map<string, RateLimiterMemory>()

  function limiterOf({ group, tries, seconds }: RateLimit): RateLimiterMemory {
    let limiter = limiters.get(group)
    if (!limiter) {
      limiter = new RateLimiterMemory({ keyPrefix: group, points: tries, duration: seconds })
      limiters.set(group, limiter)
    }
    return limiter
  }

  return {
    step(limit) {
      const limiter = limiterOf(limit)
      return async (ctx, next) => {
        await consume(limiter, ctx.state.request.address)
        return next()
      }
    },
  }
}

async function consume(limiter: RateLimiterMemory, address: string): Promise<void> {
  try {
    await limiter.consume(address)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    const retryAfter = Math.ceil(refused.msBeforeNext / 1000)
    throw new ServiceError('RATE_LIMITED', `too many tries; come back in ${retryAfter} seconds`, {
      retryAfter,
    })
  }
}
