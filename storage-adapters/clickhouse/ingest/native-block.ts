import { createSlices } from '../../../contract/index.js'
import type { RowsWithHashes } from '../../sql/hashed-rows.js'
import type { CellWriter, OpenCells } from './cell-writers.js'
import { ColumnBytes } from './column-bytes.js'
import type { Column } from './row-format.js'

/**
 * Returns the rows as one block of the format Native, encoded in time slices. A block is columns behind each other, which
 * the engine takes as they are, where it would take RowBinary apart value by value.
 *
 *   columns, rows; then for each column its name, its type and its cells:
 *   02 02  05 'event' 06 'String' 04 'open' 04 'shut'  03 'seq' 05 'Int64' 01 00 … 02 00 …
 */
export async function nativeBlock(
  columns: readonly Column<unknown>[],
  rows: RowsWithHashes,
): Promise<readonly Buffer[]> {
  const parts = await cellsOf(
    columns.map(({ open }) => open),
    rows,
  )
  const failed = columns.flatMap(({ otherwise }, index) =>
    parts[index] === null && otherwise !== undefined ? [[index, otherwise] as const] : [],
  )
  const again = await cellsOf(
    failed.map(([, open]) => open),
    rows,
  )
  for (const [place, [index]] of failed.entries()) parts[index] = again[place] ?? null
  const block: Buffer[] = []
  const head = (write: (out: ColumnBytes) => void): void => {
    const out = new ColumnBytes(0)
    write(out)
    block.push(...out.end())
  }
  head((out) => {
    out.length(columns.length)
    out.length(rows.rows.length)
  })
  for (const [index, { name, type, sentAs = type }] of columns.entries()) {
    head((out) => {
      out.string(name)
      out.string(sentAs)
    })
    for (const part of parts[index] ?? []) block.push(part)
  }
  return block
}

async function cellsOf(
  columns: readonly OpenCells<unknown>[],
  { rows, hashes }: RowsWithHashes,
): Promise<(readonly Buffer[] | null)[]> {
  if (columns.length === 0) return []
  const writers: readonly CellWriter<unknown>[] = columns.map((open) => open(rows.length))
  const slices = createSlices()
  for (let index = 0; index < rows.length; index++) {
    const [row, low, high] = [rows[index], hashes[2 * index] ?? 0, hashes[2 * index + 1] ?? 0]
    for (const writer of writers) writer.add(row, low, high)
    if (slices.over()) await slices.next()
  }
  return writers.map((writer) => writer.end())
}
