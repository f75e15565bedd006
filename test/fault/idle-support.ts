import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  aggregate,
  bucket,
  column,
  count,
  scan,
  type AnalyticsStore,
  type Batch,
  type WorkspaceRef,
} from '../../contract/index.js'
import { workspaceDatabases } from '../../storage-adapters/clickhouse/idle-tables.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import {
  makeAccountPoolOptions,
  readerConfiguration,
} from '../../storage-adapters/clickhouse/sandbox/accounts.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { startClickHouse, type RunningEngine } from '../../storage-adapters/embedded/index.js'
import { eventually, log } from '../../storage-adapters/embedded/test-support.js'
import { patience } from '../support/patience.js'
import { silentLog } from '../support/silent-log.js'

/** Helpers for tests of tables that are not loaded; not part of the program. */
export const idleMs = 100
const day = Date.UTC(2026, 0, 5)
const dayMs = 86_400_000
const limits = { timeMs: patience, memoryBytes: 1e9, rows: 10_000 }
export const sqlBudget = { timeMs: 60_000, memoryBytes: 1e9, rows: 10_000, bytes: 1e8 }
const edges = [day, day + dayMs, day + 2 * dayMs]
const perDay = aggregate(scan('events'), { bucket: bucket(column('timestamp'), edges) }, { n: count() })
const none: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }

/** Twenty events with message ids, over two days. */
export const batch = (from: number): Batch => ({
  ...none,
  events: Array.from({ length: 20 }, (_, index) => ({
    timestamp: day + ((from + index) % 2) * dayMs + index,
    event_name: 'view',
    device_id: `device ${index % 7}`,
    session_id: `session ${index % 3}`,
    user_id: null,
    message_id: `m${from + index}`,
    seq: from + index,
    context: {},
    properties: { index },
  })),
})

export interface Opened {
  readonly engine: RunningEngine
  readonly store: AnalyticsStore
  sql(text: string): Promise<readonly string[]>
  /** The number of tables that the engine has loaded. */
  attached(workspace: WorkspaceRef): Promise<number>
  close(): Promise<void>
}

export async function open(directory: string, idle = idleMs, unloaded = true): Promise<Opened> {
  const readers = makeAccountPoolOptions()
  const accounts = readerConfiguration(readers)
  const engine = await startClickHouse({
    ...{ directory, log, accounts },
    ...(unloaded && { unloaded: workspaceDatabases }),
  })
  const { url, user, password } = engine
  const connection = { url, user, password, readers, hiddenDefinitions: engine.hiddenDefinitions }
  const store = createClickHouseStore({ connection, log: silentLog, idleMs: idle })
  const client = connect(connection)
  const sql = async (text: string): Promise<readonly string[]> => {
    if (!text.startsWith('SELECT')) {
      await client.command({ query: text })
      return []
    }
    const result = await client.query({ query: text, format: 'JSONCompactEachRow' })
    return (await result.json<[unknown]>()).map(([value]) => String(value))
  }
  return {
    engine,
    store,
    sql,
    attached: async ({ number }) =>
      Number((await sql(`SELECT count() FROM system.tables WHERE database = 'w${number}'`))[0]),
    async close() {
      await store.close()
      await client.close()
      await engine.stop()
    },
  }
}

export const tablesOfWorkspace = 7

/** Waits until no table is attached. */
export const left = ({ attached }: Opened, workspace: WorkspaceRef): Promise<true> =>
  eventually('detached tables', async () => (await attached(workspace)) === 0)

/** Returns the names of files in the folders of databases and tables. */
export const storedFiles = (directory: string): readonly string[] =>
  readdirSync(join(directory, 'data/store'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.split('/').length === 2,
  )

/** Returns the files of a workspace's definitions. */
export function definitions(directory: string, { number }: WorkspaceRef): readonly string[] {
  const path = join(directory, `data/metadata/w${number}`)
  return existsSync(path) ? readdirSync(path).sort() : []
}

let number = 0
export async function made({ store }: Opened): Promise<WorkspaceRef> {
  const workspace = { id: `ws_${++number}`, number }
  await store.createWorkspace(workspace)
  await store.append(workspace, batch(0))
  return workspace
}

export const ask = async ({ store }: Opened, workspace: WorkspaceRef): Promise<readonly number[]> =>
  (await store.run(store.compile(workspace, perDay), limits)).map(({ n }) => Number(n)).sort()

export async function exported({ store }: Opened, workspace: WorkspaceRef): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of await store.sql!.export(
    workspace,
    'SELECT count() FROM events_v1',
    'csv',
    sqlBudget,
  ))
    pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
