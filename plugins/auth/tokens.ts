import { SignJWT } from 'jose/jwt/sign'
import type { Role } from '../../contract/index.js'

export interface TokenContent {
  readonly sub: string
  readonly email: string
  readonly role: Role
  readonly jti: string
  /** Seconds since 1970 UTC. */
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Returns a JWT (HS256) with this service as its issuer. */
export const signToken = (key: Uint8Array, content: TokenContent): Promise<string> =>
  new SignJWT({ email: content.email, role: content.role })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('sextant')
    .setSubject(content.sub)
    .setJti(content.jti)
    .setIssuedAt(content.issuedAt)
    .setExpirationTime(content.expiresAt)
    .sign(key)
