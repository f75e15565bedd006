import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { SchemaElement } from 'hyparquet'
import { ImportError, type FileImporter, type ImportInput, type ImportItem } from '../../contract/index.js'
import { canBeTime, type ParquetColumn } from './parquet-members.js'
import { rowsWriter, type ParquetRow } from './parquet-rows.js'
import { ParquetStrings } from './parquet-strings.js'

/** Loads the readers of files, which would slow down every start of the service. */
async function loadReaders() {
  const [hyparquet, { decompress: unzstd }] = await Promise.all([import('hyparquet'), import('fzstd')])
  const compressors = {
    GZIP: (bytes: Uint8Array) => gunzipSync(bytes),
    BROTLI: (bytes: Uint8Array) => brotliDecompressSync(bytes),
    // Node has it only since 22.15.
    ZSTD: (bytes: Uint8Array, length: number) => unzstd(bytes, new Uint8Array(length)),
  }
  return { ...hyparquet, compressors }
}

/** Times as milliseconds: an object for each costs more than all else that is done with it. */
const timeParsers = {
  timestampFromMilliseconds: Number,
  timestampFromMicroseconds: (micros: bigint) => Number(micros / 1_000n),
  timestampFromNanoseconds: (nanos: bigint) => Number(nanos / 1_000_000n),
}

/** Whether a column has nothing but the times of `timeParsers`. */
const isTime = ({ name, type, repetition_type, converted_type, logical_type }: SchemaElement): boolean =>
  canBeTime(name) &&
  type === 'INT64' &&
  repetition_type !== 'REPEATED' &&
  (converted_type === undefined
    ? logical_type?.type === 'TIMESTAMP'
    : converted_type === 'TIMESTAMP_MILLIS' || converted_type === 'TIMESTAMP_MICROS')

/** Whether a column has nothing but strings. */
const isText = ({ type, repetition_type, converted_type, logical_type }: SchemaElement): boolean =>
  type === 'BYTE_ARRAY' &&
  repetition_type !== 'REPEATED' &&
  (converted_type === 'UTF8' || (converted_type === undefined && logical_type?.type === 'STRING'))

/** A column a member; `line` is the row, from 1. */
export const parquet: FileImporter = {
  name: 'parquet',
  summary: 'a column for each member; compressed by Snappy, gzip, Brotli or Zstandard',
  extensions: ['.parquet'],
  holdsExports: true,
  detect: ({ packing, bytes }) =>
    packing === 'none' && Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PAR1' ? 'certain' : 'no',
  async *read(input) {
    try {
      yield* rowsOf(input)
    } catch (error) {
      // The reader reports a damaged file by errors of any kind.
      throw new ImportError(error instanceof Error ? error.message : String(error), { cause: error })
    }
  },
}

/** Rows of one list of items. */
const listRows = 1_000

/** Yields the rows as JSON, with one row group in memory at a time. */
async function* rowsOf({ path, from }: ImportInput): AsyncGenerator<readonly ImportItem[]> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetScan, parquetSchema, compressors } =
    await loadReaders()
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const elements = new Map(parquetSchema(metadata).children.map(({ element }) => [element.name, element]))
  const total = Number(metadata.num_rows)

  async function columnsOf(rowStart: number, rowEnd: number): Promise<readonly ParquetColumn[]> {
    // A scan keeps what it has read, so each has its own.
    const given = { file, metadata, compressors }
    const strings = new ParquetStrings()
    const scan = await parquetScan(given)
    const timeScan = await parquetScan({ ...given, parsers: timeParsers })
    const textScan = await parquetScan({ ...given, parsers: { stringFromBytes: strings.add } })
    const columns: ParquetColumn[] = []
    for (const [name, element] of elements) {
      const range = { column: name, rowStart, rowEnd }
      if (isTime(element)) columns.push({ name, cells: await timeScan.readColumn(range), isTime: true })
      else if (isText(element)) columns.push({ name, cells: await textScan.readColumn(range), strings })
      else columns.push({ name, cells: await scan.readColumn(range) })
    }
    return columns
  }

  function itemsOf(
    write: (from: number, to: number) => readonly ParquetRow[],
    start: number,
    from: number,
    to: number,
  ): ImportItem[] {
    const items: ImportItem[] = []
    let line = from
    for (const { json, hasId } of write(from - start, to - start)) {
      line++
      const offset = Math.floor((file.byteLength * line) / total)
      items.push(
        hasId === null ? { line, end: line, offset, json } : { line, end: line, offset, json, hasId },
      )
    }
    return items
  }

  let first = 0
  for (const { num_rows: rows } of metadata.row_groups) {
    const end = first + Number(rows)
    let start = Math.max(first, from.line)
    if (start === 0 && end > 0) {
      // A caller that only asks what the file holds is spared the rest of the row group.
      yield itemsOf(rowsWriter(await columnsOf(0, 1)), 0, 0, 1)
      start = 1
    }
    if (start < end) {
      const write = rowsWriter(await columnsOf(start, end))
      for (let at = start; at < end; at += listRows)
        yield itemsOf(write, start, at, Math.min(end, at + listRows))
    }
    first = end
  }
}
