import type { Records } from '../../contract/index.js'

/** The most connections to Postgres that one process opens, by purpose. */
export const connectionCounts = {
  records: 10,
  /** Appends and data versions. */
  ingestion: 10,
  /** Creating and upgrading the tables of workspaces. */
  changing: 2,
  /** Members' SQL; each connection is logged in as the reader of one workspace. */
  sql: 8,
  /** Cancelling other statements. */
  cancelling: 2,
  /** The watchdog. */
  watching: 1,
  /** Migrations of the records, at the start. */
  migrations: 1,
} as const

/**
 * The most connections a process opens. `questions` is the most that run
 * at once on Postgres; null if it has no events.
 */
export function connectionsOf(questions: number | null): number {
  const { records, migrations, ingestion, changing, sql, cancelling, watching } = connectionCounts
  return (
    records +
    migrations +
    (questions === null ? 0 : questions + ingestion + changing + sql + cancelling + watching)
  )
}

/**
 * The number of connections that the server admits for accounts without superuser rights, shared by all
 * clients. The connection limit of the database applies too. Infinity if it cannot be read.
 */
export async function connectionsAdmitted(records: Records): Promise<number> {
  const [row] = await records.query<{ most: number }>(`SELECT least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
    )::int AS most`)
  return row?.most ?? Infinity
}
