import { serviceRef, type Records, type Role } from '../../core/contract/index.js'

/** A user, as the plugin `auth` keeps them; the role is the global one. */
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

/** What this plugin uses of `auth`, whose README says what it does. The tests hold the two to each other. */
export interface Credentials {
  readEmail(text: string): string | null
  hashPassword(password: string): Promise<string>
  verifyPassword(stored: string | null, password: string): Promise<boolean>
  create(
    transaction: Records,
    user: { readonly email: string; readonly role: Role; readonly passwordHash: string },
  ): Promise<User | null>
  resetPassword(transaction: Records, userId: string, passwordHash: string): Promise<void>
  open(transaction: Records, userId: string, passwordHash: string): Promise<Login | null>
}

export const credentials = serviceRef<Credentials>('credentials')
