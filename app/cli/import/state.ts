import { createHash } from 'node:crypto'
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import type { ImportPosition } from '../../../contract/index.js'

/** Identifies the file: its id depends on the content, so that a renamed or copied file is the same one. */
export interface FileMark {
  readonly id: string
  readonly size: number
  readonly modified: number
}

export interface LineError {
  readonly line: number
  readonly error: string
}

/** The progress of an import. */
export interface ImportState extends ImportPosition {
  readonly file: FileMark
  readonly target: string
  readonly accepted: number
  readonly rejected: number
  /** The first errors. */
  readonly errors: readonly LineError[]
}

export interface StateStore {
  /** Returns null if there is no readable state. */
  load(): Promise<ImportState | null>
  save(state: ImportState): Promise<void>
}

const idBytes = 4096

export async function markOf(path: string): Promise<FileMark> {
  const { size, mtimeMs } = await stat(path)
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(idBytes), 0, idBytes, 0)
    const id = createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('hex').slice(0, 32)
    return { id, size, modified: Math.floor(mtimeMs) }
  } finally {
    await file.close()
  }
}

export const sameFile = (one: FileMark, other: FileMark): boolean =>
  one.id === other.id && one.size === other.size && one.modified === other.modified

export const statePath = (path: string): string => `${path}.sextant-import.json`

/** Stores the state in a file beside the data. */
export function fileState(path: string): StateStore {
  const target = statePath(path)
  return {
    async load() {
      try {
        return JSON.parse(await readFile(target, 'utf8')) as ImportState
      } catch {
        // Without it the import starts over, which is harmless because of the message ids.
        return null
      }
    },
    async save(state) {
      // Renamed into place: a crash leaves the old state or the new one, never a partial one.
      await writeFile(`${target}.tmp`, `${JSON.stringify(state)}\n`)
      await rename(`${target}.tmp`, target)
    },
  }
}
