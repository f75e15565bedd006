import type { ClickHouseClient } from '@clickhouse/client'
import { randomUUID } from 'node:crypto'
import { ServiceError, type Batch, type JsonObject } from '../../core/contract/index.js'
import { dayMs } from '../sql/edges.js'
import { insertSettings } from './connection.js'
import { clickhouseError } from './errors.js'
import { contextRow, eventRow, linkRow, logRow, messageHash, metricRow, traitRow } from './rows.js'

/** How far from its first copy's time a repeated message may lie: its clock may have been the server's. */
const repeatDays = 2

/** Stores a batch: links and traits first, so that an event is never visible before what its request said of its person. */
export async function appendBatch(client: ClickHouseClient, database: string, batch: Batch): Promise<void> {
  try {
    const [events, logs, traits, contexts, metrics] = await Promise.all([
      withoutRepeats(client, `${database}.events_v1`, 'message', batch.events),
      withoutRepeats(client, `${database}.logs_v1`, 'message_hash', batch.logs),
      withoutRepeats(client, `${database}.traits_v1`, 'message', batch.traits),
      withoutRepeats(client, `${database}.context_v1`, 'message', batch.contexts),
      withoutRepeats(client, `${database}.metrics_v1`, 'message', batch.metrics),
    ])
    await Promise.all([
      insert(client, `${database}.device_links`, ['device_id', 'link'], batch.links.map(linkRow)),
      insert(client, `${database}.traits_v1`, null, traits.map(traitRow)),
      insert(client, `${database}.context_v1`, null, contexts.map(contextRow)),
    ])
    await Promise.all([
      insert(client, `${database}.events_v1`, null, events.map(eventRow)),
      insert(client, `${database}.logs_v1`, null, logs.map(logRow)),
      insert(client, `${database}.metrics_v1`, null, metrics.map(metricRow)),
    ])
  } catch (error) {
    throw clickhouseError(error)
  }
}

/** The server takes a parameter of at most 128 KiB. */
const hashesAtOnce = 4_000

interface Message {
  readonly message_id: string | null
  readonly timestamp: number
}

async function withoutRepeats<T extends Message>(
  client: ClickHouseClient,
  table: string,
  column: string,
  rows: readonly T[],
): Promise<readonly T[]> {
  const fresh = new Map<string, T>()
  for (const row of rows)
    if (row.message_id !== null && !fresh.has(row.message_id)) fresh.set(row.message_id, row)
  if (fresh.size === 0) return rows
  const hashes = new Map([...fresh.keys()].map((id) => [messageHash(id), id]))
  const times = rows.map((row) => row.timestamp)
  const days = [
    Math.max(0, Math.floor(times.reduce((a, b) => Math.min(a, b), Infinity) / dayMs) - repeatDays),
    Math.floor(times.reduce((a, b) => Math.max(a, b), 0) / dayMs) + repeatDays,
  ]
  const all = [...hashes.keys()]
  for (let from = 0; from < all.length; from += hashesAtOnce) {
    const result = await client.query({
      query: `SELECT DISTINCT toString(${column}) FROM ${table} WHERE day BETWEEN toDate({from:Int64}) AND toDate({to:Int64}) AND ${column} IN {hashes:Array(UInt64)}`,
      query_params: { from: days[0], to: days[1], hashes: all.slice(from, from + hashesAtOnce).map(BigInt) },
      format: 'JSONCompactEachRow',
      clickhouse_settings: { max_query_size: '4194304' },
    })
    for (const [hash] of await result.json<[string]>()) fresh.delete(hashes.get(hash) ?? '')
  }
  const kept = new Set<T>(fresh.values())
  return rows.filter((row) => row.message_id === null || kept.has(row))
}

const attempts = 3

/** Tried again under the same token if the connection broke: the engine drops the block if it was stored already. */
async function insert(
  client: ClickHouseClient,
  table: string,
  columns: [string, ...string[]] | null,
  rows: readonly JsonObject[],
): Promise<void> {
  if (rows.length === 0) return
  const token = randomUUID()
  for (let attempt = 1; ; attempt++) {
    try {
      await client.insert({
        table,
        values: rows,
        format: 'JSONEachRow',
        ...(columns === null ? {} : { columns }),
        clickhouse_settings: { ...insertSettings, insert_deduplication_token: token },
      })
      return
    } catch (error) {
      const known = clickhouseError(error)
      const broken = known instanceof ServiceError && known.code === 'UNAVAILABLE'
      if (!broken || attempt === attempts) throw known
    }
  }
}
