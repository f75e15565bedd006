import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { aggregate, bucket, column, count, countDistinct, scan } from '../../contract/index.js'
import type { AnalyticsStore, Batch, EventRow, Log } from '../../contract/index.js'
import { askStore, compileNow } from '../../core/run/ask-store.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { daysTable, deviceDays } from '../../storage-adapters/postgres/views/device-days/tables.js'
import { rollups, tableOf } from '../../storage-adapters/postgres/views/rollups/tables.js'
import { patience } from './patience.js'
import { temporaryDatabase } from './records.js'
import { silentLog } from './silent-log.js'

const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000 }
export const day = 86_400_000
const first = Date.UTC(2024, 0, 30)
/** Two days of January and two of February. */
export const edges = Array.from({ length: 5 }, (_, at) => first + at * day)
const time = column('timestamp')
const daily = aggregate(scan('events'), { bucket: bucket(time, edges) }, { n: count() })
const people = aggregate(
  scan('events', first, first + 4 * day),
  { bucket: bucket(time, edges) },
  { n: countDistinct(column('person')) },
)
export const workspace = { id: 'ws_rolled', number: 7 }
export const schema = '"w7"'
const rest = { logs: [], traits: [], contexts: [], metrics: [] }

/** The same number of events on each of the days; devices 5 and 6 are one person. */
export const batch = (from: number, each: number, days = edges.slice(0, -1)): Batch => ({
  ...rest,
  links: ['device 5', 'device 6'].map((device_id) => ({ device_id, user_id: 'ann', timestamp: from })),
  events: days.flatMap((start) => Array.from({ length: each }, (_, at) => event(start, from + at))),
})
export const event = (start: number, seq: number): EventRow => ({
  timestamp: start + ((seq * 7_654_321) % day),
  event_name: `event ${seq % 3}`,
  device_id: `device ${seq % 7}`,
  session_id: seq % 5 === 0 ? null : `session ${seq % 11}`,
  user_id: null,
  message_id: null,
  seq,
  context: {},
  properties: {},
})

interface Views {
  readonly store: AnalyticsStore
  /** How often the store has found its rollups incomplete. */
  readonly found: () => number
  /** A store that answers without rollups. */
  readonly rows: AnalyticsStore
  /** Opens a further store, as another process would. */
  open(): AnalyticsStore
  readonly url: string
  /** Runs a statement as an operator would. */
  sql(text: string): Promise<readonly Record<string, unknown>[]>
}

/** A workspace with a hundred events a day. */
export async function openViews(t: Test): Promise<Views> {
  const database = await temporaryDatabase()
  const stores: AnalyticsStore[] = []
  const open = (log: Log = silentLog, rollups = true): AnalyticsStore => {
    const store = createPostgresStore({ connection: { url: database.url }, log, views: rollups })
    stores.push(store)
    return store
  }
  t.teardown(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await database.drop()
  })
  let found = 0
  const store = open({
    ...silentLog,
    info: (_, message) => (found += message === 'building rollups' ? 1 : 0),
  })
  await store.createWorkspace(workspace)
  await store.append(workspace, batch(0, 100))
  const rows = open(silentLog, false)
  const { url, sql } = database
  return { store, found: () => found, rows, open: () => open(), url, sql }
}

/** Whether both views answer: the rollups and the days of devices. */
export const isRolled = async (store: AnalyticsStore): Promise<boolean> =>
  (await compileNow(store, workspace, daily)).text.includes('ask_rollups') &&
  (await compileNow(store, workspace, people)).text.includes('ask_days')
export const ask = async (store: AnalyticsStore): Promise<readonly (readonly number[])[]> => {
  const answers: number[][] = []
  for (const plan of [daily, people]) {
    const rows = await askStore(store, workspace, plan, limits)
    answers.push(rows.map(({ n }) => Number(n)).sort((a, b) => a - b))
  }
  return answers
}
export const same = [...rollups.map(({ name }) => name), deviceDays].map((name) => ({
  name,
  built: 1,
  differs: [],
}))
export const tables = [...rollups.map((one) => tableOf(schema, one)), daysTable(schema)]
export const check = async (store: AnalyticsStore): Promise<unknown> => store.views?.check(workspace)

export async function untilRolled(store: AnalyticsStore): Promise<void> {
  while (!(await isRolled(store))) await pause(20)
}
