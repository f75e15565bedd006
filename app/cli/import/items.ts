import { contentOf, packingOf, startOf, type Packing } from './bytes.js'
import { readCsv } from './csv.js'
import { dialectOf, translated } from './dialects.js'
import {
  containers,
  dialects,
  type Container,
  type Dialect,
  type ImportFormat,
  type ImportItem,
  type ImportSource,
  type Position,
} from './item.js'
import { readJsonLines } from './json-lines.js'
import { readParquet } from './parquet.js'

export interface ReadOptions {
  /** Detected from the file's content by default. */
  readonly format?: ImportFormat
  readonly source: ImportSource
  /** A position from an item of an earlier reading. */
  readonly from?: Position
  /** The basis of generated ids, with the line and the text. */
  readonly fileId?: string
}

/** The detected kind of a file. */
export interface FileKind {
  readonly container: Container
  readonly packing: Packing
  readonly dialect: Dialect
}

/** Streams the items of a file, without blank lines. Rejects if the file cannot be read. */
export async function* readItems(path: string, options: ReadOptions): AsyncGenerator<ImportItem> {
  const kind = await kindOf(path, options)
  const from = options.from ?? { offset: 0, line: 0 }
  const raw = rawItems(path, kind, options.source, from)
  if (kind.dialect === 'lines') yield* raw
  else yield* translated(raw, kind.dialect, options.fileId ?? '', from)
}

/**
 * Detects a file's kind. A given format is trusted, and one of our own means lines in our format; otherwise
 * the content decides.
 */
export async function kindOf(path: string, { format, source }: ReadOptions): Promise<FileKind> {
  const start = await startOf(path, 4)
  const packing = packingOf(start)
  const container = containers.find((name) => name === format) ?? (await containerOf(path, start, packing))
  const given = dialects.find((name) => name === format)
  if (given !== undefined) return { container, packing, dialect: given }
  if (format !== undefined || source !== 'events') return { container, packing, dialect: 'lines' }
  for await (const item of rawItems(path, { container, packing }, source, { offset: 0, line: 0 }))
    if ('json' in item) return { container, packing, dialect: dialectOf(item.json) }
  return { container, packing, dialect: 'lines' }
}

async function containerOf(path: string, start: Buffer, packing: Packing): Promise<Container> {
  if (start.toString('latin1') === 'PAR1') return 'parquet'
  if (/\.csv(\.gz)?$/i.test(path)) return 'csv'
  if (/\.(jsonl|ndjson|json)(\.gz)?$/i.test(path) || packing === 'zip') return 'jsonl'
  for await (const chunk of contentOf(path, packing).chunks) {
    const text = chunk.toString('utf8', 0, 1024).replace('\uFEFF', '').trimStart()
    if (text !== '') return text.startsWith('{') ? 'jsonl' : 'csv'
  }
  return 'csv'
}

async function* rawItems(
  path: string,
  { container, packing }: Omit<FileKind, 'dialect'>,
  source: ImportSource,
  from: Position,
): AsyncGenerator<ImportItem> {
  if (container === 'parquet') {
    yield* readParquet(path, from)
    return
  }
  if (packing === 'none') {
    const open = (offset: number): AsyncIterable<Buffer> => contentOf(path, packing, offset).chunks
    yield* container === 'csv' ? readCsv(open, source, from) : readJsonLines(open(from.offset), from)
    return
  }
  // Compressed content can only be read from its start; processed lines are skipped.
  const beginning = { offset: 0, line: 0 }
  let done = (): number => 0
  const open = (offset: number): AsyncIterable<Buffer> => {
    const content = contentOf(path, packing)
    done = content.done
    return without(content.chunks, offset)
  }
  const items = container === 'csv' ? readCsv(open, source, beginning) : readJsonLines(open(0), beginning)
  for await (const item of items) if (item.end > from.line) yield { ...item, offset: done() }
}

/** Drops the first bytes. */
async function* without(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
  }
}
