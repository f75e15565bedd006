import { ClickHouseError, type ClickHouseSettings } from '@clickhouse/client'
import { randomBytes } from 'node:crypto'
import { ServiceError, type WorkspaceRef } from '../../../contract/index.js'
import { clickhouseError } from '../errors.js'
import type { Servers } from '../cluster/servers.js'
import { passwordOf, sha256, type BorrowedReader, type ReaderAccounts } from './accounts.js'
import { makeReadable } from './create-views.js'
import { budgetNames, fenceOf, fixedSettings } from './settings.js'

const profile = 'sextant_sql_reader'
/** A ClickHouse regular expression for the names of all readers. */
export const readerUsers = '^sextant_sql_reader_[0-9]+$'
const userOf = (number: number): string => `sextant_sql_reader_${number}`
const databaseOf = (number: number): string => `sextant_sql_${number}`

/**
 * Codes of a server that cannot create accounts: not allowed; no storage for accounts; accounts from the
 * configuration only.
 */
const cannot = new Set(['497', '514', '495', '702'])

/**
 * Returns the statement that creates the settings profile of reader accounts on a server that is not
 * embedded. `known` are the names of the server's settings; a profile with an unknown one would be rejected.
 * The tests check only its syntax: their engine accepts no accounts by SQL.
 */
export function profileStatement(
  known: ReadonlySet<string>,
  on = '',
  more: Readonly<Record<string, unknown>> = {},
  onCluster = false,
): string {
  const fixed = Object.entries({ ...fixedSettings, ...more })
    .filter(([name]) => known.has(name))
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? `'${value}'` : String(value)}`)
  const fenced = budgetNames.map((name) => {
    const { usual, least, most } = fenceOf(name, onCluster)
    return `${name} = ${usual}${least === null ? '' : ` MIN ${least}`} MAX ${most} CHANGEABLE_IN_READONLY`
  })
  return `CREATE SETTINGS PROFILE OR REPLACE ${profile}${on} SETTINGS ${[...fixed, ...fenced].join(', ')}`
}

/**
 * Returns the statements that create a reader's account. The password is sent as a hash, because the server
 * logs statements.
 */
export const accountStatements = (number: number, password: string, on = ''): readonly string[] => [
  `CREATE USER OR REPLACE ${userOf(number)}${on} IDENTIFIED WITH sha256_hash BY '${sha256(password)}' DEFAULT DATABASE ${databaseOf(number)} SETTINGS PROFILE '${profile}'`,
  `GRANT${on} SELECT ON ${databaseOf(number)}.* TO ${userOf(number)}`,
]

/** Returns the statements that drop a reader's account and database. */
export const dropStatements = (number: number, on = ''): readonly string[] => [
  `DROP USER IF EXISTS ${userOf(number)}${on}`,
  `DROP DATABASE IF EXISTS ${databaseOf(number)}${on} SYNC`,
]

/**
 * Creates an account and a database for each workspace on its first statement. Passwords derive from the
 * service's own, so that services sharing a server share them.
 */
export function createServerAccounts(servers: Servers, password: string | undefined): ReaderAccounts {
  const secret = password === undefined || password === '' ? randomBytes(32).toString('base64url') : password
  const { cluster } = servers
  const ready = new Map<number, Promise<void>>()
  let profiled: Promise<void> | null = null

  async function makeProfile(): Promise<void> {
    const result = await servers.client.query({
      query: 'SELECT name FROM system.settings',
      format: 'JSONCompactEachRow',
    })
    const names = (await result.json<[string]>()).map(([name]) => name)
    const known = new Set(names)
    const reading = await servers.reading()
    await servers.everywhere((on) => profileStatement(known, on, replicaSettings(reading), cluster !== null))
  }

  async function make(number: number): Promise<void> {
    profiled ??= makeProfile().catch((error: unknown) => {
      profiled = null
      throw error
    })
    await profiled
    await servers.everywhere((on) => `DROP DATABASE IF EXISTS ${databaseOf(number)}${on} SYNC`)
    await servers.everywhere((on) => `CREATE DATABASE ${databaseOf(number)}${on}`)
    await makeReadable(servers, databaseOf(number), number)
    const own = passwordOf(secret, userOf(number))
    for (const statement of statements((on) => accountStatements(number, own, on)))
      await servers.everywhere(statement)
  }

  return {
    async borrow({ number }: WorkspaceRef): Promise<BorrowedReader> {
      const made = ready.get(number) ?? make(number)
      ready.set(number, made)
      try {
        await made
      } catch (error) {
        ready.delete(number)
        throw accountError(error)
      }
      const user = userOf(number)
      const release = (): undefined => undefined
      return { user, password: passwordOf(secret, user), database: databaseOf(number), release }
    },
    forget: ({ number }) => void ready.delete(number),
    async drop({ number }) {
      ready.delete(number)
      for (const statement of statements((on) => dropStatements(number, on)))
        await servers.everywhere(statement).catch((error: unknown) => {
          if (!(error instanceof ClickHouseError && cannot.has(error.code))) throw error
        })
    },
  }
}

/** Returns the statements of a list one by one, each as a function of its ON CLUSTER clause. */
const statements = (list: (on: string) => readonly string[]): readonly ((on: string) => string)[] =>
  list('').map((_, index) => (on) => list(on)[index] ?? '')

/** Settings by which replicas that lack acknowledged rows do not answer members either. */
const replicaSettings = ({
  select_sequential_consistency: consistent,
}: ClickHouseSettings): Readonly<Record<string, unknown>> =>
  consistent === undefined ? {} : { select_sequential_consistency: consistent }

/** Returns UNAVAILABLE if the server cannot create accounts: without a reader account, no statement runs. */
const accountError = (error: unknown): unknown =>
  error instanceof ClickHouseError && cannot.has(error.code)
    ? new ServiceError(
        'UNAVAILABLE',
        "SQL is not available: the service's ClickHouse account may not create users; see docs/sql.md",
        { cause: error },
      )
    : clickhouseError(error)
