import * as crypto from 'node:crypto'
import { createSlices } from '../../../core/contract/index.js'
import { dayMs } from '../../sql/edges.js'
import type { InsertTable } from './row-format.js'
import type { Target } from './target.js'
import { leaseCondition, type Lease } from './writer-lease.js'

/**
 * Days around a message's timestamp in which a repeat is looked for: without a client timestamp, each copy
 * has the server's receipt time.
 */
const repeatDays = 2

/** ClickHouse accepts query parameters of at most 128 KiB. */
const hashesAtOnce = 4_000
const lookupsAtOnce = 2

/**
 * A row, its message id and the id's hash as stored: an unsigned 64-bit integer in decimal, 0 without an id.
 */
export interface HashedRow {
  readonly row: unknown
  readonly timestamp: number
  readonly id: string | null
  readonly hash: string
}

interface Identified {
  readonly timestamp: number
  readonly message_id?: string | null
}

/**
 * Returns the rows with the hashes of their message ids, computed in slices so that the event loop is not
 * blocked.
 */
export async function hashed(rows: readonly Identified[]): Promise<readonly HashedRow[]> {
  const result: HashedRow[] = []
  const slices = createSlices()
  for (const row of rows) {
    const id = row.message_id ?? null
    result.push({ row, timestamp: row.timestamp, id, hash: id === null ? '0' : messageHash(id) })
    if (slices.over()) await slices.next()
  }
  return result
}

const messageHash = (id: string): string => BigInt(`0x${crypto.hash('md5', id).slice(0, 16)}`).toString()

/**
 * Returns the rows whose message is not stored yet, each message once, and all rows without an id. All shards
 * are queried, because a repeat may name another device.
 */
export async function deduplicate(
  { client, database, settings }: Target,
  lease: Lease | null,
  { table, message }: InsertTable<unknown>,
  rows: readonly HashedRow[],
): Promise<readonly HashedRow[]> {
  const fresh = new Map<string, HashedRow>()
  for (const row of rows) if (row.id !== null && !fresh.has(row.hash)) fresh.set(row.hash, row)
  if (fresh.size === 0 || message === null || lease === null) return rows
  const [from, to] = daysAround(rows)
  const all = [...fresh.keys()]
  const parts = Array.from({ length: Math.ceil(all.length / hashesAtOnce) }, (_, part) =>
    all.slice(part * hashesAtOnce, (part + 1) * hashesAtOnce),
  )
  const lookUp = async (hashes: readonly string[]): Promise<void> => {
    const result = await client.query({
      query: `SELECT DISTINCT toString(${message}) FROM ${database.name}.${table} WHERE day BETWEEN toDate({from:Int64}) AND toDate({to:Int64})
        AND ${message} IN {hashes:Array(UInt64)} AND ${leaseCondition(database)}`,
      query_params: {
        from,
        to,
        // Formatted here: the client would format each element by itself.
        hashes: `[${hashes.join(',')}]`,
        epoch: lease.epoch,
        writer: lease.writer,
      },
      format: 'JSONCompactEachRow',
      clickhouse_settings: { ...settings.reading, max_query_size: '4194304' },
    })
    for (const [hash] of await result.json<[string]>()) fresh.delete(hash)
  }
  // Few run in parallel: an import has many lookups, which must not take the engine's time from questions.
  for (let next = 0; next < parts.length; next += lookupsAtOnce)
    await Promise.all(parts.slice(next, next + lookupsAtOnce).map(lookUp))
  return rows.filter((row) => row.id === null || fresh.get(row.hash) === row)
}

function daysAround(rows: readonly HashedRow[]): readonly [number, number] {
  const times = rows.map((row) => row.timestamp)
  const first = times.reduce((a, b) => Math.min(a, b), Infinity)
  const last = times.reduce((a, b) => Math.max(a, b), 0)
  return [Math.max(0, Math.floor(first / dayMs) - repeatDays), Math.floor(last / dayMs) + repeatDays]
}
