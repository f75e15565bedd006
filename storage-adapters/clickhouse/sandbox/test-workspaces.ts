import { randomInt } from 'node:crypto'
import type { Test } from 'tap'
import type {
  AnalyticsStore,
  Batch,
  EventRow,
  JsonObject,
  SqlBudget,
  SqlReader,
  WorkspaceRef,
} from '../../../contract/index.js'
import { testEngines } from '../../../test/support/engines.js'
import { patience } from '../../../test/support/patience.js'
import { silentLog } from '../../../test/support/silent-log.js'
import { connect } from '../connection.js'
import { createClickHouseStore } from '../store.js'

export const usual: SqlBudget = { timeMs: 10_000, memoryBytes: 400_000_000, rows: 1_000, bytes: 50_000_000 }
export const noon = Date.UTC(2026, 0, 31, 12)

const nothing: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
let seq = 0

export const event = (
  device_id: string,
  event_name: string,
  ms = 0,
  properties: JsonObject = {},
): EventRow => ({
  timestamp: noon + ms,
  event_name,
  device_id,
  session_id: null,
  user_id: null,
  message_id: null,
  seq: ++seq,
  context: {},
  properties,
})
export const link = (device_id: string, user_id: string, ms = 0) => ({
  timestamp: noon + ms,
  device_id,
  user_id,
})
export const trait = (device_id: string, traits: JsonObject, ms = 0) => ({
  timestamp: noon + ms,
  device_id,
  message_id: null,
  seq: ++seq,
  traits,
})

interface RunningStatement {
  readonly id: string
  readonly seconds: number
  readonly query: string
  /** The threads of the engine that work for it, by their numbers in the operating system. */
  readonly threads: readonly number[]
}

export interface Sandbox {
  readonly store: AnalyticsStore
  readonly sql: SqlReader
  /** Creates a workspace with these rows; it is dropped after the test. */
  workspace(batch: Partial<Batch>): Promise<WorkspaceRef>
  append(workspace: WorkspaceRef, batch: Partial<Batch>): Promise<void>
  /** Runs a query as the engine's administrator. */
  admin(query: string): Promise<readonly (readonly unknown[])[]>
  /** Runs a statement without rows as the administrator. */
  command(query: string): Promise<void>
  /**
   * The running statements of members of these workspaces, oldest first; other tests use the same
   * engine.
   */
  statements(): Promise<readonly RunningStatement[]>
  /** The number of these statements. */
  running(): Promise<number>
  /** Resolves once none of them runs; rejects if one hangs. */
  nothingRuns(): Promise<void>
}

export function openSandbox(t: Test): Sandbox {
  const connection = testEngines().clickhouse
  const store = createClickHouseStore({ connection, log: silentLog })
  const client = connect(connection)
  const made: WorkspaceRef[] = []
  const admin: Sandbox['admin'] = async (query) =>
    (await client.query({ query, format: 'JSONCompactEachRow' })).json<readonly unknown[]>()
  const command: Sandbox['command'] = async (query) => {
    await client.command({ query })
  }
  const append: Sandbox['append'] = (workspace, batch) => store.append(workspace, { ...nothing, ...batch })
  t.teardown(async () => {
    for (const workspace of made) await store.dropWorkspace(workspace)
    await store.close()
    await client.close()
  })
  if (store.sql === undefined) throw new Error('no SQL')
  const statements: Sandbox['statements'] = async () => {
    if (made.length === 0) return []
    const numbers = made.map(({ number }) => `'${number}'`).join()
    const found = await admin(
      `SELECT query_id, elapsed, query, thread_ids FROM system.processes
       WHERE user LIKE 'r%' AND splitByChar('_', current_database)[2] IN (${numbers}) ORDER BY elapsed DESC`,
    )
    return found.map(([id, seconds, query, threads]) => ({
      id: String(id),
      seconds: Number(seconds),
      query: String(query),
      threads: (threads as readonly unknown[]).map(Number),
    }))
  }
  const running: Sandbox['running'] = async () => (await statements()).length
  return {
    store,
    sql: store.sql,
    admin,
    append,
    command,
    async workspace(batch) {
      const number = randomInt(1, 2 ** 40)
      const workspace = { id: `ws_${number}`, number }
      await store.createWorkspace(workspace)
      made.push(workspace)
      await append(workspace, batch)
      return workspace
    },
    statements,
    running,
    async nothingRuns() {
      for (const end = performance.now() + patience; (await running()) > 0;) {
        if (performance.now() > end) throw new Error('a statement is still running')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}
