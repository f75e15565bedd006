import { randomInt } from 'node:crypto'

/** Random odd factors: message ids are the client's, and must not be chosen to fall on one slot. */
const odds = [2 * randomInt(2 ** 31) + 1, 2 * randomInt(2 ** 31) + 1] as const

/**
 * Finds rows by their hashes of 64 bits, which are stored as pairs of words (row n has words 2n and 2n + 1). A hash table
 * with open addressing over one array of integers: sets of strings would cost an object and a string a row.
 */
export class HashTable {
  private readonly hashes: Uint32Array
  /** A row plus one in each slot; 0 is free. At most half of the slots are taken. */
  private readonly slots: Int32Array
  private readonly shift: number
  private readonly rows: number[] = []

  /** @param hashes the words of all rows; those of a row may be filled in until it is added */
  constructor(hashes: Uint32Array) {
    this.hashes = hashes
    const bits = Math.ceil(Math.log2(Math.max(2, hashes.length)))
    this.slots = new Int32Array(2 ** bits)
    this.shift = 32 - bits
  }

  /** The number of different hashes. */
  get size(): number {
    return this.rows.length
  }

  /** Adds a row. Returns false, and changes nothing, if an earlier one has its hash. */
  add(row: number): boolean {
    const slot = this.slotOf(this.hashes[2 * row] ?? 0, this.hashes[2 * row + 1] ?? 0)
    if (this.slots[slot] !== 0) return false
    this.slots[slot] = row + 1
    this.rows.push(row)
    return true
  }

  /** Returns the first row with a hash; -1 if there is none. */
  firstOf(low: number, high: number): number {
    return (this.slots[this.slotOf(low, high)] ?? 0) - 1
  }

  /** The first row of each hash, in order. */
  firsts(): readonly number[] {
    return this.rows
  }

  /** Whether both have a hash in common. */
  meets(other: HashTable): boolean {
    if (other.size < this.size) return other.meets(this)
    const { hashes } = this
    return this.rows.some((row) => other.firstOf(hashes[2 * row] ?? 0, hashes[2 * row + 1] ?? 0) !== -1)
  }

  /** The slot of a hash, or the free one where it belongs. */
  private slotOf(low: number, high: number): number {
    const { slots, hashes } = this
    const last = slots.length - 1
    for (
      let slot = (Math.imul(low, odds[0]) + Math.imul(high, odds[1])) >>> this.shift;
      ;
      slot = (slot + 1) & last
    ) {
      const row = (slots[slot] ?? 0) - 1
      if (row === -1 || (hashes[2 * row] === low && hashes[2 * row + 1] === high)) return slot
    }
  }
}
