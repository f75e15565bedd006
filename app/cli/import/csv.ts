import { pipeline, Readable } from 'node:stream'
import { CsvError, parse, type Info, type Options } from 'csv-parse'
import { columnsOf, toJson } from './csv-columns.js'
import type { ImportItem, ImportSource, Position } from './item.js'

/** Opens a file's content at a byte. */
export type OpenAt = (offset: number) => AsyncIterable<Buffer>

interface CsvRecord extends Position {
  readonly cells: readonly string[]
  readonly start: number
}

const options: Options = {
  info: true,
  record_delimiter: ['\r\n', '\n'],
  relax_column_count: true,
  skip_empty_lines: true,
  // The service rejects larger items anyway, and an unclosed quote must not fill the memory.
  max_record_size: 1024 * 1024,
}

/**
 * Reads the records of a file whose first record names the fields; a record without values is skipped as
 * blank.
 */
export async function* readCsv(
  open: OpenAt,
  source: ImportSource,
  from: Position,
): AsyncGenerator<ImportItem> {
  const header = await readHeader(open)
  if (header === null) return
  const columns = columnsOf(header.cells, source)
  const start = from.offset > header.offset ? from : header
  for await (const { cells, start: line, line: end, offset } of readRecords(open, start)) {
    if (cells.every((cell) => cell === '')) continue
    const place = { line, end, offset }
    try {
      yield { ...place, json: toJson(columns, cells) }
    } catch (error) {
      yield { ...place, error: error instanceof Error ? error.message : String(error) }
    }
  }
}

async function readHeader(open: OpenAt): Promise<CsvRecord | null> {
  for await (const record of readRecords(open, { offset: 0, line: 0 })) return record
  return null
}

async function* readRecords(open: OpenAt, from: Position): AsyncGenerator<CsvRecord> {
  const file = Readable.from(open(from.offset))
  const records = pipeline(file, parse({ ...options, bom: from.offset === 0 }), () => undefined)
  let line = from.line
  try {
    for await (const piece of records) {
      const { record, info } = piece as { record: string[]; info: Info }
      const end = from.line + info.lines
      yield { cells: record, start: line + 1, line: end, offset: from.offset + info.bytes }
      line = end
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const reason =
      error.code === 'CSV_MAX_RECORD_SIZE' ? 'is larger than 1 MB' : 'has a quote in the wrong place'
    throw new Error(`the record at line ${line + 1} ${reason}; nothing after it can be read`, {
      cause: error,
    })
  } finally {
    file.destroy()
  }
}
