import pg from 'pg'
import type { AnalyticsStore, Batch, SqlBudget, WorkspaceRef } from '../../../contract/index.js'
import { urlOf } from '../../../test/support/engine-addresses.js'
import { testEngines } from '../../../test/support/engines.js'
import { temporaryDatabase, type TemporaryDatabase } from '../../../test/support/records.js'
import { silentLog } from '../../../test/support/silent-log.js'
import { createPostgresStore } from '../store.js'
import type { guard } from './guard.js'
import { createSqlReader, type PostgresSqlReader, type SqlReaderOptions } from './reader.js'
import { readGround } from './prepare.js'

/** The servers to test: the embedded one, and an external one known by its URL. */
export const servers = (): readonly { readonly name: string; readonly url: string }[] => [
  { name: 'embedded Postgres', url: urlOf(testEngines().postgres) },
  { name: 'Postgres by URL', url: urlOf(testEngines().outsidePostgres) },
]

export const budget: SqlBudget = { timeMs: 2_000, memoryBytes: 500_000_000, rows: 10_000, bytes: 50_000_000 }

/** Values of the second workspace; no answer about the first may contain them. */
export const secrets = ['secret-event', 'secret-device', 'secret-user', 'secret-trait'] as const

const nothing: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
const at = (time: string): number => Date.parse(`2026-01-${time}Z`)

export const event = (
  event_name: string,
  device_id: string,
  time: string,
  properties = {},
): Batch['events'][number] => ({
  timestamp: at(time),
  event_name,
  device_id,
  session_id: 's1',
  user_id: null,
  message_id: null,
  seq: at(time),
  context: { os: 'iOS' },
  properties,
})
export const link = (device_id: string, user_id: string, time: string): Batch['links'][number] => ({
  timestamp: at(time),
  device_id,
  user_id,
})
export const trait = (device_id: string, time: string, traits: Batch['traits'][number]['traits']) => ({
  timestamp: at(time),
  device_id,
  message_id: null,
  seq: at(time),
  traits,
})

export const mine: WorkspaceRef = { id: 'ws_mine', number: 71 }
export const other: WorkspaceRef = { id: 'ws_other', number: 72 }

export interface Sandbox {
  readonly store: AnalyticsStore
  readonly database: TemporaryDatabase
  /** Runs a statement as superuser, on a connection that stays open. */
  look(text: string): Promise<readonly Record<string, unknown>[]>
  /** Creates an SQL reader, with another guard or login if given. */
  reader(change: Partial<SqlReaderOptions>): Promise<PostgresSqlReader>
  close(): Promise<void>
}

/** Opens a new database with two workspaces. */
export async function openSandbox(server: string): Promise<Sandbox> {
  const database = await temporaryDatabase(server)
  const connection = { url: database.url }
  const store = createPostgresStore({ connection, log: silentLog })
  for (const workspace of [mine, other]) await store.createWorkspace(workspace)
  await store.append(mine, {
    ...nothing,
    events: [
      event('a', 'd1', '05T10:00:00', { plan: 'pro' }),
      event('b', 'd1', '05T11:00:00', { plan: 'free', a: { b: 1 } }),
      event('a', 'd2', '06T10:00:00', { path: '/x' }),
    ],
    links: [link('d1', 'u1', '07T00:00:00')],
    traits: [trait('d1', '05T10:00:00', { plan: 'pro' })],
    contexts: [
      {
        timestamp: at('05T10:00:00'),
        device_id: 'd1',
        session_id: 's1',
        message_id: null,
        seq: 1,
        context: { os: 'iOS' },
        properties: {},
      },
    ],
    logs: [
      {
        timestamp: at('05T10:00:00'),
        level: 'info',
        service: 'api',
        source: 'h',
        message: { text: 'hello' },
        session_id: null,
        message_id: null,
        seq: 1,
      },
    ],
  })
  await store.append(other, {
    ...nothing,
    events: [event('secret-event', 'secret-device', '05T10:00:00')],
    links: [link('secret-device', 'secret-user', '07T00:00:00')],
    traits: [trait('secret-device', '05T10:00:00', { plan: 'secret-trait' })],
  })
  const pool = new pg.Pool({ connectionString: database.url, max: 3 })
  // Ending the pool does not wait for the server, which terminates the
  // remaining sessions of the dropped database.
  pool.on('error', () => undefined)
  const readers: PostgresSqlReader[] = []
  return {
    store,
    database,
    look: async (text) => (await pool.query<Record<string, unknown>>(text)).rows,
    async reader(change) {
      const client = await pool.connect()
      const ground = await readGround(client, silentLog)
      client.release()
      const made = createSqlReader({
        connection,
        pool,
        log: silentLog,
        ground: () => Promise.resolve(ground),
        ...change,
      })
      readers.push(made)
      return made
    },
    async close() {
      for (const reader of readers) reader.close()
      await pool.end()
      await store.close()
      await database.drop()
      // Roles belong to the server, so dropping the database leaves them.
      await dropLeftRoles(server)
    },
  }
}

/** A guard that accepts every text. */
export const noGuard: typeof guard = () => Promise.resolve()

async function dropLeftRoles(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const { rows } = await client.query<{ role: string }>(
    `SELECT rolname AS role FROM pg_roles WHERE rolname ~ '^sextant_r_[0-9a-f]{10}_w(71|72)$'`,
  )
  for (const { role } of rows) await client.query(`DROP ROLE IF EXISTS ${role}`).catch(() => undefined)
  await client.end()
}
