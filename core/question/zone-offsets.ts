import { dayMs } from './calendar.js'

/** A moment from which a zone's clocks are `offset` milliseconds ahead of UTC. */
export interface OffsetChange {
  readonly at: number
  readonly offset: number
}

export interface Offsets {
  /** Milliseconds ahead of UTC. */
  offsetAt(instant: number): number
  /** The changes of the offset in [from, to), ascending. */
  changes(from: number, to: number): readonly OffsetChange[]
}

export const fixedOffsets: Offsets = { offsetAt: () => 0, changes: () => [] }

/**
 * Time is divided into cells. If the offset is equal at both ends of a cell, it is constant throughout: since
 * 1900 no zone changed its offset and reverted within less than 3.98 days (Africa/Freetown, 1939).
 */
const cellMs = 3 * dayMs
/** Limits the memory of one zone, to 60 years of cells. */
const mostCells = 7500

/** Caches the offsets of a zone that are measured for single instants (each takes a microsecond or more). */
export function cachedOffsets(measure: (instant: number) => number): Offsets {
  const starts = new Map<number, number>()
  const splits = new Map<number, readonly OffsetChange[]>()

  function startOffset(cell: number): number {
    const known = starts.get(cell)
    if (known !== undefined) return known
    if (starts.size >= mostCells) {
      starts.clear()
      splits.clear()
    }
    const offset = measure(cell * cellMs)
    starts.set(cell, offset)
    return offset
  }

  /** The changes after the cell's start, up to and including its end. */
  function changesOf(cell: number): readonly OffsetChange[] {
    const [before, after] = [startOffset(cell), startOffset(cell + 1)]
    if (before === after) return none
    const known = splits.get(cell)
    if (known !== undefined) return known
    const found: OffsetChange[] = []
    bisect(measure, cell * cellMs, before, (cell + 1) * cellMs, after, found)
    splits.set(cell, found)
    return found
  }

  return {
    offsetAt(instant) {
      const cell = Math.floor(instant / cellMs)
      const change = changesOf(cell).findLast(({ at }) => at <= instant)
      return change?.offset ?? startOffset(cell)
    },
    changes(from, to) {
      const found: OffsetChange[] = []
      // A change exactly at a cell's start belongs to the previous cell.
      for (let cell = Math.floor((from - 1) / cellMs); cell * cellMs < to; cell++)
        for (const change of changesOf(cell)) if (change.at >= from && change.at < to) found.push(change)
      return found
    },
  }
}

const none: readonly OffsetChange[] = []

/** Finds the changes in (from, to], to the second; both bounds are whole seconds. */
function bisect(
  measure: (instant: number) => number,
  from: number,
  before: number,
  to: number,
  after: number,
  found: OffsetChange[],
): void {
  if (before === after) return
  if (to - from === 1000) {
    found.push({ at: to, offset: after })
    return
  }
  const middle = Math.floor((from + to) / 2000) * 1000
  const offset = measure(middle)
  bisect(measure, from, before, middle, offset, found)
  bisect(measure, middle, offset, to, after, found)
}
