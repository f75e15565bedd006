import type { HttpContext } from './context.js'

/** Longer than any token or key of ours. */
const maxLength = 4096

/** The token or key of `Authorization: Bearer …`. */
export function bearerOf(ctx: HttpContext): string | null {
  const [scheme = '', value = '', ...rest] = ctx.get('Authorization').trim().split(/ +/)
  return scheme.toLowerCase() === 'bearer' && rest.length === 0 ? usable(value) : null
}

/** An ingest key, from wherever common clients put it: Bearer, Basic's user name, X-API-Key, `?token=`. */
export const ingestKeyOf = (ctx: HttpContext): string | null =>
  bearerOf(ctx) ?? basicUserOf(ctx) ?? usable(ctx.get('X-API-Key')) ?? usable(tokenOf(ctx.querystring))

/** Three parts with dots between them. */
export const isJwt = (credential: string): boolean => credential.split('.').length === 3

function basicUserOf(ctx: HttpContext): string | null {
  const [scheme = '', value = ''] = ctx.get('Authorization').trim().split(/ +/)
  if (scheme.toLowerCase() !== 'basic') return null
  const [user = ''] = Buffer.from(value, 'base64').toString('utf8').split(':')
  return usable(user)
}

const tokenOf = (querystring: string): string =>
  querystring.includes('token=') ? (new URLSearchParams(querystring).get('token') ?? '') : ''

/** Visible ASCII only: what else is sent as a credential is none, and no lookup need see it. */
export const usable = (value: string): string | null =>
  value !== '' && value.length <= maxLength && /^[\x21-\x7e]+$/.test(value) ? value : null
