import { createSecretKey } from 'node:crypto'
import { decodeProtectedHeader } from 'jose/decode/protected_header'
import jwt from 'koa-jwt'
import {
  credentialRequired,
  ServiceError,
  type Access,
  type FindKey,
  type OutsideTokens,
} from '../contract/index.js'
import type { Credential, HttpContext, Step } from './context.js'
import { bearerOf, ingestKeyOf, isJwt, usable } from './credentials.js'
import { paramsOf } from './validate.js'

const tokenIssuer = 'sextant'
const ownAlgorithm = 'HS256'

/**
 * Verifies the signature and expiry of tokens, without a lookup. Public routes require no credential and
 * ignore one.
 */
export function authenticate(access: Access, verify: TokenVerifier): Step | null {
  switch (access.kind) {
    case 'public':
      return null
    case 'ingest':
      return (ctx, next) => {
        const secret = ingestKeyIn(ctx, access.find) ?? missing('an ingest key')
        ctx.state.request.credential = { kind: 'key', secret }
        return next()
      }
    case 'link':
      return (ctx, next) => {
        ctx.state.request.credential = { kind: 'link', token: paramsOf(ctx)['token'] ?? '' }
        return next()
      }
    case 'user':
    case 'global':
    case 'workspace':
      return async (ctx, next) => {
        const bearer = bearerOf(ctx) ?? missing('a token')
        ctx.state.request.credential = isJwt(bearer) ? await verify(ctx) : { kind: 'key', secret: bearer }
        return next()
      }
  }
}

/**
 * Returns the ingest key, as far as the request has been read; null if only the body has it and it was not
 * read yet.
 */
export const ingestKeyIn = (ctx: HttpContext, find: FindKey | undefined): string | null =>
  ingestKeyOf(ctx) ?? keyElsewhere(ctx, find)

function keyElsewhere(ctx: HttpContext, find: FindKey | undefined): string | null {
  const { body } = ctx.state.request
  return usable(find?.(paramsOf(ctx), body instanceof Uint8Array ? body : new Uint8Array()) ?? '')
}

/** Returns the content of the request's Bearer token if it is valid; otherwise throws a 401. */
export type TokenVerifier = (ctx: HttpContext) => Promise<Credential>

/**
 * Verifies a token in one way only. If its algorithm is one of the external provider's, it is verified with
 * the provider's public keys; otherwise with our secret. Neither kind of key is ever tried in place of the
 * other.
 */
export function anyToken(ours: TokenVerifier, outside: OutsideTokens | null): TokenVerifier {
  const algorithms = new Set<unknown>(outside?.algorithms)
  algorithms.delete(ownAlgorithm)
  if (outside === null || algorithms.size === 0) return ours
  return async (ctx) => {
    const token = bearerOf(ctx) ?? ''
    if (!algorithms.has(algorithmOf(token))) return ours(ctx)
    return { kind: 'outside', identity: await outside.verify(token, ctx.state.request.now) }
  }
}

function algorithmOf(token: string): unknown {
  try {
    return decodeProtectedHeader(token).alg
  } catch {
    return null
  }
}

/**
 * Verifies HS256 with this service's own key and nothing else, so that neither `alg: none` nor a public key
 * used as a secret is accepted. koa-jwt runs in passthrough mode: otherwise it would answer any failure
 * inside it with 401.
 */
export function tokenVerifier(tokenKey: Uint8Array): TokenVerifier {
  const check = jwt({
    // A key object: given bytes, the verifier would create one per token, trying them as a public key first.
    secret: createSecretKey(tokenKey) as unknown as Buffer,
    algorithms: [ownAlgorithm],
    issuer: tokenIssuer,
    passthrough: true,
    key: 'claims',
    getToken: (ctx) => bearerOf(ctx),
  })
  return async (ctx) => {
    const state = ctx.state as { claims?: unknown }
    await check(ctx, () => Promise.resolve())
    const { claims } = state
    if (typeof claims === 'object' && claims !== null && 'sub' in claims && 'jti' in claims) {
      const { sub, jti } = claims
      if (typeof sub === 'string' && typeof jti === 'string') return { kind: 'token', claims: { sub, jti } }
    }
    throw new ServiceError('UNAUTHORIZED', 'the token is invalid or expired')
  }
}

function missing(credential: 'a token' | 'an ingest key'): never {
  throw credentialRequired(credential)
}
