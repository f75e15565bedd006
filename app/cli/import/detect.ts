import { basename } from 'node:path'
import type { ImportMembers, ImportSource, ImportStart } from '../../../contract/index.js'
import { contentOf, packingOf, startOf, type Packing } from './bytes.js'
import { attempt, exportFormats, fileFormats, type ImportFormats, type RegisteredFile } from './formats.js'

export interface DetectOptions {
  readonly formats: ImportFormats
  /** Detected from the file's content by default. */
  readonly format?: string
  /** Takes a line about a plugin whose importer failed to say whether it knows the file. */
  readonly warn?: (line: string) => void
}

/** Most of a file's start that importers see. */
const startBytes = 65_536

export const packingAt = async (path: string): Promise<Packing> => packingOf(await startOf(path, 4))

/**
 * Returns the format of a file: certain content, then the ending of its name, then possible content. Null if
 * no format knows the file.
 */
export async function detectFile(
  path: string,
  packing: Packing,
  { formats, warn = ignore }: DetectOptions,
): Promise<RegisteredFile | null> {
  const start = await startIn(path, packing)
  const all = fileFormats(formats)
  const answers = new Map(
    all.map((one) => [one, attempt(one, () => one.definition.detect?.(start), 'no', warn)] as const),
  )
  const name = start.name.toLowerCase().replace(/\.gz$/, '')
  const hasName = ({ definition }: RegisteredFile): boolean =>
    definition.extensions?.some((extension) => name.endsWith(extension)) === true
  return (
    all.find((one) => answers.get(one) === 'certain') ??
    all.find(hasName) ??
    all.find((one) => answers.get(one) === 'possible') ??
    null
  )
}

/** Returns the name of the export that an item comes from; null if no importer recognizes it. */
export function detectExport(item: ImportMembers, { formats, warn = ignore }: DetectOptions): string | null {
  const found = exportFormats(formats).find((one) =>
    attempt(one, () => one.definition.recognizes?.(item) === true, false, warn),
  )
  return found?.definition.name ?? null
}

async function startIn(path: string, packing: Packing): Promise<ImportStart> {
  const name = basename(path)
  for await (const chunk of contentOf(path, packing).chunks)
    if (chunk.toString('utf8').replace('\uFEFF', '').trim() !== '')
      return { name, packing, bytes: chunk.subarray(0, startBytes) }
  return { name, packing, bytes: new Uint8Array() }
}

const ignore = (): void => undefined

/** Sources whose items another product can have exported. */
export const hasExports = (source: ImportSource): boolean => source === 'events'
