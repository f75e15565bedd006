import { dayMs } from './calendar.js'

/** A moment from which on a zone's clocks stand `offset` milliseconds ahead of UTC. */
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
 * Time is cut into cells; where the offset is the same at both ends of a cell, it is so throughout: no zone since
 * 1900 changed its offset and took it back in less than 3.98 days (Africa/Freetown, 1939).
 */
const cellMs = 3 * dayMs
/** Bounds the memory of one zone: 60 years' cells. */
const mostCells = 7500

/** The offsets of a zone from one measured instant at a time (the measure is slow, a microsecond or more). */
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

  /** The changes after the cell's start up to and with its end. */
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
      // A change at a cell's very start is listed with the cell before.
      for (let cell = Math.floor((from - 1) / cellMs); cell * cellMs < to; cell++)
        for (const change of changesOf(cell)) if (change.at >= from && change.at < to) found.push(change)
      return found
    },
  }
}

const none: readonly OffsetChange[] = []

/** Finds the changes in (from, to] to the second; both are whole seconds. */
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
