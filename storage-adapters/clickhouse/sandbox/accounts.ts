import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { WorkspaceRef } from '../../../contract/index.js'
import { budgetNames, fenceOf, fixedSettings } from './settings.js'

/** The account that runs a statement, and the only database that it can read. */
export interface ReaderAccount {
  readonly user: string
  readonly password: string
  readonly database: string
}

/** An account in use by a statement. */
export interface BorrowedReader extends ReaderAccount {
  /** Must be called once the statement has ended. */
  release(): void
}

/** The accounts for members' SQL. */
export interface ReaderAccounts {
  /**
   * Returns a workspace's account. Rejects with NOT_FOUND if the workspace was deleted, and with UNAVAILABLE
   * if no account can be created.
   */
  borrow(workspace: WorkspaceRef): Promise<BorrowedReader>
  /** Must be called if the account or its database is missing: the next borrow() creates both again. */
  forget(workspace: WorkspaceRef): void
  /** Drops the account and its database. */
  drop(workspace: WorkspaceRef): Promise<void>
}

/**
 * The accounts r0, r1 … of an embedded engine, which reads its accounts only at startup. Their passwords
 * derive from the secret, which is new at every start.
 */
export interface AccountPoolOptions {
  readonly secret: string
  readonly count: number
}

/**
 * Number of accounts: this many workspaces can use SQL without one losing its account. They add 0.2 s to the
 * start.
 */
const usualAccounts = 512

/** Returns a new secret and the usual number of accounts. */
export const makeAccountPoolOptions = (): AccountPoolOptions => ({
  secret: randomBytes(32).toString('base64url'),
  count: usualAccounts,
})

/** Returns the password of an account, as an HMAC of its name. */
export const passwordOf = (secret: string, user: string): string =>
  createHmac('sha256', secret).update(user).digest('base64url')

/** Returns the SHA-256 of a string in hexadecimal. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A ClickHouse regular expression for the names of all accounts. */
export const accountUsers = '^r[0-9]+$'

export const accountUser = (account: number): string => `r${account}`

/**
 * Returns the name of a reader's database. It contains the workspace's number, so that an account reassigned
 * to another workspace finds nothing under it.
 */
export const accountDatabase = (account: number, number: number): string => `r${account}_${number}`

/** Returns the contents of <profiles> and <users> in the engine's configuration. */
export function readerConfiguration(
  { secret, count }: AccountPoolOptions,
  onCluster = false,
): {
  readonly profiles: string
  readonly users: string
} {
  const element = (name: string, value: string | number): string => `<${name}>${value}</${name}>`
  const fixed = Object.entries(fixedSettings).map(([name, value]) => element(name, value))
  const usual = budgetNames.map((name) => element(name, fenceOf(name, onCluster).usual))
  const fences = budgetNames.map((name) => {
    const { least, most } = fenceOf(name, onCluster)
    const bounds = `${least === null ? '' : element('min', least)}${element('max', most)}`
    return element(name, `${bounds}<changeable_in_readonly/>`)
  })
  const settings = [...fixed, ...usual, element('constraints', fences.join(''))]
  const users = Array.from({ length: count }, (_, account) => {
    const name = accountUser(account)
    const parts = [
      element('password_sha256_hex', sha256(passwordOf(secret, name))),
      '<networks><ip>127.0.0.1</ip></networks><profile>sql_reader</profile><quota>default</quota>',
      // All databases of this account; it never has more than one.
      `<grants><query>GRANT SELECT ON \`${accountDatabase(account, 0).slice(0, -1)}\`*.*</query></grants>`,
    ]
    return element(name, parts.join(''))
  })
  return { profiles: element('sql_reader', settings.join('\n')), users: users.join('\n') }
}
