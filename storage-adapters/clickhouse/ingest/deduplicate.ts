import { createSlices } from '../../../contract/index.js'
import { dayMs } from '../../sql/edges.js'
import { textHash } from '../../sql/text-hash.js'
import type { InsertTable } from './row-format.js'
import type { Target } from './target.js'
import { leaseCondition, type Lease } from './writer-lease.js'

/**
 * Days around a message's timestamp in which a repeat is looked for: without a client timestamp, each copy
 * has the server's receipt time.
 */
const repeatDays = 2

/** Hashes that fit, in decimal, in one query parameter: ClickHouse accepts at most 128 KiB, but many of them. */
const hashesOfList = 6_000
/** The same in Base64. A multiple of three, so that no parameter but the last ends with padding. */
const hashesOfParameter = 12_000
/** Hashes of one query. Each reads the message hashes of all days around, so few large ones cost least. */
const hashesAtOnce = 60_000

/**
 * A row, its message id and the id's hash as stored: an unsigned 64-bit integer in decimal, 0 without an id.
 */
export interface HashedRow {
  readonly row: unknown
  readonly timestamp: number
  readonly id: string | null
  readonly hash: string
}

/** Rows of one kind with the hashes of their message ids. */
export interface HashedRows {
  readonly rows: readonly HashedRow[]
  /** The first row of each message, by its hash. */
  readonly firsts: ReadonlyMap<string, HashedRow>
  /** Whether rows repeat a message of an earlier one. */
  readonly repeats: boolean
}

interface Identified {
  readonly timestamp: number
  readonly message_id?: string | null
}

/**
 * Returns the rows with the hashes of their message ids, computed in slices so that the event loop is not
 * blocked.
 */
export async function hashed(given: readonly Identified[]): Promise<HashedRows> {
  const rows: HashedRow[] = []
  const firsts = new Map<string, HashedRow>()
  let repeats = false
  const slices = createSlices()
  for (const row of given) {
    const id = row.message_id ?? null
    const one = { row, timestamp: row.timestamp, id, hash: id === null ? '0' : textHash(id) }
    rows.push(one)
    if (id !== null) {
      if (firsts.has(one.hash)) repeats = true
      else firsts.set(one.hash, one)
    }
    if (slices.over()) await slices.next()
  }
  return { rows, firsts, repeats }
}

/**
 * Returns the rows whose message is not stored yet, each message once, and all rows without an id. All shards
 * are queried, because a repeat may name another device.
 */
export async function deduplicate(
  { client, database, settings }: Target,
  lease: Lease | null,
  { table, message }: InsertTable<unknown>,
  { rows, firsts, repeats }: HashedRows,
): Promise<readonly HashedRow[]> {
  if (firsts.size === 0 || message === null || lease === null) return rows
  const [from, to] = daysAround(rows)
  const all = [...firsts.keys()]
  const stored = new Set<string>()
  // Only a server of a cluster may lag behind the lease. The insert that follows checks it in any case.
  const condition = database.cluster === null ? '' : ` AND ${leaseCondition(database)}`
  const holder = { epoch: lease.epoch, writer: lease.writer }
  const lookUp = async (hashes: readonly string[]): Promise<void> => {
    const { among, parameters } = hashes.length > hashesOfList ? inBinary(hashes) : asList(hashes)
    const result = await client.query({
      query: `SELECT DISTINCT toString(${message}) FROM ${database.name}.${table} WHERE day BETWEEN toDate({from:Int64}) AND toDate({to:Int64})
        AND ${message} IN ${among}${condition}`,
      query_params: { from, to, ...parameters, ...(database.cluster === null ? {} : holder) },
      format: 'JSONCompactEachRow',
      clickhouse_settings: {
        ...settings.reading,
        max_query_size: '4194304',
        use_index_for_in_with_subqueries: 1,
      },
    })
    for (const [hash] of await result.json<[string]>()) stored.add(hash)
  }
  // One after another: an import has many, which must not take the engine's time from questions.
  for (const hashes of partsOf(all, hashesAtOnce)) await lookUp(hashes)
  if (stored.size === 0 && !repeats) return rows
  return rows.filter((row) => row.id === null || (firsts.get(row.hash) === row && !stored.has(row.hash)))
}

/** What the hashes are compared with, and its parameters. */
interface Among {
  readonly among: string
  readonly parameters: Readonly<Record<string, string | number>>
}

/** Formatted here: the client would format each element by itself. */
const asList = (hashes: readonly string[]): Among => ({
  among: '{hashes:Array(UInt64)}',
  parameters: { hashes: `[${hashes.join(',')}]` },
})

/**
 * Many hashes as bytes: half as long, and the engine makes a column of them instead of a literal each, which costs it
 * half.
 *
 *   IN (SELECT reinterpretAsUInt64(substring(base64Decode({hashes0:String} || {hashes1:String}), 8 * number + 1, 8)) FROM numbers(20000))
 */
function inBinary(hashes: readonly string[]): Among {
  const parts = partsOf(hashes, hashesOfParameter).map(
    (part, index) => [`hashes${index}`, base64Of(part)] as const,
  )
  const text = parts.map(([name]) => `{${name}:String}`).join(' || ')
  return {
    among: `(SELECT reinterpretAsUInt64(substring(base64Decode(${text}), 8 * number + 1, 8)) FROM numbers({count:UInt64}))`,
    parameters: { ...Object.fromEntries(parts), count: hashes.length },
  }
}

function base64Of(hashes: readonly string[]): string {
  const bytes = Buffer.allocUnsafe(8 * hashes.length)
  for (const [index, hash] of hashes.entries()) bytes.writeBigUInt64LE(BigInt(hash), 8 * index)
  return bytes.toString('base64')
}

const partsOf = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size))

function daysAround(rows: readonly HashedRow[]): readonly [number, number] {
  let [first, last] = [Infinity, 0]
  for (const { timestamp } of rows) {
    if (timestamp < first) first = timestamp
    if (timestamp > last) last = timestamp
  }
  return [Math.max(0, Math.floor(first / dayMs) - repeatDays), Math.floor(last / dayMs) + repeatDays]
}
