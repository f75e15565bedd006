import { setTimeout as pause } from 'node:timers/promises'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import {
  addressGroup,
  ServiceError,
  type RateLimit,
  type ReadSetting,
  type SettingRef,
  type TryCounter,
} from '../contract/index.js'
import type { RequestData, Step } from './context.js'

export interface RateLimits {
  /** Counts an attempt of a request that is not on a route of the group. Throws RATE_LIMITED. */
  count(limit: RateLimit, request: RequestData): Promise<void>
  /** Returns the step that counts attempts on the routes of one group. */
  step(limit: RateLimit): Step
}

interface Limit extends RateLimit {
  readonly tries: number
}

/** Waits, or stops early if the client disconnects. */
export type Hold = (milliseconds: number, signal: AbortSignal) => Promise<unknown>

const hold: Hold = (milliseconds, signal) => pause(milliseconds, undefined, { signal }).catch(() => undefined)

/**
 * A client that continues after twice the allowed attempts ignores the responses, so each further rejection
 * waits this many milliseconds. A flood over many connections then costs others nothing.
 */
const holdMs = 1_000

/**
 * Limits by group, and by address or caller. The counts of this process reject first, so that a flood never
 * reaches the records. Attempts that pass are counted across all processes.
 */
export function createRateLimits(
  counter: TryCounter | null,
  read: ReadSetting,
  holding: Hold = hold,
): RateLimits {
  const limiters = new Map<string, RateLimiterMemory>()

  function limiterOf({ group, tries, seconds }: Limit): RateLimiterMemory {
    let limiter = limiters.get(group)
    if (!limiter) {
      limiter = new RateLimiterMemory({ keyPrefix: group, points: tries, duration: seconds })
      limiters.set(group, limiter)
    }
    return limiter
  }

  function counting(declared: RateLimit): (request: RequestData) => Promise<void> {
    const setting = settingOf(declared)
    const tries = setting === null ? (declared.tries as number) : read(setting)
    const limit = { ...declared, tries }
    const limiter = limiterOf(limit)
    return async (request) => {
      const who = whoBy[declared.of ?? 'address'](request)
      const refused = await consume(limiter, who)
      if (refused !== null) {
        if (refused.consumedPoints > 2 * limit.tries) await holding(holdMs, request.signal)
        throw tooMany(refused.msBeforeNext / 1000, setting)
      }
      if (counter !== null) await consumeShared(counter, limit, who, setting)
    }
  }

  return {
    step(declared) {
      const count = counting(declared)
      return async (ctx, next) => {
        await count(ctx.state.request)
        return next()
      }
    },
    count: (limit, request) => counting(limit)(request),
  }
}

const addressOf = ({ address }: RequestData): string => addressGroup(address)

/**
 * Identifies the owner of the attempts. A key is a caller of its own; requests that are not admitted count by
 * address.
 */
const whoBy: Readonly<Record<NonNullable<RateLimit['of']>, (request: RequestData) => string>> = {
  address: addressOf,
  caller: (request) => {
    const { admission } = request
    return admission === null ? addressOf(request) : `${admission.workspace?.id ?? ''} ${admission.caller.id}`
  },
  account: (request) => request.admission?.caller.id ?? addressOf(request),
}

/**
 * Returns the setting that has the number of attempts, or null for a fixed number. Plugins of earlier versions
 * name it as a string: `sqlRateLimit` is SQL_RATE_LIMIT.
 */
function settingOf({ tries }: RateLimit): SettingRef<number> | null {
  const named: unknown = tries
  if (typeof named === 'string') return { name: named.replace(/[A-Z]/g, '_$&').toUpperCase() }
  return typeof tries === 'number' ? null : tries
}

/** Returns null if the attempt is allowed. */
async function consume(limiter: RateLimiterMemory, who: string): Promise<RateLimiterRes | null> {
  try {
    await limiter.consume(who)
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused
    throw refused
  }
}

async function consumeShared(
  counter: TryCounter,
  limit: Limit,
  who: string,
  setting: SettingRef<number> | null,
): Promise<void> {
  const { tries, secondsLeft } = await counter.count(`${limit.group} ${who}`, limit.seconds)
  if (tries > limit.tries) throw tooMany(secondsLeft, setting)
}

function tooMany(seconds: number, setting: SettingRef<number> | null): ServiceError {
  const retryAfter = Math.ceil(seconds)
  const limitedBy = setting === null ? '' : ` (${setting.name})`
  return new ServiceError('RATE_LIMITED', `too many attempts; retry in ${retryAfter} seconds${limitedBy}`, {
    retryAfter,
  })
}
