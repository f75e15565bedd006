import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Log, RecordServer, RecordStore, WorkspaceRef } from '../../contract/index.js'
import { startPostgres } from '../../storage-adapters/embedded/index.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'

export interface TestRecordsOptions {
  /**
   * A Postgres server whose account may create databases: `postgres://user:password@host/database`. The embedded one
   * unless given; it is in the optional packages of sextant.
   */
  readonly url?: string | undefined
}

const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/**
 * Opens an empty database for one service of a test, which closes it: `testService({ records: await testRecords() })`.
 * The database is deleted then. Rejects if no Postgres can be started or reached.
 */
export async function testRecords({ url }: TestRecordsOptions = {}): Promise<RecordStore> {
  const { server, end } = url === undefined ? await embedded() : await databaseOn(url)
  const store = createRecordStore({ ...server, log: silent })
  const close = async (): Promise<void> => {
    await store.close()
    await end()
  }
  let closing: Promise<void> | undefined
  return { ...store, close: () => (closing ??= close()) }
}

interface Opened {
  readonly server: RecordServer
  end(): Promise<void>
}

async function embedded(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-records-'))
  // As root, the server runs under an account of its own, which must reach its data.
  chmodSync(folder, 0o755)
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const engine = await startPostgres({ directory: join(folder, 'postgres'), log: silent })
    const { url, user, password, database } = engine
    return {
      server: { url, user, password, database },
      async end() {
        await engine.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

async function databaseOn(url: string): Promise<Opened> {
  const database = `sextant_test_${randomBytes(8).toString('hex')}`
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`CREATE DATABASE ${database}`)
  return { server: { url, database }, end: () => run(`DROP DATABASE ${database} WITH (FORCE)`) }
}

/** Stores a workspace of the kit, so that tables of plugins can refer to it. */
export async function insertWorkspace(records: RecordStore, { id, number }: WorkspaceRef): Promise<void> {
  await records.query(
    `INSERT INTO workspaces (id, number, name, slug, created_at, updated_at) OVERRIDING SYSTEM VALUE
     VALUES ($1, $2, $1, $1, now(), now())`,
    [id, number],
  )
}
