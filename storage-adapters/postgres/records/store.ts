import { createHash } from 'node:crypto'
import type { Log, Records, RecordStore } from '../../../contract/index.js'
import pg from 'pg'
import { connectionCounts } from '../connection-count.js'
import { endablePool } from '../end-pool.js'
import { clientConfig, recordSchema, type RecordConnection } from './connection.js'
import { isBroken, isStalePlan, recordError } from './errors.js'
import { migrate } from './migrate.js'

export interface RecordStoreOptions extends RecordConnection {
  readonly log: Log
  /** The most connections. */
  readonly poolSize?: number
}

/** The most statements that are prepared: every connection keeps all of its prepared statements. */
const preparedTexts = 500

/** Milliseconds until the server cancels a statement, and until the client closes the connection. */
const statementTimeout = 15_000
const silenceTimeout = 20_000

/**
 * The records on Postgres, in the schema `sextant` of the database. The types of cells are those of
 * connection.ts: timestamptz is a Date, bigint a number. Errors are those of recordError().
 */
export function createRecordStore(options: RecordStoreOptions): RecordStore {
  const { log } = options
  const pool = new pg.Pool({
    ...clientConfig(options),
    statement_timeout: statementTimeout,
    query_timeout: silenceTimeout,
    idle_in_transaction_session_timeout: 60_000,
    max: options.poolSize ?? connectionCounts.records,
    idleTimeoutMillis: 30_000,
    // Not by the connection's `options`: the URL may set those, and poolers reject them.
    verify: (client, done) => {
      client.query(`SET search_path TO ${recordSchema}`, (error: Error | null) => done(error ?? undefined))
    },
  })
  pool.on('error', (error) => log.warn({ err: error }, 'idle connection to the record database lost'))
  // The pool does not listen to a connection in use, and an error event without a listener ends the process.
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'connection lost')))

  const nameOf = statementNames()

  async function run<R extends object>(
    client: pg.ClientBase,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly R[]> {
    const name = nameOf(text)
    try {
      return (await client.query<R>({ text, values: [...values], ...(name === undefined ? {} : { name }) }))
        .rows
    } catch (error) {
      throw recordError(error)
    }
  }

  async function lend(): Promise<pg.PoolClient> {
    try {
      return await pool.connect()
    } catch (error) {
      throw recordError(error)
    }
  }

  async function query<R extends object>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<readonly R[]> {
    const client = await lend()
    let broken = false
    try {
      return await run<R>(client, text, values)
    } catch (error) {
      broken = isBroken(error)
      if (!isStalePlan(error)) throw error
      return (await client.query<R>({ text, values: [...values] })).rows
    } finally {
      client.release(broken)
    }
  }

  async function transaction<T>(work: (records: Records) => Promise<T>): Promise<T> {
    const client = await lend()
    let broken = false
    let over = false
    try {
      await client.query('BEGIN')
      const result = await work({
        async query(text, values = []) {
          if (over) throw new Error('the transaction is over; await each of its queries')
          return run(client, text, values)
        },
      })
      over = true
      // Postgres answers the COMMIT of a failed transaction with a rollback and without an error.
      const { command } = await client.query('COMMIT')
      if (command !== 'COMMIT')
        throw new Error('the transaction was rolled back; a failed query in it must not be ignored')
      return result
    } catch (error) {
      over = true
      broken = await client.query('ROLLBACK').then(
        () => false,
        () => true,
      )
      throw recordError(error)
    } finally {
      client.release(broken)
    }
  }

  return Object.freeze({
    query,
    transaction,
    migrate: (plugin: string, directory: URL) => migrate(options, log, plugin, directory),
    async ping() {
      const [row] = await query<{ version: string }>(`SELECT current_setting('server_version') AS version`)
      return row?.version ?? ''
    },
    close: endablePool(pool),
  })
}

/** Returns names for statements worth preparing: those that occur a second time, up to a bound. */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string | undefined>()
  return (text) => {
    if (names.has(text)) {
      const name = names.get(text) ?? `s${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
      names.set(text, name)
      return name
    }
    if (names.size < preparedTexts) names.set(text, undefined)
    return undefined
  }
}
