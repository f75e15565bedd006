import type { ClickHouseClient } from '@clickhouse/client'
import type { AnalyticsStore, Batch, EventRow, JsonObject, WorkspaceRef } from '../../contract/index.js'
import { dense, eventRows, sessionsOf, type RowShape } from './rows.js'

const columns = ['country', 'os', 'device_type', 'platform', 'browser', 'app_version'] as const
type Given = Readonly<Record<(typeof columns)[number] | 'ms' | 'event_name' | 'device_id' | 'session_id' | 'user_id' | 'properties' | 'seq', string>>

const nothing: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
const batchEvents = 20_000

/** Fills another store with the same events, as ingestion would: ClickHouse generates the rows. */
export async function fillStore(
  client: ClickHouseClient,
  store: AnalyticsStore,
  workspace: WorkspaceRef,
  events: number,
  shape: RowShape = dense,
): Promise<void> {
  const sessions = sessionsOf(events, shape)
  const slices = Math.ceil(events / batchEvents)
  const edge = (slice: number): number => Math.floor((sessions * slice) / slices)
  const linked = new Set<string>()
  for (let slice = 0; slice < slices; slice++) {
    const query = `SELECT toUnixTimestamp64Milli(timestamp) AS ms, * EXCEPT (timestamp, day, message) FROM (${eventRows(events, edge(slice), edge(slice + 1), shape)})`
    const rows = await (await client.query({ query, format: 'JSONEachRow' })).json<Given>()
    const fresh = rows.filter(({ user_id, device_id }) => user_id !== '' && !linked.has(device_id))
    for (const { device_id } of fresh) linked.add(device_id)
    const links = fresh.map(({ device_id, user_id }) => ({ timestamp: 0, device_id, user_id }))
    await store.append(workspace, { ...nothing, events: rows.map(eventOf), links })
  }
}

const eventOf = (row: Given): EventRow => ({
  timestamp: Number(row.ms),
  event_name: row.event_name,
  device_id: row.device_id,
  session_id: row.session_id,
  user_id: row.user_id || null,
  message_id: null,
  seq: Number(row.seq),
  context: Object.fromEntries(columns.map((name) => [name, row[name]])),
  properties: JSON.parse(row.properties) as JsonObject,
})
