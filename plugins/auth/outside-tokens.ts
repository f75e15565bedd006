import type { JWTPayload } from 'jose'
import { JOSEError } from 'jose/errors'
import { createRemoteJWKSet, customFetch } from 'jose/jwks/remote'
import { jwtVerify } from 'jose/jwt/verify'
import {
  ServiceError,
  type OutsideIdentity,
  type OutsideTokens,
  type Settings,
} from '../../contract/index.js'

const algorithms = ['RS256', 'ES256']

export interface OutsideOptions {
  /** Milliseconds that fetched keys are used. */
  readonly keysLast?: number
  /** Minimum milliseconds between two fetches caused by an unknown key id, which random ids could trigger. */
  readonly cooldown?: number
}

type ProviderSettings = Pick<
  Settings,
  'jwksUrl' | 'issuer' | 'audience' | 'outsideTokenMaxAge' | 'jwksMaxBytes'
>

/** Seconds by which the provider's clock may differ. */
const clockTolerance = 10

/** Verifies tokens of the identity provider in the settings. Keys are fetched on first use. */
export function createOutsideTokens(
  { jwksUrl, issuer, audience, outsideTokenMaxAge, jwksMaxBytes }: ProviderSettings,
  { keysLast = 600_000, cooldown = 10_000 }: OutsideOptions = {},
): OutsideTokens {
  if (jwksUrl === null || issuer === null || audience === null) return noProvider
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    cacheMaxAge: keysLast,
    cooldownDuration: cooldown,
    timeoutDuration: 5_000,
    [customFetch]: boundedFetch(jwksMaxBytes),
  })
  const rules = { algorithms, issuer, audience, requiredClaims: ['exp', 'sub'], clockTolerance }
  return {
    algorithms,
    async verify(token, now) {
      try {
        const { payload } = await jwtVerify(token, keys, { ...rules, currentDate: new Date(now) })
        requireShortLife(payload, now, outsideTokenMaxAge)
        return { ...verifiedIn(payload), issuer }
      } catch (error) {
        throw refusal(error)
      }
    },
  }
}

const noProvider: OutsideTokens = {
  algorithms: [],
  verify: () => Promise.reject(new ServiceError('UNAUTHORIZED', 'the token is invalid or expired')),
}

/** Like fetch(), without following redirects; fails if the body exceeds `most` bytes. */
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
  new ServiceError('UNAVAILABLE', `the identity provider's keys exceed ${most} bytes (JWKS_MAX_BYTES)`, {
    retryAfter: 5,
  })

/** A long-lived token would outlive the provider's trust in its owner. */
function requireShortLife({ exp = Infinity, iat }: JWTPayload, now: number, seconds: number): void {
  const from = Math.min(now / 1000, iat ?? Infinity)
  if (exp - from > seconds + clockTolerance)
    throw new ServiceError(
      'UNAUTHORIZED',
      `the token is valid for more than ${seconds} seconds (OUTSIDE_TOKEN_MAX_AGE)`,
    )
}

/** Only verified email addresses are accepted: anyone may claim one. */
function verifiedIn({ sub, email, email_verified: verified }: JWTPayload): Omit<OutsideIdentity, 'issuer'> {
  if (typeof sub !== 'string' || sub === '')
    throw new ServiceError('UNAUTHORIZED', 'the token requires a subject (sub)')
  if (typeof email !== 'string' || email === '')
    throw new ServiceError('UNAUTHORIZED', 'the token requires an e-mail address (email)')
  if (verified !== true) throw new ServiceError('UNAUTHORIZED', 'the token requires email_verified: true')
  return { subject: sub, email }
}

/** The provider's own failures, by their jose codes; every other jose error concerns the token. */
const ofProvider = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'])

function refusal(error: unknown): unknown {
  if (error instanceof ServiceError) return error
  if (error instanceof JOSEError && !ofProvider.has(error.code))
    return new ServiceError('UNAUTHORIZED', 'the token is invalid or expired', { cause: error })
  return new ServiceError('UNAVAILABLE', "the identity provider's keys could not be fetched; try again", {
    retryAfter: 5,
    cause: error,
  })
}
