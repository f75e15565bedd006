import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { ImportError, type FileImporter, type ImportInput, type ImportItem } from '../../contract/index.js'
import { rowWriter, type ParquetColumn, type ParquetRow } from './parquet-rows.js'

/** Loads the readers of files, which would slow down every start of the service. */
async function loadReaders() {
  const [hyparquet, { decompress: unzstd }] = await Promise.all([import('hyparquet'), import('fzstd')])
  const compressors = {
    GZIP: (bytes: Uint8Array) => gunzipSync(bytes),
    BROTLI: (bytes: Uint8Array) => brotliDecompressSync(bytes),
    // Node has it only since 22.15.
    ZSTD: (bytes: Uint8Array, length: number) => unzstd(bytes, new Uint8Array(length)),
  }
  return { ...hyparquet, options: { compressors, parsers: { stringFromBytes: textOf } } }
}

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
  const { asyncBufferFromFile, parquetMetadataAsync, parquetScan, parquetSchema, options } =
    await loadReaders()
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const names = new Set(parquetSchema(metadata).children.map(({ element }) => element.name))
  const total = Number(metadata.num_rows)

  async function columnsOf(rowStart: number, rowEnd: number): Promise<readonly ParquetColumn[]> {
    // A scan keeps what it has read, so each has its own.
    const scan = await parquetScan({ ...options, file, metadata })
    const columns: ParquetColumn[] = []
    for (const name of names)
      columns.push({ name, cells: await scan.readColumn({ column: name, rowStart, rowEnd }) })
    return columns
  }

  function itemsOf(
    write: (row: number) => ParquetRow,
    start: number,
    from: number,
    to: number,
  ): ImportItem[] {
    const items: ImportItem[] = []
    for (let row = from; row < to; row++) {
      const line = row + 1
      const { json, hasId } = write(row - start)
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
      yield itemsOf(rowWriter(await columnsOf(0, 1)), 0, 0, 1)
      start = 1
    }
    if (start < end) {
      const write = rowWriter(await columnsOf(start, end))
      for (let at = start; at < end; at += listRows)
        yield itemsOf(write, start, at, Math.min(end, at + listRows))
    }
    first = end
  }
}

const decoder = new TextDecoder()

/** Strings are short: the decoder of the platform costs more to call than to run. */
function textOf(bytes: Uint8Array): string {
  if (bytes.length > 24) return bytes[0] === 0xef ? decoder.decode(bytes) : utf8Of(bytes)
  let text = ''
  for (const byte of bytes) {
    if (byte > 0x7f) return decoder.decode(bytes)
    text += String.fromCharCode(byte)
  }
  return text
}

const utf8Of = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('utf8')
