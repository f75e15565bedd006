/** Values of a field that are kept: as many as one answer may hold. */
export const mostValues = 1_000
/** Longer values, in UTF-16 units, are not kept. */
const longestValue = 200

/**
 * Rows by value, for at most twice `mostValues` values. Beyond that the summary of Misra and Gries ("Finding repeated
 * elements", 1982): the count of the largest that does not fit is subtracted from all, and what falls to zero goes.
 *
 *   kept: 2, counted: a 5, b 3, c 2, d 1 → 2 is subtracted → a 3, b 1
 *
 * A count is then too small by at most 1/mostValues of all rows, so no value that is more frequent than that is
 * missing. Summaries add up with the same bound (Agarwal et al., "Mergeable summaries", 2012).
 */
export class Tally {
  readonly counts: Map<string, number>
  /** Further values occurred. */
  more: boolean

  constructor(counts: Iterable<readonly [value: string, rows: number]> = [], more = false) {
    this.counts = new Map(counts)
    this.more = more
  }

  add(value: string, rows: number): void {
    if (value.length > longestValue) {
      this.more = true
      return
    }
    const known = this.counts.get(value)
    this.counts.set(value, (known ?? 0) + rows)
    if (known === undefined && this.counts.size > 2 * mostValues) this.cut()
  }

  addAll(other: Tally): void {
    for (const [value, rows] of other.counts) this.add(value, rows)
    if (other.more) this.more = true
  }

  /** Keeps the `mostValues` largest; of equal ones the latest, so that the list of an id is never empty. */
  cut(): void {
    if (this.counts.size <= mostValues) return
    const all = [...this.counts]
    const taken = all.map(([, rows]) => rows).sort((a, b) => b - a)[mostValues] ?? 0
    let equal = mostValues - all.filter(([, rows]) => rows > taken).length
    const kept = all.reverse().filter(([, rows]) => rows > taken || (rows === taken && equal-- > 0))
    this.counts.clear()
    for (const [value, rows] of kept.reverse()) this.counts.set(value, rows - taken)
    this.more = true
  }
}

/** How the rows of a batch are counted for one field. */
export interface Counting {
  /** One row out of so many is counted, as so many. */
  readonly oneIn: number
  /** Values of other rows are counted too, once, if they are not among these; null: they are not. */
  readonly recorded: ReadonlySet<string> | null
}

/** The values of one field in a batch. Most batches tell nothing new of most fields: these cost no map. */
export class BatchTally {
  /** Null if nothing is to be added. */
  found: Tally | null = null
  private readonly counting: Counting

  constructor(counting: Counting) {
    this.counting = counting
  }

  /** Whether the values of a row matter, by a number from 0 to 1 that was drawn for the row. */
  reads(drawn: number): boolean {
    return this.counting.recorded !== null || drawn * this.counting.oneIn < 1
  }

  count(value: string, drawn: number): void {
    const { oneIn, recorded } = this.counting
    const rows = drawn * oneIn < 1 ? oneIn : recorded?.has(value) === false ? 1 : 0
    if (rows > 0) (this.found ??= new Tally()).add(value, rows)
  }
}
