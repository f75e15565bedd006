import pg from 'pg'
import type { Log } from '../../core/contract/index.js'
import { connectionCounts } from './connection-count.js'
import { endablePool } from './end-pool.js'
import { clientConfig, type RecordConnection } from './records-connection.js'

/** Connections by what they are for: none waits for one of another kind. */
export interface Pools {
  readonly questions: pg.Pool
  /** What ingestion reads and writes, versions of the data, and the upkeep of tables. */
  readonly ingestion: pg.Pool
  /** Statements that end others, which come when all other connections are busy. */
  readonly cancelling: pg.Pool
  close(): Promise<void>
}

export function openPools(
  connection: RecordConnection,
  sizes: { readonly questions: number; readonly ingestion: number },
  log: Log,
): Pools {
  const open = (purpose: string, max: number): pg.Pool => {
    const pool = new pg.Pool({
      ...clientConfig(connection),
      fallback_application_name: `sextant-${purpose}`,
      max,
    })
    pool.on('error', (error) => log.warn({ err: error }, 'an idle connection to Postgres ended'))
    // The pool does not listen while a connection is lent out, and an error without a listener ends the process.
    pool.on('connect', (client) =>
      client.on('error', (error) => log.debug({ err: error }, 'connection lost')),
    )
    return pool
  }
  const questions = open('analytics', sizes.questions)
  const ingestion = open('ingestion', sizes.ingestion)
  const cancelling = open('cancelling', connectionCounts.cancelling)
  const ends = [questions, ingestion, cancelling].map(endablePool)
  return {
    questions,
    ingestion,
    cancelling,
    async close() {
      await Promise.all(ends.map((end) => end()))
    },
  }
}
