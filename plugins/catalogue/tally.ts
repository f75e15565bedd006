/** Values of a field that are kept: as many as one answer may have. */
export const mostValues = 1_000
/** Longer values, in UTF-16 units, are not kept. */
const longestValue = 200

/**
 * Counts rows by value, exactly for up to twice `mostValues` values. Beyond that, it is a summary of Misra and Gries
 * ("Finding repeated elements", 1982): the largest count that does not fit is subtracted from all counts, and values whose
 * count falls to zero are dropped.
 *
 *   2 values are kept; counts a 5, b 3, c 2, d 1 → subtract 2 → a 3, b 1
 *
 * Each count is too small by at most 1/mostValues of all rows, so a value more frequent than that is never missing.
 * Summaries can be added with the same bound (Agarwal et al., "Mergeable summaries", 2012).
 */
export class Tally {
  readonly counts: Map<string, number>
  /** Whether values occurred that are not in `counts`. */
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

  /** Keeps the `mostValues` largest counts; of equal ones the latest, so that the list of a unique id is never empty. */
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
  /** One row in so many is counted, as so many rows. */
  readonly oneIn: number
  /** Other rows count once each if their value is not in this set; null if other rows never count. */
  readonly recorded: ReadonlySet<string> | null
}

/** The values of one field in a batch. Most batches add nothing to most fields, so the map is created on demand. */
export class BatchTally {
  /** Null if there is nothing to add. */
  found: Tally | null = null
  private readonly counting: Counting

  constructor(counting: Counting) {
    this.counting = counting
  }

  /** Returns whether the row's value has to be read. @param drawn a random number from 0 to 1, one for each row */
  reads(drawn: number): boolean {
    return this.counting.recorded !== null || drawn * this.counting.oneIn < 1
  }

  count(value: string, drawn: number): void {
    const { oneIn, recorded } = this.counting
    const rows = drawn * oneIn < 1 ? oneIn : recorded?.has(value) === false ? 1 : 0
    if (rows > 0) (this.found ??= new Tally()).add(value, rows)
  }
}
