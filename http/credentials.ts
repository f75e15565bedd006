import type { HttpContext } from './context.js'

/** Longer than any token or key of ours. */
const maxLength = 4096

/** Returns the token or key of `Authorization: Bearer …`; null if there is none. */
export function bearerOf(ctx: HttpContext): string | null {
  const [scheme = '', value = '', ...rest] = ctx.get('Authorization').trim().split(/ +/)
  return scheme.toLowerCase() === 'bearer' && rest.length === 0 ? usable(value) : null
}

/**
 * Returns the ingest key from any place where common clients put it: Bearer, the user name of Basic,
 * X-API-Key, `?token=`.
 */
export const ingestKeyOf = (ctx: HttpContext): string | null =>
  bearerOf(ctx) ?? basicUserOf(ctx) ?? usable(ctx.get('X-API-Key')) ?? usable(tokenOf(ctx.querystring))

/** Whether it has the three dot-separated parts of a JWT. */
export const isJwt = (credential: string): boolean => credential.split('.').length === 3

function basicUserOf(ctx: HttpContext): string | null {
  const [scheme = '', value = ''] = ctx.get('Authorization').trim().split(/ +/)
  if (scheme.toLowerCase() !== 'basic') return null
  const [user = ''] = Buffer.from(value, 'base64').toString('utf8').split(':')
  return usable(user)
}

const tokenOf = (querystring: string): string =>
  querystring.includes('token=') ? (new URLSearchParams(querystring).get('token') ?? '') : ''

/**
 * Returns the value if it is visible ASCII, else null: no credential has other characters, so no lookup is
 * needed.
 */
export const usable = (value: string): string | null =>
  value !== '' && value.length <= maxLength && /^[\x21-\x7e]+$/.test(value) ? value : null
