import { dayMs } from '../../sql/edges.js'
import {
  withoutRepeats,
  type HashedRows,
  type Identified,
  type RowsWithHashes,
} from '../../sql/hashed-rows.js'
import type { InsertTable } from './row-format.js'
import type { StoredRows } from './stored-rows.js'
import type { Target } from './target.js'
import { leaseCondition, type Lease } from './writer-lease.js'

/**
 * Days around a message's timestamp in which a repeat is looked for: without a client timestamp, each copy
 * has the server's receipt time.
 */
const repeatDays = 2

/** The most hashes that are a list of literals, which the engine always looks up in its index. */
const hashesOfList = 2_000
/**
 * Hashes that fit, in Base64, in one query parameter: ClickHouse accepts at most 128 KiB, but many of them. A multiple of
 * three, so that no parameter but the last ends with padding.
 */
const hashesOfParameter = 12_000
/**
 * Rows a hash above which the engine looks the hashes up in the index of stored ones, at 1 µs each. With fewer rows, hardly
 * any granule of 8,192 is without one of the hashes, and reading all rows, at 0.02 µs each, costs less.
 */
const indexedRows = 2_000
/** Hashes of one query. Each reads the message hashes of all days around, so few large ones cost least. */
const hashesAtOnce = 60_000

/**
 * Returns the rows whose message is not stored yet, each message once, and all rows without an id. All shards
 * are queried, because a repeat may name another device.
 */
export async function deduplicate(
  target: Target,
  lease: Lease | null,
  { table, message }: InsertTable<unknown>,
  hashedRows: HashedRows,
  storedRows: StoredRows,
): Promise<RowsWithHashes> {
  const { requests, database, settings } = target
  const { rows, hashes, messages } = hashedRows
  if (messages.size === 0 || message === null || lease === null) return { rows, hashes }
  const [from, to] = daysAround(rows)
  const isIndexed = async (count: number): Promise<boolean> =>
    count <= hashesOfList || (await storedRows(target, table, from, to)) > indexedRows * count
  const stored = new Set<number>()
  // Only a server of a cluster may lag behind the lease. The insert that follows checks it in any case.
  const condition = database.cluster === null ? '' : ` AND ${leaseCondition(database)}`
  const holder = { epoch: lease.epoch, writer: lease.writer }
  const lookUp = async (firsts: readonly number[]): Promise<void> => {
    const asked = bytesOf(hashes, firsts)
    const { among, parameters } = firsts.length > hashesOfList ? inBinary(asked) : asList(asked)
    const found = await requests.rows({
      text: `SELECT DISTINCT toString(${message}) FROM ${database.name}.${table} WHERE day BETWEEN toDate({from:Int64}) AND toDate({to:Int64})
        AND ${message} IN ${among}${condition}`,
      parameters: { from, to, ...parameters, ...(database.cluster === null ? {} : holder) },
      settings: {
        ...settings.reading,
        max_query_size: '4194304',
        use_index_for_in_with_subqueries: (await isIndexed(firsts.length)) ? 1 : 0,
      },
    })
    for (const [hash] of found as readonly [string][]) {
      const [low, high] = [Number(BigInt(hash) & 0xffffffffn), Number(BigInt(hash) >> 32n)]
      stored.add(messages.firstOf(low, high))
    }
  }
  // One after another: an import has many, which must not take the engine's time from questions.
  for (const firsts of partsOf(messages.firsts(), hashesAtOnce)) await lookUp(firsts)
  return withoutRepeats(hashedRows, stored)
}

/** What the hashes are compared with, and its parameters. */
interface Among {
  readonly among: string
  readonly parameters: Readonly<Record<string, string | number>>
}

/** The hashes of some rows, eight bytes each. */
function bytesOf(hashes: Uint32Array, rows: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(8 * rows.length)
  let at = 0
  for (const row of rows) {
    at = bytes.writeUInt32LE(hashes[2 * row] ?? 0, at)
    at = bytes.writeUInt32LE(hashes[2 * row + 1] ?? 0, at)
  }
  return bytes
}

/** Formatted here: the client would format each element by itself. */
function asList(bytes: Buffer): Among {
  const texts = Array.from({ length: bytes.length / 8 }, (_, index) => bytes.readBigUInt64LE(8 * index))
  return { among: '{hashes:Array(UInt64)}', parameters: { hashes: `[${texts.join(',')}]` } }
}

/**
 * Many hashes as bytes: half as long, and the engine makes a column of them instead of a literal each, which costs it
 * half.
 *
 *   IN (SELECT reinterpretAsUInt64(substring(base64Decode({hashes0:String} || {hashes1:String}), 8 * number + 1, 8)) FROM numbers(20000))
 */
function inBinary(bytes: Buffer): Among {
  const parts: [string, string][] = []
  for (let from = 0; from < bytes.length; from += 8 * hashesOfParameter)
    parts.push([`hashes${parts.length}`, bytes.toString('base64', from, from + 8 * hashesOfParameter)])
  const text = parts.map(([name]) => `{${name}:String}`).join(' || ')
  return {
    among: `(SELECT reinterpretAsUInt64(substring(base64Decode(${text}), 8 * number + 1, 8)) FROM numbers({count:UInt64}))`,
    parameters: { ...Object.fromEntries(parts), count: bytes.length / 8 },
  }
}

const partsOf = (all: readonly number[], size: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size))

function daysAround(rows: readonly Identified[]): readonly [number, number] {
  let [first, last] = [Infinity, 0]
  for (const { timestamp } of rows) {
    if (timestamp < first) first = timestamp
    if (timestamp > last) last = timestamp
  }
  return [Math.max(0, Math.floor(first / dayMs) - repeatDays), Math.floor(last / dayMs) + repeatDays]
}
