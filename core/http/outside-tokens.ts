import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose'
import { ServiceError, type Settings } from '../contract/index.js'

const algorithms = ['RS256', 'ES256']

export const isOutsideAlgorithm = (algorithm: unknown): boolean => algorithms.includes(algorithm as string)

/** The e-mail address that a valid token is about; throws UNAUTHORIZED, or UNAVAILABLE if the keys cannot be had. */
export type OutsideVerifier = (token: string, now: number) => Promise<string>

export interface OutsideOptions {
  /** Milliseconds that keys are used before they are fetched again. */
  readonly keysLast?: number
  /** Milliseconds between two fetches because of a key that is not known: what random key ids can cause. */
  readonly cooldown?: number
}

/** Tokens of the identity provider in the settings; null: there is none. Keys are fetched when first needed. */
export function outsideVerifier(
  { jwksUrl, issuer, audience }: Pick<Settings, 'jwksUrl' | 'issuer' | 'audience'>,
  { keysLast = 600_000, cooldown = 10_000 }: OutsideOptions = {},
): OutsideVerifier | null {
  if (jwksUrl === null || issuer === null || audience === null) return null
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    cacheMaxAge: keysLast,
    cooldownDuration: cooldown,
    timeoutDuration: 5_000,
  })
  const rules = { algorithms, issuer, audience, requiredClaims: ['exp'], clockTolerance: 10 }
  return async (token, now) => {
    try {
      const { payload } = await jwtVerify(token, keys, { ...rules, currentDate: new Date(now) })
      return emailOf(payload)
    } catch (error) {
      throw refusal(error)
    }
  }
}

/** Only an address that the provider does not call unverified: anybody may claim one. */
function emailOf({ email, email_verified: verified }: JWTPayload): string {
  if (typeof email !== 'string' || email === '')
    throw new ServiceError('UNAUTHORIZED', 'the token names no e-mail address')
  if (verified !== undefined && verified !== true)
    throw new ServiceError('UNAUTHORIZED', 'the e-mail address of the token is not verified')
  return email
}

/** The provider's own faults, by their jose codes; everything else jose says is about the token. */
const ofProvider = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'])

function refusal(error: unknown): unknown {
  if (error instanceof ServiceError) return error
  if (error instanceof errors.JOSEError && !ofProvider.has(error.code))
    return new ServiceError('UNAUTHORIZED', 'the token is invalid or expired', { cause: error })
  return new ServiceError('UNAVAILABLE', 'the keys of the identity provider cannot be had now', {
    retryAfter: 5,
    cause: error,
  })
}
