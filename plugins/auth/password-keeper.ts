import { createHash } from 'node:crypto'
import {
  addressGroup,
  invalid,
  serviceRef,
  ServiceError,
  type ServiceParts,
} from '../../core/contract/index.js'
import { createBackground } from './background.js'
import { isCommonPassword } from './common-passwords.js'
import { readEmail } from './email.js'
import { createGate } from './gate.js'
import { createQueues } from './queues.js'
import { hashPassword, verifyPassword } from './passwords.js'
import { refusedSignIns } from './refusals.js'
import {
  countFailure,
  findCredentials,
  findFailures,
  noteSuccess,
  sweepSignIns,
} from './sign-ins-repository.js'

/** An account whose password was given. */
export interface Known {
  readonly id: string
  readonly passwordHash: string
}

export interface Given {
  readonly email: string
  readonly password: string
  /** The caller's network address. */
  readonly address: string
}

export interface PasswordKeeper {
  /**
   * Returns the account whose password this is; null for a wrong one and for an unknown address, after the same time.
   * RATE_LIMITED while the account waits for its wrong passwords, UNAVAILABLE if too many passwords wait.
   */
  check(given: Given): Promise<Known | null>
  /** Throws VALIDATION_ERROR for one of the most common passwords. */
  requireUncommon(password: string, path: string): void
  /**
   * Returns the hash of a password of 8 to 200 characters that somebody chose. Slow: never inside a transaction.
   * VALIDATION_ERROR as requireUncommon(). `by` is the caller's network address.
   */
  choose(password: string, by: string, path?: string): Promise<string>
  close(): Promise<void>
}

export const passwordKeeper = serviceRef<PasswordKeeper>('password-keeper')

/** Milliseconds after which wrong passwords are forgotten, and a place is not known any more. */
const failuresLast = 86_400_000
const placesLast = 30 * 86_400_000
const sweepEvery = 3_600_000

type Parts = Pick<ServiceParts, 'settings' | 'records' | 'clock' | 'log' | 'use'>

export function createPasswordKeeper(parts: Parts): PasswordKeeper {
  const { settings, records, clock, log } = parts
  // A hash takes 19 MiB and one of the four threads that files and compression need too.
  const checking = createGate(2, settings.passwordQueue)
  const choosing = createGate(1, settings.passwordQueue)
  const inTurn = createQueues()
  const refused = refusedSignIns(parts)
  const background = createBackground(log)
  let swept = -Infinity

  /** Seconds until the next try may be made: 1, 2, 4 … for each wrong password above those that are free. */
  async function secondsToWait(key: string, now: number): Promise<number> {
    const found = await findFailures(records, key, new Date(now - failuresLast))
    const above = (found?.failures ?? 0) - settings.signInTries
    if (found === null || above < 0) return 0
    const delay = Math.min(2 ** above, settings.signInMaxDelay)
    // A clock that went back must not make it longer.
    return Math.min((found.last_at.getTime() - now) / 1000 + delay, delay)
  }

  function sweep(now: number): void {
    if (now - swept < sweepEvery) return
    swept = now
    const old = { failures: new Date(now - failuresLast), places: new Date(now - placesLast) }
    background.start('sweep', () => sweepSignIns(records, old))
  }

  function requireUncommon(password: string, path: string): void {
    if (isCommonPassword(password))
      throw invalid(path, `${path.slice(1)} is one of the most common passwords; choose another one`)
  }

  return Object.freeze({
    async check({ email: text, password, address: from }) {
      const email = readEmail(text)
      const address = addressGroup(from)
      const since = new Date(clock() - placesLast)
      const found = email === null ? null : await findCredentials(records, { email, address, since })
      const key = keyOf(email ?? text, found?.known === true ? address : '')
      // One at a time: of many at once, those behind the last free one must wait.
      return inTurn(key, async () => {
        const wait = await secondsToWait(key, clock())
        const entry = { email, userId: found?.id ?? null, address }
        if (wait > 0) {
          await refused({ ...entry, reason: 'delay' })
          throw tooMany(Math.ceil(wait))
        }
        const stored = found?.password_hash ?? null
        const right = await checking(address, () => verifyPassword(stored, password))
        const now = clock()
        sweep(now)
        if (found === null || !right) {
          await countFailure(records, key, new Date(now), new Date(now - failuresLast))
          await refused({ ...entry, reason: 'wrong' })
          return null
        }
        await noteSuccess(records, { key, userId: found.id, address }, new Date(now))
        return { id: found.id, passwordHash: found.password_hash }
      })
    },

    requireUncommon,

    choose(password, by, path = '/password') {
      requireUncommon(password, path)
      return choosing(addressGroup(by), () => hashPassword(password))
    },

    close: () => background.settled(),
  } satisfies PasswordKeeper)
}

/** Not the address itself: what people type may be a password. */
const keyOf = (email: string, place: string): string =>
  `${createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')} ${place}`

const tooMany = (seconds: number): ServiceError =>
  new ServiceError(
    'RATE_LIMITED',
    `Too many wrong passwords for this account; try again in ${seconds} seconds (SIGN_IN_TRIES).`,
    { retryAfter: seconds },
  )
