import { serviceRef, type Records, type Role, type ServiceParts } from '../../core/contract/index.js'
import { readEmail } from './email.js'
import { createLogins, type Login } from './logins.js'
import { hashPassword, verifyPassword } from './passwords.js'
import { endSessionsOf, openSession } from './sessions-repository.js'
import { insertUser, setPasswordHash, type User } from './users-repository.js'

/** What other plugins need to make accounts and to let people in. */
export interface Credentials {
  /** Trimmed; null if it is no e-mail address. */
  readEmail(text: string): string | null
  /** Of 8 to 200 characters. Slow, on purpose: never inside a transaction. */
  hashPassword(password: string): Promise<string>
  /** `stored` null: there is no such user; takes as long, and is false. */
  verifyPassword(stored: string | null, password: string): Promise<boolean>
  /** A new user; null if there is one of this e-mail, in whatever case. */
  create(transaction: Records, user: NewAccount): Promise<User | null>
  /** Sets a password and ends all sessions of the user. */
  resetPassword(transaction: Records, userId: string, passwordHash: string): Promise<void>
  /** A login of a user whose password is known to have this hash; null if it has another by now, or the user is gone. */
  open(transaction: Records, userId: string, passwordHash: string): Promise<Login | null>
}

export interface NewAccount {
  readonly email: string
  readonly role: Role
  readonly passwordHash: string
}

export const credentials = serviceRef<Credentials>('credentials')

type Parts = Pick<ServiceParts, 'settings' | 'clock' | 'newId' | 'tokenKey'>

export function createCredentials(parts: Parts): Credentials {
  const { clock, newId } = parts
  const logins = createLogins(parts)
  return Object.freeze({
    readEmail,
    hashPassword,
    verifyPassword,
    create: (transaction, user) =>
      insertUser(transaction, { ...user, id: newId('usr_'), createdAt: new Date(clock()) }),
    async resetPassword(transaction, userId, passwordHash) {
      await setPasswordHash(transaction, userId, passwordHash)
      await endSessionsOf(transaction, userId, new Date(clock()))
    },
    async open(transaction, userId, passwordHash) {
      const session = logins.newSession()
      const user = await openSession(transaction, { userId, passwordHash }, session)
      return user === null ? null : logins.loginOf(session, user)
    },
  } satisfies Credentials)
}
