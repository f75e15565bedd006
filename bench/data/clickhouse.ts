import type { ClickHouseClient } from '@clickhouse/client'
import type { WorkspaceRef } from '../../contract/index.js'
import { dataDays } from '../days.js'
import { dense, eventRows, sessionsOf, type RowShape } from './rows.js'

const columns = `timestamp, day, event_name, device_id, session_id, user_id, country, os, device_type, platform, browser, app_version`
/** Events of one insert, in the order of time, as they would arrive. */
const insertEvents = 1_200_000

/** Statements that insert the rows of `events` events in parts, each given its rows. */
export async function inSlices(
  client: ClickHouseClient,
  events: number,
  statement: (rows: string) => string,
  shape: RowShape = dense,
): Promise<void> {
  const sessions = sessionsOf(events, shape)
  const slices = Math.max(1, Math.min(dataDays, Math.ceil(events / insertEvents)))
  const edge = (slice: number): number => Math.floor((sessions * slice) / slices)
  for (let slice = 0; slice < slices; slice++)
    await client.command({
      query: statement(eventRows(events, edge(slice), edge(slice + 1), shape)),
      clickhouse_settings: { max_insert_threads: '1', min_insert_block_size_rows: '1500000' },
    })
}

/** Rows of a cluster are on their shards when an insert returns. */
const settings = 'SETTINGS distributed_foreground_insert = 1'

/** Inserts the events of a workspace, and the links of its devices. */
export async function fill(
  client: ClickHouseClient,
  { number }: WorkspaceRef,
  events: number,
  shape: RowShape = dense,
): Promise<void> {
  const database = `w${number}`
  await inSlices(
    client,
    events,
    (rows) => `INSERT INTO ${database}.events_v1 (${columns}, properties, seq, message)
      SELECT ${columns}, properties::JSON, seq, message FROM (${rows}) ${settings}`,
    shape,
  )
  await client.command({
    query: `INSERT INTO ${database}.device_links (device_id, link)
      SELECT device_id, (toDateTime64(0, 3, 'UTC'), any(user_id)) FROM ${database}.events_v1 WHERE user_id != '' GROUP BY device_id ${settings}`,
  })
}

/** Waits until the engine has had nothing to merge for a second, at most this long. */
export async function merged(client: ClickHouseClient, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000
  let quiet = 0
  while (quiet < 3 && Date.now() < end) {
    const result = await client.query({ query: 'SELECT count() FROM system.merges', format: 'JSONCompactEachRow' })
    const [[merges] = []] = await result.json<string[]>()
    quiet = Number(merges) === 0 ? quiet + 1 : 0
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

/** Keeps background work out of the measurements: waits a while for merges, then stops them. */
export async function settled(client: ClickHouseClient, seconds: number): Promise<void> {
  await merged(client, seconds)
  await client.command({ query: 'SYSTEM STOP MERGES' })
}
