import { stat } from 'node:fs/promises'
import type { ImportInput, ImportItem, ImportPosition, ImportSource } from '../../../contract/index.js'
import { contentOf, type Packing } from './bytes.js'
import { checkedItems } from './checked-items.js'
import { converted, parsedItem } from './converted.js'
import { detectExport, detectFile, hasExports, packingAt, type DetectOptions } from './detect.js'
import { exportFormats, fileFormats, type RegisteredExport, type RegisteredFile } from './formats.js'
import { fileOptions, formatOptions } from './options.js'

export interface ReadOptions extends DetectOptions {
  readonly source: ImportSource
  /** A position from an item of an earlier reading. */
  readonly from?: ImportPosition
  /** The basis of generated ids, with the line and the text. */
  readonly fileId?: string
  /** Options of the format, as strings. */
  readonly options?: Readonly<Record<string, string>>
  /** Milliseconds without a sign of life after which an importer counts as hung. */
  readonly patience?: number
}

/** The detected kind of a file. */
export interface FileKind {
  /** The name of the file format. */
  readonly container: string
  readonly packing: Packing
  /** The name of the export that the items come from; `lines` if they are in our own shape. */
  readonly dialect: string
}

const beginning: ImportPosition = { offset: 0, line: 0 }

/**
 * Streams the items of a file in lists, without blank lines. Rejects if the file cannot be read, and names the
 * plugin if its importer is at fault.
 */
export async function* readItems(path: string, options: ReadOptions): AsyncGenerator<readonly ImportItem[]> {
  const found = await openKind(path, options)
  const from = options.from ?? beginning
  const given = formatOptions(found, options.options)
  const raw = rawItems(path, found, { ...options, from }, given.file)
  if (found.dialect === null) yield* raw
  else yield* converted(raw, found.dialect, { fileId: options.fileId ?? '', from, options: given.export })
}

/**
 * Detects a file's kind. A given format is trusted, and a file format means lines in our own shape; otherwise
 * the content decides.
 */
export async function kindOf(path: string, options: ReadOptions): Promise<FileKind> {
  const { container, packing, dialect } = await openKind(path, options)
  return {
    container: container.definition.name,
    packing,
    dialect: dialect?.definition.name ?? 'lines',
  }
}

interface Kind {
  readonly container: RegisteredFile
  readonly packing: Packing
  readonly dialect: RegisteredExport | null
}

async function openKind(path: string, options: ReadOptions): Promise<Kind> {
  const { formats, format, source } = options
  const packing = await packingAt(path)
  const given = fileFormats(formats).find(({ definition }) => definition.name === format)
  const container = given ?? (await detectFile(path, packing, options))
  if (container === null) throw new Error(`${path} has an unknown format; name it by --format`)
  const exportOf = (name: string | null | undefined): RegisteredExport | null =>
    exportFormats(formats).find(({ definition }) => definition.name === name) ?? null
  const kind = { container, packing, dialect: exportOf(format) }
  const asksItems = format === undefined && hasExports(source) && container.definition.holdsExports === true
  if (!asksItems) return kind
  const reading = { ...options, from: beginning }
  for await (const list of rawItems(path, kind, reading, fileOptions(container, options.options)))
    for (const item of list) {
      if (!('json' in item)) continue
      const members = parsedItem(item.json)
      return { ...kind, dialect: members === null ? null : exportOf(detectExport(members, options)) }
    }
  return kind
}

async function* rawItems(
  path: string,
  { container, packing }: Omit<Kind, 'dialect'>,
  { source, from, patience }: ReadOptions & { readonly from: ImportPosition },
  options: ImportInput['options'],
): AsyncGenerator<readonly ImportItem[]> {
  const { size } = await stat(path)
  const { open, done } = contentFrom(path, packing)
  // Compressed content can only be read from its start; items that were sent before are skipped.
  const input: ImportInput = {
    path,
    size,
    source,
    options,
    from: packing === 'none' ? from : beginning,
    open,
  }
  for await (const list of checkedItems(container, input, patience)) {
    const [first] = list
    const isNew = first !== undefined && first.end > from.line
    const left = isNew ? list : list.filter(({ end }) => end > from.line)
    const offset = done()
    if (left.length > 0) yield packing === 'none' ? left : left.map((item) => ({ ...item, offset }))
  }
}

/** The unpacked content from a byte on, and the bytes of the file that are read so far. */
function contentFrom(path: string, packing: Packing) {
  let done = (): number => 0
  const open = (offset: number): AsyncIterable<Buffer> => {
    const content = contentOf(path, packing, packing === 'none' ? offset : 0)
    done = content.done
    return packing === 'none' ? content.chunks : without(content.chunks, offset)
  }
  return { open, done: () => done() }
}

/** Drops the first bytes. */
async function* without(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
  }
}
