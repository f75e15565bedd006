import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isReachedFromOutside, ServiceError, type Settings } from '../../core/contract/index.js'

/**
 * The code that proves to POST /auth/setup that its caller can read the service's log. It follows from the secret that
 * signs the tokens, so all processes of an installation have the same one and none stores it; without users it creates
 * the first, and from then on it opens nothing.
 */
export const setupCodeOf = (tokenKey: Uint8Array): string =>
  createHmac('sha256', tokenKey).update('sextant: code of the first user').digest('base64url').slice(0, 24)

/** On this machine alone, the first user may come without a code. */
export const isCodeRequired = (settings: Settings): boolean => isReachedFromOutside(settings)

/** Throws FORBIDDEN if the code is wrong, or missing where it is required. */
export function checkSetupCode(settings: Settings, tokenKey: Uint8Array, given: string | undefined): void {
  if (given === undefined && !isCodeRequired(settings)) return
  if (given !== undefined && timingSafeEqual(hashOf(given), hashOf(setupCodeOf(tokenKey)))) return
  const message =
    given === undefined
      ? 'code is required: the service writes it to its log when it starts without users'
      : 'code is wrong: the service writes the right one to its log when it starts without users'
  throw new ServiceError('FORBIDDEN', message, { details: [{ path: '/code', message }] })
}

/** Texts of any length, compared in a time that does not depend on where they differ. */
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
