import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../../contract/index.js'
import pg from 'pg'
import { clientConfig, recordSchema, type RecordConnection } from './connection.js'
import { recordError } from './errors.js'

interface Migration {
  readonly number: number
  readonly name: string
  readonly checksum: string
  readonly text: string
}

interface Applied {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

const fileName = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/

/** The migrations in a folder, numbered from 1 without a gap. Throws if a file is named otherwise. */
export async function readMigrations(directory: URL): Promise<readonly Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const folder = new URL(`${directory.href.replace(/\/$/, '')}/`)
  return Promise.all(
    names.map(async (name, index) => {
      const digits = fileName.exec(name)?.[1]
      if (digits === undefined)
        throw new Error(`migration ${name} in ${fileURLToPath(folder)} must be named like 0001-name.sql`)
      const expected = String(index + 1).padStart(4, '0')
      if (digits !== expected)
        throw new Error(`migration ${name} in ${fileURLToPath(folder)} must have the number ${expected}`)
      // A checkout with other line ends does not count as a changed file.
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
      return { number: index + 1, name, checksum: createHash('sha256').update(text).digest('hex'), text }
    }),
  )
}

/** The key of the advisory lock for migrating, the same in every process. */
const lockKeys = [0x5e87, 0x0001] as const

const ground = `
  CREATE SCHEMA IF NOT EXISTS ${recordSchema};
  CREATE TABLE IF NOT EXISTS ${recordSchema}.migrations (
    plugin text NOT NULL,
    number integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (plugin, number)
  )`

/**
 * Applies a plugin's missing migrations, each file in a transaction, on a connection that holds the lock
 * meanwhile. Throws if applied migrations and files do not match.
 */
export async function migrate(
  connection: RecordConnection,
  log: Log,
  plugin: string,
  directory: URL,
): Promise<void> {
  const migrations = await readMigrations(directory).catch((error: unknown) => {
    const shown = error instanceof Error ? error.message : String(error)
    throw new Error(`the migrations of plugin ${plugin} cannot be read: ${shown}`, { cause: error })
  })
  const client = new pg.Client(clientConfig(connection))
  // Without a listener, losing the connection between two statements would end the process.
  client.on('error', (error) => log.warn({ err: error }, 'connection for migrations lost'))
  try {
    await client.connect()
    await client.query(`SET search_path TO ${recordSchema}; SET lock_timeout TO '120s'`)
    await client.query('SELECT pg_advisory_lock($1, $2)', [...lockKeys])
    await client.query(ground)
    const applied = await client.query<Applied>(
      'SELECT number, name, checksum FROM migrations WHERE plugin = $1 ORDER BY number',
      [plugin],
    )
    checkApplied(plugin, applied.rows, migrations)
    for (const migration of migrations.slice(applied.rows.length)) {
      await apply(client, plugin, migration)
      log.info({ plugin, migration: migration.name }, 'migration applied')
    }
  } catch (error) {
    throw recordError(error)
  } finally {
    // Ending the session releases the lock; the session may already have ended.
    await client.end().catch(() => undefined)
  }
}

function checkApplied(plugin: string, applied: readonly Applied[], files: readonly Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const file = files[index]
    if (row.number !== index + 1)
      throw new Error(
        `record database has migration ${row.name} of plugin ${plugin}, but not number ${index + 1}`,
      )
    if (file === undefined)
      throw new Error(
        `migration ${row.name} of plugin ${plugin} was applied, but its file is missing; use the version that applied it or a newer one`,
      )
    if (file.checksum !== row.checksum)
      throw new Error(
        `migration ${file.name} of plugin ${plugin} was changed after it was applied (as ${row.name}); restore it and add a new file`,
      )
  }
}

async function apply(client: pg.Client, plugin: string, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(migration.text)
    await client.query('INSERT INTO migrations (plugin, number, name, checksum) VALUES ($1, $2, $3, $4)', [
      plugin,
      migration.number,
      migration.name,
      migration.checksum,
    ])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    const shown = error instanceof Error ? error.message : String(error)
    throw new Error(`migration ${migration.name} of plugin ${plugin} failed: ${shown}`, { cause: error })
  }
}
