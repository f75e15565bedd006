import { createHash } from 'node:crypto'
import {
  addressGroup,
  invalid,
  serviceRef,
  ServiceError,
  type ServiceDependencies,
} from '../../contract/index.js'
import { isCommonPassword, tooCommon } from './common-passwords.js'
import { readEmail } from './email.js'
import { createGate } from './gate.js'
import { createQueues } from './queues.js'
import { hashPassword, loadArgon2, verifyPassword } from './passwords.js'
import { noteRejectedSignIns } from './refusals.js'
import { countFailure, findCredentials, findFailures, noteSuccess } from './sign-ins-repository.js'
import { passwordQueue, signInMaxDelay, signInTries } from './settings.js'

/** An account whose password was verified. */
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
   * Returns the account if the password is right; null for a wrong password and for an unknown address, after the same
   * time. Throws RATE_LIMITED while the account is delayed for wrong passwords, UNAVAILABLE if too many passwords wait.
   */
  check(given: Given): Promise<Known | null>
  /** Throws VALIDATION_ERROR for one of the most common passwords. */
  requireUncommon(password: string, path: string): Promise<void>
  /**
   * Returns the hash of a new password of 8 to 200 characters. Slow: never call it inside a transaction. Throws
   * VALIDATION_ERROR as requireUncommon(), UNAVAILABLE if too many passwords wait. `by` is the caller's network address.
   */
  choose(password: string, by: string, path?: string): Promise<string>
}

export const passwordKeeper = serviceRef<PasswordKeeper>('password-keeper')

/** Milliseconds after which wrong passwords are forgotten, and network addresses of sign-ins. */
export const failuresLast = 86_400_000
export const placesLast = 30 * 86_400_000

type Dependencies = Pick<ServiceDependencies, 'setting' | 'records' | 'clock' | 'log' | 'use'>

export function createPasswordKeeper(dependencies: Dependencies): PasswordKeeper {
  // Stops the start if the native code is missing, rather than the first sign-in.
  loadArgon2()
  const { setting, records, clock } = dependencies
  // A hash takes 19 MiB and one of Node's four worker threads, which files and compression share.
  const checking = createGate(2, setting(passwordQueue))
  const choosing = createGate(1, setting(passwordQueue))
  const inTurn = createQueues()
  const noteRejected = noteRejectedSignIns(dependencies)

  /** Returns the seconds until the next attempt: 1, 2, 4 … for each wrong password beyond SIGN_IN_TRIES. */
  async function secondsToWait(key: string, now: number): Promise<number> {
    const found = await findFailures(records, key, new Date(now - failuresLast))
    const above = (found?.failures ?? 0) - setting(signInTries)
    if (found === null || above < 0) return 0
    const delay = Math.min(2 ** above, setting(signInMaxDelay))
    // A clock that was set back must not lengthen the delay.
    return Math.min((found.last_at.getTime() - now) / 1000 + delay, delay)
  }

  async function requireUncommon(password: string, path: string): Promise<void> {
    if (await isCommonPassword(password)) throw invalid(path, tooCommon(path.slice(1)))
  }

  return Object.freeze({
    async check({ email: text, password, address: from }) {
      const email = readEmail(text)
      const address = addressGroup(from)
      const since = new Date(clock() - placesLast)
      const found = email === null ? null : await findCredentials(records, { email, address, since })
      const key = keyOf(email ?? text, found?.known === true ? address : '')
      // One at a time, so that parallel attempts beyond SIGN_IN_TRIES are delayed too.
      return inTurn(key, async () => {
        const wait = await secondsToWait(key, clock())
        const entry = { email, userId: found?.id ?? null, address }
        if (wait > 0) {
          await noteRejected({ ...entry, reason: 'delay' })
          throw tooMany(Math.ceil(wait))
        }
        const stored = found?.password_hash ?? null
        const right = await checking(address, () => verifyPassword(stored, password))
        const now = clock()
        if (found === null || !right) {
          await countFailure(records, key, new Date(now), new Date(now - failuresLast))
          await noteRejected({ ...entry, reason: 'wrong' })
          return null
        }
        await noteSuccess(records, { key, userId: found.id, address }, new Date(now))
        return { id: found.id, passwordHash: found.password_hash }
      })
    },

    requireUncommon,

    async choose(password, by, path = '/password') {
      await requireUncommon(password, path)
      return choosing(addressGroup(by), () => hashPassword(password))
    },
  } satisfies PasswordKeeper)
}

/** Returns the key of a count of failures. It hashes the e-mail address, because people may type a password there. */
const keyOf = (email: string, place: string): string =>
  `${createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')} ${place}`

const tooMany = (seconds: number): ServiceError =>
  new ServiceError(
    'RATE_LIMITED',
    `too many wrong passwords for this account (SIGN_IN_TRIES); try again in ${seconds} seconds`,
    { retryAfter: seconds },
  )
