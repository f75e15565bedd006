import { ClickHouseError, type ClickHouseClient } from '@clickhouse/client'
import { randomBytes } from 'node:crypto'
import { ServiceError, type WorkspaceRef } from '../../../core/contract/index.js'
import { clickhouseError } from '../errors.js'
import { passwordOf, sha256, type BorrowedReader, type ReaderAccounts } from './accounts.js'
import { makeReadable } from './make-readable.js'
import { budgetNames, budgetSettings, fixedSettings } from './settings.js'

const profile = 'sextant_sql_reader'
const userOf = (number: number): string => `sextant_sql_reader_${number}`
const databaseOf = (number: number): string => `sextant_sql_${number}`

/** Not allowed; no place to store an account; accounts of the configuration only. */
const cannot = new Set(['497', '514', '495', '702'])

/**
 * The accounts of a server that is not ours, made by SQL. `known` are the names of its settings: a profile with another
 * one would be refused. Its text is checked by the tests, its effect is not: the engine that they have takes no accounts.
 */
export function profileStatement(known: ReadonlySet<string>): string {
  const fixed = Object.entries(fixedSettings)
    .filter(([name]) => known.has(name))
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? `'${value}'` : value}`)
  const fenced = budgetNames.map((name) => {
    const { usual, most } = budgetSettings[name]
    return `${name} = ${usual} MIN 1 MAX ${most} CHANGEABLE_IN_READONLY`
  })
  return `CREATE SETTINGS PROFILE OR REPLACE ${profile} SETTINGS ${[...fixed, ...fenced].join(', ')}`
}

/** The password goes as its hash: statements are kept in the server's own logs. */
export const accountStatements = (number: number, password: string): readonly string[] => [
  `CREATE USER OR REPLACE ${userOf(number)} IDENTIFIED WITH sha256_hash BY '${sha256(password)}' DEFAULT DATABASE ${databaseOf(number)} SETTINGS PROFILE '${profile}'`,
  `GRANT SELECT ON ${databaseOf(number)}.* TO ${userOf(number)}`,
]

export const dropStatements = (number: number): readonly string[] => [
  `DROP USER IF EXISTS ${userOf(number)}`,
  `DROP DATABASE IF EXISTS ${databaseOf(number)} SYNC`,
]

/**
 * An account and a database for each workspace that asks. The passwords follow from the service's own, so that services
 * that share a server share them.
 */
export function createServerAccounts(client: ClickHouseClient, password: string | undefined): ReaderAccounts {
  const secret = password === undefined || password === '' ? randomBytes(32).toString('base64url') : password
  const ready = new Map<number, Promise<void>>()
  let profiled: Promise<void> | null = null

  async function makeProfile(): Promise<void> {
    const result = await client.query({
      query: 'SELECT name FROM system.settings',
      format: 'JSONCompactEachRow',
    })
    const names = (await result.json<[string]>()).map(([name]) => name)
    await client.command({ query: profileStatement(new Set(names)) })
  }

  async function make(number: number): Promise<void> {
    profiled ??= makeProfile().catch((error: unknown) => {
      profiled = null
      throw error
    })
    await profiled
    await client.command({ query: `DROP DATABASE IF EXISTS ${databaseOf(number)} SYNC` })
    await client.command({ query: `CREATE DATABASE ${databaseOf(number)}` })
    await makeReadable(client, databaseOf(number), number)
    for (const query of accountStatements(number, passwordOf(secret, userOf(number))))
      await client.command({ query })
  }

  return {
    async borrow({ number }: WorkspaceRef): Promise<BorrowedReader> {
      const made = ready.get(number) ?? make(number)
      ready.set(number, made)
      try {
        await made
      } catch (error) {
        ready.delete(number)
        throw refused(error)
      }
      const user = userOf(number)
      const release = (): undefined => undefined
      return { user, password: passwordOf(secret, user), database: databaseOf(number), release }
    },
    forget: ({ number }) => void ready.delete(number),
    async drop({ number }) {
      ready.delete(number)
      for (const query of dropStatements(number))
        await client.command({ query }).catch((error: unknown) => {
          if (!(error instanceof ClickHouseError && cannot.has(error.code))) throw error
        })
    },
  }
}

/** Without an account of its own no statement runs. */
const refused = (error: unknown): unknown =>
  error instanceof ClickHouseError && cannot.has(error.code)
    ? new ServiceError(
        'UNAVAILABLE',
        'SQL is not available: the account of this service on the ClickHouse server may not create users.',
        { cause: error },
      )
    : clickhouseError(error)
