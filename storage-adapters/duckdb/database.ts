import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { iso8601Macro } from './query/iso-time.js'

export interface DatabaseOptions {
  /** The directory of the database file and of spilled rows; null for a database in memory. */
  readonly directory: string | null
  /** The most memory of all questions and appends together, in bytes. */
  readonly memoryBytes: number
}

/** One open database file. Questions and appends each have a connection of their own. */
export interface Database {
  /** Runs work on a new connection and closes it. */
  withConnection<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T>
  readonly version: string
  close(): void
}

/**
 * Opens the database. The engine may neither download extensions nor read files or addresses that a statement
 * names, and its settings are locked.
 */
export async function openDatabase({ directory, memoryBytes }: DatabaseOptions): Promise<Database> {
  if (directory !== null) await mkdir(directory, { recursive: true, mode: 0o700 })
  const file = directory === null ? ':memory:' : join(directory, 'sextant.duckdb')
  const megabytes = Math.ceil(memoryBytes / 2 ** 20)
  const instance = await DuckDBInstance.create(file, {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    memory_limit: `${megabytes}MiB`,
    default_null_order: 'nulls_last',
    // Without a directory nothing spills, and a question over its memory fails.
    temp_directory: directory === null ? '' : join(directory, 'spill'),
    max_temp_directory_size: `${4 * megabytes}MiB`,
  })
  const withConnection = async <T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> => {
    const connection = await instance.connect()
    try {
      return await work(connection)
    } finally {
      connection.closeSync()
    }
  }
  const version = await withConnection(async (connection) => {
    await connection.run(iso8601Macro)
    await connection.run(`SET enable_external_access = false; SET lock_configuration = true`)
    const result = await connection.runAndReadAll('SELECT version()')
    return String(result.getRows()[0]?.[0])
  })
  return { withConnection, version, close: () => instance.closeSync() }
}
