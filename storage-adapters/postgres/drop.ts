import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { analyticsError } from './errors.js'
import type { Accounts } from './sandbox/account.js'
import { closeReader, dropReader } from './sandbox/roles.js'

/**
 * Milliseconds to wait for locks: below the server's deadlock_timeout (1 s), so that in a deadlock the drop
 * fails, not a question.
 */
const patience = 250
/** Milliseconds between attempts. */
const pause = 50
/** About 90 seconds in all: longer than any question may take. */
const attempts = 300

const lockTimeout = '55P03'
const deadlock = '40P01'

/**
 * Serializes removals of one workspace: two concurrent changes of one role fail at once instead of waiting.
 */
const turnLock = 0x5e8a
const takeTurn = (schema: string): string =>
  `SELECT pg_advisory_xact_lock(${turnLock}, hashtext('${schema}'))`

/** Removes a workspace: first ends its readers' sessions, then drops its schema, then the reader's role. */
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
 * Drops a schema while questions and appends may still run on it. It waits for their
 * locks only briefly and then tries again, because later statements queue behind the
 * waiting drop. Statements after the drop fail with NOT_FOUND.
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
