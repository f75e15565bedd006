import {
  serviceRef,
  type Caller,
  type Records,
  type Role,
  type ServiceDependencies,
} from '../../contract/index.js'
import { readEmail } from './email.js'
import { createLogins, type Login } from './logins.js'
import { passwordKeeper, type PasswordKeeper } from './password-keeper.js'
import { noPassword } from './passwords.js'
import { resets } from './resets.js'
import { deleteResetsBy, deleteResetsOf } from './resets-repository.js'
import { endSessionsOf, openSession } from './sessions-repository.js'
import { insertUser, setPasswordHash, type User } from './users-repository.js'

/** The service by which other plugins create accounts and log people in. */
export interface Credentials extends Pick<PasswordKeeper, 'check' | 'requireUncommon' | 'choose'> {
  /** Returns the trimmed address, or null if it is not an e-mail address. */
  readEmail(text: string): string | null
  /** Returns an id for a new account. */
  newUserId(): string
  /** Creates a user; returns null if the e-mail address already has one, in any case. */
  create(transaction: Records, user: NewAccount): Promise<User | null>
  /** Sets a password; ends all sessions and reset links of the user. */
  resetPassword(transaction: Records, userId: string, passwordHash: string): Promise<void>
  /** Creates a reset link, by which the user can choose a password once, and returns its token. */
  createReset(
    transaction: Records,
    userId: string,
    by: Pick<Caller, 'id'>,
  ): Promise<{ readonly token: string; readonly expiresAt: Date }>
  /** Ends the reset links for this user's password. */
  endResetsOf(transaction: Records, userId: string): Promise<void>
  /** Ends the reset links that this user created for other users. */
  endResetsBy(transaction: Records, userId: string): Promise<void>
  /**
   * Logs in a user whose password was verified against `passwordHash`. Returns null if the hash has changed since, or the
   * user was deleted.
   */
  open(transaction: Records, userId: string, passwordHash: string): Promise<Login | null>
}

export interface NewAccount {
  /** From newUserId(). */
  readonly id: string
  readonly email: string
  readonly role: Role
  /** Null if no password opens the account. */
  readonly passwordHash: string | null
}

export const credentials = serviceRef<Credentials>('credentials')

type Dependencies = Pick<ServiceDependencies, 'settings' | 'clock' | 'newId' | 'tokenKey' | 'use'>

export function createCredentials(dependencies: Dependencies): Credentials {
  const { clock, newId, use } = dependencies
  const logins = createLogins(dependencies)
  return Object.freeze({
    readEmail,
    check: (given) => use(passwordKeeper).check(given),
    requireUncommon: (password, path) => use(passwordKeeper).requireUncommon(password, path),
    choose: (password, by, path) => use(passwordKeeper).choose(password, by, path),
    newUserId: () => newId('usr_'),
    create: (transaction, { passwordHash, ...user }) =>
      insertUser(transaction, {
        ...user,
        passwordHash: passwordHash ?? noPassword,
        createdAt: new Date(clock()),
        confirmed: false,
      }),
    async resetPassword(transaction, userId, passwordHash) {
      await setPasswordHash(transaction, userId, passwordHash)
      await endSessionsOf(transaction, userId, new Date(clock()))
      await deleteResetsOf(transaction, userId)
    },
    createReset: (transaction, userId, by) => use(resets).create(transaction, userId, by),
    endResetsOf: (transaction, userId) => deleteResetsOf(transaction, userId),
    endResetsBy: (transaction, userId) => deleteResetsBy(transaction, userId),
    async open(transaction, userId, passwordHash) {
      const session = logins.newSession()
      const user = await openSession(transaction, { userId, passwordHash }, session)
      return user === null ? null : logins.loginOf(session, user)
    },
  } satisfies Credentials)
}
