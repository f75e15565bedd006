import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { recordsUrl } from './record-server.js'

export interface TemporaryDatabase {
  readonly url: string
  /** Runs a statement without the record store, as the server's superuser. */
  readonly sql: (text: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>
  /** Drops the database, after closing its connections. */
  readonly drop: () => Promise<void>
}

/** Creates a database on the test server: an empty one, or a copy of a template to which no one is connected. */
export async function temporaryDatabase(
  server = recordsUrl(),
  template: string | null = null,
): Promise<TemporaryDatabase> {
  const name = `records_${randomBytes(8).toString('hex')}`
  await whenAlone(server, `CREATE DATABASE ${name}${template === null ? '' : ` TEMPLATE ${template}`}`)
  const target = new URL(server)
  target.pathname = `/${name}`
  const url = target.href
  return {
    url,
    sql: (text, values = []) => once(url, text, values),
    drop: () => whenAlone(server, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

const accessedByOthers = '55006'

/**
 * Runs a statement that needs a database to which no one is connected. A terminated session ends when its statement looks
 * for it, and the server's own vacuum visits databases too; Postgres awaits both for five seconds only.
 */
async function whenAlone(server: string, text: string): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await once(server, text)
      return
    } catch (error) {
      if (attempt === 10 || (error as { code?: unknown }).code !== accessedByOthers) throw error
    }
}

async function once(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows
  } finally {
    await client.end()
  }
}

/**
 * Counts, as `n`, the connections to this database that wait for a lock; other test files use the same
 * server.
 */
export const countWaiting = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`

/** The same over a client of the database. */
export const waitingOn = async (client: pg.Client): Promise<number> =>
  (await client.query<{ n: number }>(countWaiting)).rows[0]?.n ?? 0
