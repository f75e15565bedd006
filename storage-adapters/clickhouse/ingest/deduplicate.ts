import * as crypto from 'node:crypto'
import { createSlices } from '../../../core/contract/index.js'
import { dayMs } from '../../sql/edges.js'
import type { InsertTable } from './row-format.js'
import type { Target } from './target.js'
import { leaseCondition, type Lease } from './writer-lease.js'

/** How far from its first copy's time a repeated message may lie: its clock may have been the server's. */
const repeatDays = 2

/** The server takes a parameter of at most 128 KiB. */
const hashesAtOnce = 4_000
const lookupsAtOnce = 2

/** A row, its message id and that id's hash as the tables hold it: 64 bits as digits, 0 for none. */
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

/** The rows whose message is not stored yet, each message once. All shards are asked: a repeat may name another device. */
export async function deduplicate(
  { client, place, settings }: Target,
  turn: Lease | null,
  { table, message }: InsertTable<unknown>,
  rows: readonly HashedRow[],
): Promise<readonly HashedRow[]> {
  const fresh = new Map<string, HashedRow>()
  for (const row of rows) if (row.id !== null && !fresh.has(row.hash)) fresh.set(row.hash, row)
  if (fresh.size === 0 || message === null || turn === null) return rows
  const [from, to] = daysAround(rows)
  const all = [...fresh.keys()]
  const parts = Array.from({ length: Math.ceil(all.length / hashesAtOnce) }, (_, part) =>
    all.slice(part * hashesAtOnce, (part + 1) * hashesAtOnce),
  )
  const lookUp = async (hashes: readonly string[]): Promise<void> => {
    const result = await client.query({
      query: `SELECT DISTINCT toString(${message}) FROM ${place.database}.${table} WHERE day BETWEEN toDate({from:Int64}) AND toDate({to:Int64})
        AND ${message} IN {hashes:Array(UInt64)} AND ${leaseCondition(place)}`,
      query_params: {
        from,
        to,
        // As the parameter's text: the client would format each of them for itself.
        hashes: `[${hashes.join(',')}]`,
        epoch: turn.epoch,
        writer: turn.writer,
      },
      format: 'JSONCompactEachRow',
      clickhouse_settings: { ...settings.reading, max_query_size: '4194304' },
    })
    for (const [hash] of await result.json<[string]>()) fresh.delete(hash)
  }
  // Few at a time: an import has many, and they are not to take the engine's time from questions.
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
