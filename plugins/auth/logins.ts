import type { ServiceDependencies } from '../../contract/index.js'
import type { NewSession } from './sessions-repository.js'
import { signToken } from './tokens.js'
import type { User } from './users-repository.js'

/** The result of a login: a token, its end, and its user. */
export interface Login {
  readonly token: string
  readonly expiresAt: Date
  readonly user: User
}

export interface Logins {
  /** Returns a session, which must be stored before loginOf() returns its token to the caller. */
  newSession(): NewSession
  loginOf(session: NewSession, user: User): Promise<Login>
}

type Dependencies = Pick<ServiceDependencies, 'settings' | 'clock' | 'newId' | 'tokenKey'>

export const createLogins = ({ settings, clock, newId, tokenKey }: Dependencies): Logins => ({
  newSession() {
    const now = clock()
    return {
      jti: newId('ses_'),
      createdAt: new Date(now),
      expiresAt: new Date((toSeconds(now) + Math.min(settings.tokenTtl, settings.sessionMaxAge)) * 1000),
    }
  },

  async loginOf(session, user) {
    const token = await signToken(tokenKey, {
      sub: user.id,
      email: user.email,
      role: user.role,
      jti: session.jti,
      issuedAt: toSeconds(session.createdAt.getTime()),
      expiresAt: toSeconds(session.expiresAt.getTime()),
    })
    return { token, expiresAt: session.expiresAt, user }
  },
})

/** Rounds down: a token's times are whole seconds, and a session ends at the same instant as its token. */
const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)
