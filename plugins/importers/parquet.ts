import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import {
  ImportError,
  type FileImporter,
  type ImportInput,
  type ImportItem,
} from '../../core/contract/index.js'

type Members = Readonly<Record<string, unknown>>

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

/** Yields the rows as JSON, with one row group in memory at a time. */
async function* rowsOf({ path, from }: ImportInput): AsyncGenerator<ImportItem> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, compressors } = await loadReaders()
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const total = Number(metadata.num_rows)
  let first = 0
  for (const { num_rows: rows } of metadata.row_groups) {
    const end = first + Number(rows)
    const rowStart = Math.max(first, from.line)
    if (rowStart < end) {
      const options = { file, metadata, compressors, rowStart, rowEnd: end }
      const objects = (await parquetReadObjects(options)) as readonly Members[]
      for (const [index, object] of objects.entries()) {
        const line = rowStart + index + 1
        const offset = Math.floor((file.byteLength * line) / total)
        yield { line, end: line, offset, json: rowJson(object) }
      }
    }
    first = end
  }
}

/** Members of our lines that are objects; a string with JSON is parsed as one. */
const objects = new Set(['properties', 'traits', 'context', 'data', 'labels', 'buckets'])

/** Omits empty cells; a name with a dot after one of those members nests. */
function rowJson(row: Members): string {
  const item = new Map<string, unknown>()
  for (const [name, cell] of Object.entries(row)) {
    if (cell === null || cell === undefined) continue
    const dot = name.indexOf('.')
    const [outer, inner] = [name.slice(0, dot), name.slice(dot + 1)]
    if (dot > 0 && inner !== '' && objects.has(outer)) {
      const members = item.get(outer)
      item.set(outer, { ...(typeof members === 'object' ? members : {}), [inner]: cell })
    } else item.set(name, objects.has(name) ? parsed(cell) : cell)
  }
  return JSON.stringify(Object.fromEntries(item), plain)
}

function parsed(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

/** 64-bit integers become strings if a number would be inexact. */
function plain(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value.toString()
  }
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}
