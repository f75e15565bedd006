import type pg from 'pg'
import { createSlices } from '../../../contract/index.js'
import { filledColumns } from '../../sql/filled-columns.js'
import {
  hashed,
  withoutRepeats,
  type HashedRows,
  type Identified,
  type RowsWithHashes,
} from '../../sql/hashed-rows.js'
import { copyRows } from './copy.js'
import { CopyBytes } from './copy-bytes.js'
import type { Column, CopyTable } from './row-format.js'

/** Inserts the rows whose message is not stored yet, each message once, and all rows without an id. */
export async function insertRows<R extends Identified>(
  client: pg.ClientBase,
  schema: string,
  table: CopyTable<R>,
  rows: readonly R[],
): Promise<void> {
  if (rows.length === 0) return
  const all = await hashed(rows)
  const fresh = withoutRepeats(all, await storedMessages(client, schema, table, all))
  if (fresh.rows.length === 0) return
  const columns = filledColumns(table.columns, fresh.rows)
  const names = columns.map(({ name }) => name).join(', ')
  const statement = `COPY ${schema}.${table.table} (${names}) FROM STDIN (FORMAT binary)`
  await copyRows(client, statement, bytesOf(columns, fresh))
}

/** A row without long strings. */
const usualBytes = 320

/** Encodes rows in slices of time; a buffer is sent as soon as it is full. */
async function* bytesOf<R extends Identified>(
  columns: readonly Column<R>[],
  { rows, hashes }: RowsWithHashes<R>,
): AsyncGenerator<Buffer> {
  const out = new CopyBytes(rows.length * usualBytes)
  const slices = createSlices()
  out.begin()
  let index = 0
  for (const row of rows) {
    const [low, high] = [hashes[2 * index] ?? 0, hashes[2 * index + 1] ?? 0]
    out.row(columns.length)
    for (const { write } of columns) write(out, row, low, high)
    for (const full of out.takeFull()) yield full
    if (++index % 16 === 0 && slices.over()) await slices.next()
  }
  out.finish()
  yield* out.end()
}

/** The oid of bigint. */
const bigintType = 20

/** Returns the first row of each message that is stored. */
async function storedMessages<R extends Identified>(
  client: pg.ClientBase,
  schema: string,
  { table, message }: CopyTable<R>,
  { hashes, messages }: HashedRows<R>,
): Promise<ReadonlySet<number>> {
  if (messages.size === 0) return new Set()
  const asked = new CopyBytes(20 + 12 * messages.size)
  asked.array(messages.size, bigintType)
  for (const row of messages.firsts()) asked.words(hashes[2 * row] ?? 0, hashes[2 * row + 1] ?? 0)
  const { rows } = await client.query<{ hash: string }>(
    `SELECT DISTINCT ${message}::text AS hash FROM ${schema}.${table} WHERE ${message} = ANY($1::bigint[])`,
    // The driver sends a buffer as a binary value.
    [Buffer.concat(asked.end())],
  )
  return new Set(
    rows.map(({ hash }) => {
      const bits = BigInt.asUintN(64, BigInt(hash))
      return messages.firstOf(Number(bits & 0xffffffffn), Number(bits >> 32n))
    }),
  )
}
