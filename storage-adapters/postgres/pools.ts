import pg from 'pg'
import type { Log } from '../../core/contract/index.js'
import { connectionCounts } from './connection-count.js'
import { endablePool } from './end-pool.js'
import { clientConfig, type RecordConnection } from './records/connection.js'

/** Connections by what they are for: none waits for one of another kind. */
export interface Pools {
  readonly questions: pg.Pool
  /** What ingestion reads and writes, versions of the data, and the upkeep of tables. */
  readonly ingestion: pg.Pool
  /** What makes schemas and changes tables. */
  readonly changing: pg.Pool
  /** Statements that end others, which come when all other connections are busy. */
  readonly cancelling: pg.Pool
  close(): Promise<void>
}

/**
 * A connection ends after so many uses. Its process in the server keeps the tables of every workspace that it has touched, and
 * looks through all of them at each change of any table: after 800 workspaces a new one costs five times as much there.
 */
const uses = { asking: 500, storing: 200, changing: 16 }

export function openPools(
  connection: RecordConnection,
  sizes: { readonly questions: number; readonly ingestion: number },
  log: Log,
): Pools {
  const open = (purpose: string, max: number, maxUses: number): pg.Pool => {
    const pool = new pg.Pool({
      ...clientConfig(connection),
      fallback_application_name: `sextant-${purpose}`,
      max,
      maxUses,
    })
    pool.on('error', (error) => log.warn({ err: error }, 'an idle connection to Postgres ended'))
    // The pool does not listen while a connection is lent out, and an error without a listener ends the process.
    pool.on('connect', (client) =>
      client.on('error', (error) => log.debug({ err: error }, 'connection lost')),
    )
    return pool
  }
  const questions = open('analytics', sizes.questions, uses.asking)
  const ingestion = open('ingestion', sizes.ingestion, uses.storing)
  const changing = open('changing', connectionCounts.changing, uses.changing)
  const cancelling = open('cancelling', connectionCounts.cancelling, uses.asking)
  const ends = [questions, ingestion, changing, cancelling].map(endablePool)
  return {
    questions,
    ingestion,
    changing,
    cancelling,
    async close() {
      await Promise.all(ends.map((end) => end()))
    },
  }
}
