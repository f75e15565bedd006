import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isReachedFromOutside, ServiceError, type Settings } from '../../contract/index.js'

/**
 * Returns the code that proves to POST /auth/setup that its caller can read the service's log. It is derived from the
 * secret that signs the tokens: all processes of an installation have the same code, and none stores it. Once there is a
 * user, it opens nothing.
 */
export const setupCodeOf = (tokenKey: Uint8Array): string =>
  createHmac('sha256', tokenKey).update('sextant: code of the first user').digest('base64url').slice(0, 24)

/** Whether setup requires the code: it does not if only this machine can reach the service. */
export const isCodeRequired = (settings: Settings): boolean => isReachedFromOutside(settings)

/** Throws FORBIDDEN if the code is wrong, or missing where it is required. */
export function checkSetupCode(settings: Settings, tokenKey: Uint8Array, given: string | undefined): void {
  if (given === undefined && !isCodeRequired(settings)) return
  if (given !== undefined && timingSafeEqual(hashOf(given), hashOf(setupCodeOf(tokenKey)))) return
  const message =
    given === undefined
      ? 'code is required; the service logs it when it starts without users'
      : 'code is wrong; the service logs the right one when it starts without users'
  throw new ServiceError('FORBIDDEN', message, { details: [{ path: '/code', message }] })
}

/** Hashes of strings of any length can be compared in a time that does not depend on where the strings differ. */
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
