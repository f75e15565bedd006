import { createSlices } from '../../contract/index.js'
import { HashTable } from './hash-table.js'
import { hashInto } from './text-hash.js'

/** A row that may repeat a message. */
export interface Identified {
  readonly timestamp: number
  readonly message_id?: string | null
}

/** Rows of one kind, and for each the low and the high word of its message id's hash; both are 0 without an id. */
export interface RowsWithHashes<R extends Identified = Identified> {
  readonly rows: readonly R[]
  readonly hashes: Uint32Array
}

/** Rows that may repeat messages. */
export interface HashedRows<R extends Identified = Identified> extends RowsWithHashes<R> {
  /** The messages, each with its first row. */
  readonly messages: HashTable
  /** Whether rows repeat a message of an earlier one. */
  readonly repeats: boolean
}

/**
 * Returns the rows with the hashes of their message ids, computed in slices so that the event loop is not
 * blocked.
 */
export async function hashed<R extends Identified>(rows: readonly R[]): Promise<HashedRows<R>> {
  const hashes = new Uint32Array(2 * rows.length)
  const messages = new HashTable(hashes)
  let repeats = false
  const slices = createSlices()
  for (let index = 0; index < rows.length; index++) {
    // Ids are short, and a look at the clock costs a part of a hash.
    if (index % 16 === 15 && slices.over()) await slices.next()
    const id = rows[index]?.message_id ?? null
    if (id === null) continue
    hashInto(id, hashes, 2 * index)
    if (!messages.add(index)) repeats = true
  }
  return { rows, hashes, messages, repeats }
}

/**
 * Returns the rows whose message is not stored yet, each message once, and all rows without an id.
 * @param stored the first row of each message that is stored
 */
export function withoutRepeats<R extends Identified>(
  { rows, hashes, messages, repeats }: HashedRows<R>,
  stored: ReadonlySet<number>,
): RowsWithHashes<R> {
  if (stored.size === 0 && !repeats) return { rows, hashes }
  const isKept = (index: number): boolean => {
    if ((rows[index]?.message_id ?? null) === null) return true
    const first = messages.firstOf(hashes[2 * index] ?? 0, hashes[2 * index + 1] ?? 0)
    return first === index && !stored.has(index)
  }
  const kept = [...rows.keys()].filter(isKept)
  return {
    rows: rows.filter((_, index) => isKept(index)),
    hashes: Uint32Array.from(kept.flatMap((index) => [hashes[2 * index] ?? 0, hashes[2 * index + 1] ?? 0])),
  }
}
