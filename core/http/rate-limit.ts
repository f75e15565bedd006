import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ServiceError, type TryCounter } from '../contract/index.js'
import type { AnyRoute } from '../kernel/definitions.js'
import { addressGroup } from './address-group.js'
import type { Step } from './context.js'

export type RateLimit = NonNullable<AnyRoute['rateLimit']>

export interface RateLimits {
  /** The step that counts an address's tries on the routes of one group. */
  step(limit: RateLimit): Step
}

/**
 * By group and address. What this process alone has counted refuses first, so that a flood never reaches the records;
 * what it lets pass is counted for all processes.
 */
export function createRateLimits(counter: TryCounter | null): RateLimits {
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
        const address = addressGroup(ctx.state.request.address)
        await consume(limiter, address)
        if (counter !== null) await consumeShared(counter, limit, address)
        return next()
      }
    },
  }
}

async function consume(limiter: RateLimiterMemory, address: string): Promise<void> {
  try {
    await limiter.consume(address)
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext / 1000) : refused
  }
}

async function consumeShared(counter: TryCounter, limit: RateLimit, address: string): Promise<void> {
  const { tries, secondsLeft } = await counter.count(`${limit.group} ${address}`, limit.seconds)
  if (tries > limit.tries) throw tooMany(secondsLeft)
}

function tooMany(seconds: number): ServiceError {
  const retryAfter = Math.ceil(seconds)
  return new ServiceError('RATE_LIMITED', `too many tries; come back in ${retryAfter} seconds`, {
    retryAfter,
  })
}
