import { pipeline, Readable } from 'node:stream'
import type { Info, Options } from 'csv-parse'
import Type from 'typebox'
import {
  ImportError,
  type FileImporter,
  type ImportInput,
  type ImportItem,
  type ImportPosition,
} from '../../contract/index.js'
import { columnsOf, toJson } from './csv-columns.js'

type CsvInput = ImportInput<{ readonly delimiter: string }>

interface CsvRecord extends ImportPosition {
  readonly cells: readonly string[]
  readonly start: number
}

const parsing: Options = {
  info: true,
  record_delimiter: ['\r\n', '\n'],
  relax_column_count: true,
  skip_empty_lines: true,
  // The service rejects larger items anyway, and an unclosed quote must not fill the memory.
  max_record_size: 1024 * 1024,
}

const Settings = Type.Object({
  delimiter: Type.String({ minLength: 1, maxLength: 1, default: ',', description: 'between two cells' }),
})

/** A table whose first record names the members. */
export const csv: FileImporter<typeof Settings> = {
  name: 'csv',
  summary: 'a table whose first record names the members, also gzipped',
  extensions: ['.csv'],
  holdsExports: true,
  options: Settings,
  detect: () => 'possible',
  read: readCsv,
}

/**
 * Reads the records of a file whose first record names the fields; a record without values is skipped as
 * blank.
 */
async function* readCsv(input: CsvInput): AsyncGenerator<ImportItem> {
  const { source, from } = input
  const header = await readHeader(input)
  if (header === null) return
  const columns = columnsOf(header.cells, source)
  const start = from.offset > header.offset ? from : header
  for await (const { cells, start: line, line: end, offset } of readRecords(input, start)) {
    if (cells.every((cell) => cell === '')) continue
    const place = { line, end, offset }
    try {
      yield { ...place, json: toJson(columns, cells) }
    } catch (error) {
      yield { ...place, error: error instanceof Error ? error.message : String(error) }
    }
  }
}

async function readHeader(input: CsvInput): Promise<CsvRecord | null> {
  for await (const record of readRecords(input, { offset: 0, line: 0 })) return record
  return null
}

async function* readRecords({ open, options }: CsvInput, from: ImportPosition): AsyncGenerator<CsvRecord> {
  // Only an import reads tables: the parser would slow down every start of the service.
  const { CsvError, parse } = await import('csv-parse')
  const file = Readable.from(open(from.offset))
  const records = pipeline(file, parse({ ...parsing, ...options, bom: from.offset === 0 }), () => undefined)
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
    throw new ImportError(`the record at line ${line + 1} ${reason}; nothing after it can be read`, {
      cause: error,
    })
  } finally {
    file.destroy()
  }
}
