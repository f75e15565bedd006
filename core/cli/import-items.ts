import { open } from 'node:fs/promises'
import { readCsv } from './import-csv.js'
import type { ImportFormat, ImportItem, ImportSource, Position } from './import-item.js'
import { readJsonLines } from './import-json-lines.js'

export interface ReadOptions {
  /** By the file's name or first character unless given. */
  readonly format?: ImportFormat
  readonly source: ImportSource
  /** A position that an item of an earlier reading told. */
  readonly from?: Position
}

/** Streams the items of a JSON Lines or CSV file; blank lines are none. Rejects on a file that cannot be read. */
export async function* readItems(path: string, options: ReadOptions): AsyncGenerator<ImportItem> {
  const format = options.format ?? (await formatOf(path))
  const from = options.from ?? { offset: 0, line: 0 }
  if (format === 'csv') yield* readCsv(path, options.source, from)
  else yield* readJsonLines(path, from)
}

async function formatOf(path: string): Promise<ImportFormat> {
  if (/\.csv$/i.test(path)) return 'csv'
  if (/\.(jsonl|ndjson|json)$/i.test(path)) return 'jsonl'
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    const start = buffer.toString('utf8', 0, bytesRead).replace('\uFEFF', '').trimStart()
    return start.startsWith('{') ? 'jsonl' : 'csv'
  } finally {
    await file.close()
  }
}
