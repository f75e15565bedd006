import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { analyticsError } from './errors.js'
import type { Accounts } from './sandbox/account.js'
import { closeReader, dropReader } from './sandbox/roles.js'

/** Milliseconds, below the server's deadlock_timeout (1 s), so that a deadlock is always ended by the drop, never by a question. */
const patience = 250
const pause = 50
/** Some 90 seconds: longer than any question may take. */
const attempts = 300

const lockTimeout = '55P03'
const deadlock = '40P01'

/** Several who remove one workspace take turns: the server fails, and waits for nobody, where two change a role at once. */
const turnLock = 0x5e8a
const takeTurn = (schema: string): string =>
  `SELECT pg_advisory_xact_lock(${turnLock}, hashtext('${schema}'))`

/** Removes a workspace: first those who read it by SQL, whatever they are doing, then its schema, then their role. */
export async function dropWorkspace(
  pool: pg.Pool,
  schema: string,
  workspace: number,
  accounts: Accounts | null,
): Promise<void> {
  const run = async (text: string): Promise<void> => {
    await pool.query(`${takeTurn(schema)}; ${text}`).catch((error: unknown) => {
      throw analyticsError(error)
    })
  }
  if (accounts !== null) await run(closeReader(workspace, accounts))
  await dropSchema(pool, schema)
  if (accounts !== null) await run(dropReader(workspace, accounts))
}

/**
 * Removes a schema while questions and appends to it may still be under way: it waits for them, but never for long at
 * a time, because whoever comes later waits behind it. Those that come afterwards find nothing, and are told so.
 */
export async function dropSchema(pool: pg.Pool, schema: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect().catch((error: unknown) => {
      throw analyticsError(error)
    })
    try {
      await client.query(
        `BEGIN; SET LOCAL lock_timeout = ${patience}; ${takeTurn(schema)}; DROP SCHEMA IF EXISTS ${schema} CASCADE; COMMIT`,
      )
      client.release()
      return
    } catch (error) {
      client.release(true)
      if (!isBusy(error) || attempt === attempts) throw analyticsError(error)
    }
    await wait(pause)
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === lockTimeout || error.code === deadlock)
