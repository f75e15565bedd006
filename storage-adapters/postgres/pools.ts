import pg from 'pg'
import type { Log } from '../../contract/index.js'
import { connectionCounts } from './connection-count.js'
import { endablePool } from './end-pool.js'
import { clientConfig, type RecordConnection } from './records/connection.js'

/** Connection pools by purpose, so that no kind of work waits for the connections of another. */
export interface Pools {
  readonly questions: pg.Pool
  /** Reads and writes of ingestion, data versions, and maintenance of tables. */
  readonly ingestion: pg.Pool
  /** Creating schemas and changing tables. */
  readonly changing: pg.Pool
  /** Statements that cancel others, when all other connections may be busy. */
  readonly cancelling: pg.Pool
  close(): Promise<void>
}

/**
 * The number of uses after which a connection is closed. Its server process caches the catalogue entries of
 * every workspace it has used, and scans them at each change of any table: after 800 workspaces, creating one
 * takes five times as long.
 */
const uses = { asking: 500, storing: 200, changing: 16 }

/** Opens all pools of an analytics store. */
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
    pool.on('error', (error) => log.warn({ err: error }, 'idle connection to Postgres lost'))
    // The pool does not listen to a connection in use, and an error
    // event without a listener ends the process.
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
