import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { WorkspaceRef } from '../../../core/contract/index.js'
import { budgetNames, fenceOf, fixedSettings } from './settings.js'

/** Who runs a statement, and in which database: the account can read that one and nothing else. */
export interface ReaderAccount {
  readonly user: string
  readonly password: string
  readonly database: string
}

export interface BorrowedReader extends ReaderAccount {
  /** To be called once, when the statement has ended. */
  release(): void
}

export interface ReaderAccounts {
  /** Rejects with NOT_FOUND for a workspace without data, with UNAVAILABLE where there can be no account. */
  borrow(workspace: WorkspaceRef): Promise<BorrowedReader>
  /** After a failure that says the account or its database is gone: the next borrow() makes it anew. */
  forget(workspace: WorkspaceRef): void
  drop(workspace: WorkspaceRef): Promise<void>
}

/**
 * The reader accounts of an engine that learns its accounts only when it starts: r0, r1 … Their passwords follow from
 * the secret, which is made anew for every start.
 */
export interface AccountPoolOptions {
  readonly secret: string
  readonly count: number
}

/** So many workspaces can use SQL without one of them being moved out of its account; they cost 0.2 s of the start. */
const usualAccounts = 512

export const makeAccountPoolOptions = (): AccountPoolOptions => ({
  secret: randomBytes(32).toString('base64url'),
  count: usualAccounts,
})

export const passwordOf = (secret: string, user: string): string =>
  createHmac('sha256', secret).update(user).digest('base64url')

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The names of all accounts, as a pattern of the engine. */
export const accountUsers = '^r[0-9]+$'

export const accountUser = (account: number): string => `r${account}`

/** The workspace's number is in the name: an account that was given to another workspace finds nothing under it. */
export const accountDatabase = (account: number, number: number): string => `r${account}_${number}`

/** The accounts as the engine's configuration takes them: what stands in <profiles> and in <users>. */
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
      // All databases of this account; there is never more than one.
      `<grants><query>GRANT SELECT ON \`${accountDatabase(account, 0).slice(0, -1)}\`*.*</query></grants>`,
    ]
    return element(name, parts.join(''))
  })
  return { profiles: element('sql_reader', settings.join('\n')), users: users.join('\n') }
}
