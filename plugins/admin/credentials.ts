import { serviceRef, type Caller, type Records, type Role } from '../../contract/index.js'

/** A user as the plugin `auth` stores them; `role` is the global one. */
export interface User {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly created_at: Date
  readonly last_login_at: Date | null
}

export interface Login {
  readonly token: string
  readonly user: User
}

/** The part of the service `credentials` of the plugin `auth` that this plugin uses. A test checks that both agree. */
export interface Credentials {
  readEmail(text: string): string | null
  check(given: {
    readonly email: string
    readonly password: string
    readonly address: string
  }): Promise<{ readonly id: string; readonly passwordHash: string } | null>
  requireUncommon(password: string, path: string): Promise<void>
  choose(password: string, by: string, path?: string): Promise<string>
  newUserId(): string
  create(
    transaction: Records,
    user: {
      readonly id: string
      readonly email: string
      readonly role: Role
      readonly passwordHash: string | null
    },
  ): Promise<User | null>
  createReset(
    transaction: Records,
    userId: string,
    by: Pick<Caller, 'id'>,
  ): Promise<{ readonly token: string; readonly expiresAt: Date }>
  endResetsOf(transaction: Records, userId: string): Promise<void>
  endResetsBy(transaction: Records, userId: string): Promise<void>
  resetPassword(transaction: Records, userId: string, passwordHash: string): Promise<void>
  open(transaction: Records, userId: string, passwordHash: string): Promise<Login | null>
}

export const credentials = serviceRef<Credentials>('credentials')
