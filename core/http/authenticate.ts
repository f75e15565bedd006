import { createSecretKey } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import jwt from 'koa-jwt'
import { credentialRequired, ServiceError, type Access, type FindKey } from '../contract/index.js'
import type { Credential, HttpContext, Step } from './context.js'
import { bearerOf, ingestKeyOf, isJwt, usable } from './credentials.js'
import { paramsOf } from './validate.js'
import { isOutsideAlgorithm, type OutsideVerifier } from './outside-tokens.js'

const tokenIssuer = 'sextant'

/** Checks the signature and the times of tokens; looks nothing up. Public routes ask for nothing and see nobody. */
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

/** The key as far as the request is known; null before the body was read if only that holds it. */
export const ingestKeyIn = (ctx: HttpContext, find: FindKey | undefined): string | null =>
  ingestKeyOf(ctx) ?? keyElsewhere(ctx, find)

function keyElsewhere(ctx: HttpContext, find: FindKey | undefined): string | null {
  const { body } = ctx.state.request
  return usable(find?.(paramsOf(ctx), body instanceof Uint8Array ? body : new Uint8Array()) ?? '')
}

/** What the request's Bearer token says, if it is valid; otherwise a 401. */
export type TokenVerifier = (ctx: HttpContext) => Promise<Credential>

/**
 * A token is checked in one way only: as one of the outside provider if it names an algorithm of that, with the
 * provider's public keys; otherwise as one of ours, with the secret. Neither kind of key is ever tried as the other.
 */
export function anyToken(ours: TokenVerifier, outside: OutsideVerifier | null): TokenVerifier {
  if (outside === null) return ours
  return async (ctx) => {
    const token = bearerOf(ctx) ?? ''
    if (!isOutsideAlgorithm(algorithmOf(token))) return ours(ctx)
    return { kind: 'outside', identity: await outside(token, ctx.state.request.now) }
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
 * HS256 with this service's own key and nothing else, so neither `alg: none` nor a public key taken for a secret
 * gets through. koa-jwt runs in passthrough: it would answer 401 to whatever fails inside it.
 */
export function tokenVerifier(tokenKey: Uint8Array): TokenVerifier {
  const check = jwt({
    // A key object: from bytes the verifier would make one for every token, trying them as a public key first.
    secret: createSecretKey(tokenKey) as unknown as Buffer,
    algorithms: ['HS256'],
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
