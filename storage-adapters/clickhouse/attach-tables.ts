import type { ClickHouseClient } from '@clickhouse/client'
import { identifier } from './identifier.js'

/** Where the engine's start has put table definitions that it must not read; see the embedded engine. */
export interface HiddenDefinitions {
  /** Returns a pattern for file(): the definitions `<table>.sql.bak` of a database. */
  files(database: string): string
  /** Returns the file that is created once all of them are attached; the pattern matches it too. */
  note(database: string): string
}

const suffix = '.sql.bak'
/** The beginning of a stored definition: `ATTACH TABLE _ UUID '…'`. */
const stored = /^ATTACH ([A-Z ]+) _ (?=UUID ')/

/** Returns the statement that attaches a table by its stored definition; the engine stores it again. */
export function attachStatement(database: string, table: string, definition: string): string {
  const named = definition.replace(
    stored,
    (_, kind: string) => `ATTACH ${kind} IF NOT EXISTS ${identifier(database)}.${identifier(table)} `,
  )
  if (named === definition) throw new Error(`unknown definition of table ${database}.${table}`)
  return named
}

/** Waits for all before it throws: the next attempt must not overlap with them. */
async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(work)) if (one.status === 'rejected') throw one.reason
}

/**
 * Attaches the hidden tables of a database. Does nothing if a former call has: the files remain, and a table
 * of theirs may have been dropped since. After a failure or a kill it may be called again.
 */
export async function attachHidden(
  client: ClickHouseClient,
  database: string,
  hidden: HiddenDefinitions,
): Promise<void> {
  const note = hidden.note(database)
  const result = await client.query({
    query: `SELECT _file, definition FROM file({files:String}, 'RawBLOB', 'definition String')`,
    query_params: { files: hidden.files(database) },
    format: 'JSONCompactEachRow',
  })
  const files = await result.json<[file: string, definition: string]>()
  if (files.length === 0 || files.some(([file]) => note.endsWith(`/${file}`))) return
  await allEnded(
    files.map(([file, definition]) => {
      const table = decodeURIComponent(file.slice(0, -suffix.length))
      return client.command({ query: attachStatement(database, table, definition) })
    }),
  )
  await client.command({
    query: `INSERT INTO FUNCTION file({note:String}, 'RawBLOB', 'note String') SELECT 'attached'`,
    query_params: { note },
    clickhouse_settings: { engine_file_truncate_on_insert: 1 },
  })
}

/** Attaches the detached tables of a database; those attached meanwhile are skipped. */
export async function attachDetached(client: ClickHouseClient, database: string): Promise<void> {
  const result = await client.query({
    query: 'SELECT table FROM system.detached_tables WHERE database = {database:String}',
    query_params: { database },
    format: 'JSONCompactEachRow',
  })
  const tables = await result.json<[string]>()
  await allEnded(
    tables.map(([table]) =>
      client.command({
        query: `ATTACH TABLE IF NOT EXISTS ${identifier(database)}.${identifier(table)}`,
      }),
    ),
  )
}
