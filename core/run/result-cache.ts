import { LRUCache } from 'lru-cache'
import type { Cell, Row } from '../contract/index.js'

/** The rows of questions, each with the version of the data that it was asked of. */
export interface ResultCache {
  /** Undefined: there are none of this version. */
  get(question: string, version: string): readonly Row[] | undefined
  set(question: string, version: string, rows: readonly Row[]): void
  /** The bytes that what is kept takes, not less than it really does. */
  readonly bytes: number
}

interface Kept {
  readonly version: string
  readonly rows: readonly Row[]
  readonly bytes: number
}

/** One answer takes at most this share, so that none throws all others out. */
const largestShare = 8

/** Keeps what was used last, up to so many bytes; 0: nothing. A question's rows make room for those of another version. */
export function createResultCache(bytes: number): ResultCache {
  if (bytes === 0) return { get: () => undefined, set: () => undefined, bytes: 0 }
  const largest = Math.ceil(bytes / largestShare)
  const kept = new LRUCache<string, Kept>({ maxSize: bytes, sizeCalculation: (entry) => entry.bytes })
  return {
    get(question, version) {
      const found = kept.get(question)
      return found?.version === version ? found.rows : undefined
    },
    set(question, version, rows) {
      const size = sizeOf(rows, largest)
      if (size === null) kept.delete(question)
      else kept.set(question, { version, rows, bytes: size })
    },
    get bytes() {
      return kept.calculatedSize
    },
  }
}

/** What V8 takes at most: the entry with its two texts, an object, a member of one, a text without its characters. */
const entryBytes = 600
const objectBytes = 64
const memberBytes = 24
const textBytes = 32

/** The bytes of rows; null: more than the most. Rows are not counted to their end to find that out. */
function sizeOf(rows: readonly Row[], most: number): number | null {
  let bytes = entryBytes
  for (const row of rows) {
    bytes += cellBytes(row)
    if (bytes > most) return null
  }
  return bytes <= most ? bytes : null
}

function cellBytes(cell: Cell): number {
  if (typeof cell === 'string') return memberBytes + textBytes + 2 * cell.length
  if (typeof cell !== 'object' || cell === null) return memberBytes
  let bytes = memberBytes + objectBytes
  for (const [name, value] of Object.entries(cell as Readonly<Record<string, Cell>>))
    bytes += cellBytes(value) + (Array.isArray(cell) ? 0 : name.length)
  return bytes
}
