import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose'
import { ServiceError, type OutsideIdentity, type Settings } from '../contract/index.js'

const algorithms = ['RS256', 'ES256']

export const isOutsideAlgorithm = (algorithm: unknown): boolean => algorithms.includes(algorithm as string)

/** Who a valid token is about; throws UNAUTHORIZED, or UNAVAILABLE if the keys cannot be had. */
export type OutsideVerifier = (token: string, now: number) => Promise<OutsideIdentity>

export interface OutsideOptions {
  /** Milliseconds that keys are used before they are fetched again. */
  readonly keysLast?: number
  /** Milliseconds between two fetches because of a key that is not known: what random key ids can cause. */
  readonly cooldown?: number
}

type ProviderSettings = Pick<
  Settings,
  'jwksUrl' | 'issuer' | 'audience' | 'outsideTokenMaxAge' | 'jwksMaxBytes'
>

/** Seconds by which the provider's clock may differ. */
const clockTolerance = 10

/** Tokens of the identity provider in the settings; null: there is none. Keys are fetched when first needed. */
export function outsideVerifier(
  { jwksUrl, issuer, audience, outsideTokenMaxAge, jwksMaxBytes }: ProviderSettings,
  { keysLast = 600_000, cooldown = 10_000 }: OutsideOptions = {},
): OutsideVerifier | null {
  if (jwksUrl === null || issuer === null || audience === null) return null
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    cacheMaxAge: keysLast,
    cooldownDuration: cooldown,
    timeoutDuration: 5_000,
    [customFetch]: boundedFetch(jwksMaxBytes),
  })
  const rules = { algorithms, issuer, audience, requiredClaims: ['exp', 'sub'], clockTolerance }
  return async (token, now) => {
    try {
      const { payload } = await jwtVerify(token, keys, { ...rules, currentDate: new Date(now) })
      requireShortLife(payload, now, outsideTokenMaxAge)
      return { ...verifiedIn(payload), issuer }
    } catch (error) {
      throw refusal(error)
    }
  }
}

/** As fetch(), without following redirects; fails if the body is longer than `most` bytes. */
const boundedFetch =
  (most: number) =>
  async (url: string, options: RequestInit): Promise<Response> => {
    const response = await fetch(url, { ...options, redirect: 'manual' })
    const chunks: Uint8Array[] = []
    let size = 0
    // Leaving the loop cancels the rest of the body.
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > most) throw tooManyBytes(most)
      chunks.push(chunk)
    }
    const { status, headers } = response
    return new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), { status, headers })
  }

const tooManyBytes = (most: number): ServiceError =>
  new ServiceError(
    'UNAVAILABLE',
    `the keys of the identity provider have more than ${most} bytes (JWKS_MAX_BYTES)`,
    { retryAfter: 5 },
  )

/** A token that hardly ends would outlive the provider's word for its owner. */
function requireShortLife({ exp = Infinity, iat }: JWTPayload, now: number, seconds: number): void {
  const from = Math.min(now / 1000, iat ?? Infinity)
  if (exp - from > seconds + clockTolerance)
    throw new ServiceError(
      'UNAUTHORIZED',
      `the token is valid for more than ${seconds} seconds (OUTSIDE_TOKEN_MAX_AGE)`,
    )
}

/** Only an address that the provider calls verified: anybody may claim one. */
function verifiedIn({ sub, email, email_verified: verified }: JWTPayload): Omit<OutsideIdentity, 'issuer'> {
  if (typeof sub !== 'string' || sub === '')
    throw new ServiceError('UNAUTHORIZED', 'the token names no subject')
  if (typeof email !== 'string' || email === '')
    throw new ServiceError('UNAUTHORIZED', 'the token names no e-mail address')
  if (verified !== true)
    throw new ServiceError('UNAUTHORIZED', 'the token does not say `email_verified: true`')
  return { subject: sub, email }
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
