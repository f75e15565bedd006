import { LRUCache } from 'lru-cache'
import type { Cell, Row } from '../../contract/index.js'

/** The rows of queries, each with the version of the data they were computed from. */
export interface ResultCache {
  /** Returns undefined if there are no rows for this version. */
  get(question: string, version: string): readonly Row[] | undefined
  set(question: string, version: string, rows: readonly Row[]): void
  /** An upper bound of the bytes in use. */
  readonly bytes: number
}

interface Kept {
  readonly version: string
  readonly rows: readonly Row[]
  readonly bytes: number
}

/** One result uses at most one part of this many, so that none evicts all others. */
const largestShare = 8

/**
 * Keeps the most recently used results, up to this many bytes; 0 disables it. New rows of a query replace
 * those of another version.
 */
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

/**
 * Upper bounds of V8's memory use, in bytes: an entry with its two strings, an object, a member, and a string
 * without its characters.
 */
const entryBytes = 600
const objectBytes = 64
const memberBytes = 24
const textBytes = 32

/** Returns the bytes of rows, or null if they exceed the limit; counting stops there. */
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
