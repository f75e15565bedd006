import type { Records } from '../../core/contract/index.js'

/** Connections to Postgres that one process opens at most, by what they are for. */
export const connectionCounts = {
  records: 10,
  /** Appends and versions of the data. */
  ingestion: 10,
  /** Making and changing the tables of workspaces. */
  changing: 2,
  /** Members' SQL, each connection under the account of one workspace. */
  sql: 8,
  /** Ending other statements. */
  cancelling: 2,
  /** The watchdog's. */
  watching: 1,
  /** Migrations of the records, at the start. */
  migrations: 1,
} as const

/** What a process opens at most; `questions`: those that run at once on Postgres, null: none are asked there. */
export function connectionsOf(questions: number | null): number {
  const { records, migrations, ingestion, changing, sql, cancelling, watching } = connectionCounts
  return (
    records +
    migrations +
    (questions === null ? 0 : questions + ingestion + changing + sql + cancelling + watching)
  )
}

/** Connections that the server admits for accounts like ours, whoever has them; another limit of the database counts too. */
export async function connectionsAdmitted(records: Records): Promise<number> {
  const [row] = await records.query<{ most: number }>(`SELECT least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
    )::int AS most`)
  return row?.most ?? Infinity
}
