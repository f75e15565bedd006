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
  /** By the file's content unless given. */
  readonly format?: ImportFormat
  readonly source: ImportSource
  /** A position that an item of an earlier reading told. */
  readonly from?: Position
  /** What the ids of items without one follow from, beside their line and text. */
  readonly fileId?: string
}

/** What a file turned out to be. */
export interface FileKind {
  readonly container: Container
  readonly packing: Packing
  readonly dialect: Dialect
}

/** Streams the items of a file; blank lines are none. Rejects on a file that cannot be read. */
export async function* readItems(path: string, options: ReadOptions): AsyncGenerator<ImportItem> {
  const kind = await kindOf(path, options)
  const from = options.from ?? { offset: 0, line: 0 }
  const raw = rawItems(path, kind, options.source, from)
  if (kind.dialect === 'lines') yield* raw
  else yield* translated(raw, kind.dialect, options.fileId ?? '', from)
}

/** A format that is told is believed, and one of ours means lines of ours; else the content decides. */
export async function kindOf(path: string, { format, source }: ReadOptions): Promise<FileKind> {
  const start = await startOf(path, 4)
  const packing = packingOf(start)
  const container = containers.find((name) => name === format) ?? (await containerOf(path, start, packing))
  const told = dialects.find((name) => name === format)
  if (told !== undefined) return { container, packing, dialect: told }
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
  // What is packed can only be read from its start; what is done is passed over, by its lines.
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

/** What follows the first bytes. */
async function* without(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
  }
}
