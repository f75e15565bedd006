import { createHash } from 'node:crypto'
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import type { Position } from './item.js'

/** Which file was read: its id follows the content, so that a renamed or copied file is the same one. */
export interface FileMark {
  readonly id: string
  readonly size: number
  readonly modified: number
}

export interface LineError {
  readonly line: number
  readonly error: string
}

/** How far an import came. */
export interface ImportState extends Position {
  readonly file: FileMark
  readonly target: string
  readonly accepted: number
  readonly rejected: number
  /** The first ones. */
  readonly errors: readonly LineError[]
}

export interface StateStore {
  /** Null: none, or none that can be read. */
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

/** Keeps the state in a file beside the data. */
export function fileState(path: string): StateStore {
  const target = statePath(path)
  return {
    async load() {
      try {
        return JSON.parse(await readFile(target, 'utf8')) as ImportState
      } catch {
        // Without it the import starts over, which the message ids make harmless.
        return null
      }
    },
    async save(state) {
      // Renamed into place: a crash leaves the old state or the new one, never half of one.
      await writeFile(`${target}.tmp`, `${JSON.stringify(state)}\n`)
      await rename(`${target}.tmp`, target)
    },
  }
}
