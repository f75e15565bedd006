import type { Ranges } from '../../../contract/index.js'

/**
 * A position of an unfolded expression: the characters read there, and the threads that follow, by preference
 * (negative: a match).
 */
export interface PatternPosition {
  readonly ranges: Ranges
  readonly follow: readonly number[]
}

/**
 * Whether a thread at position `from` can read past a whole match without matching itself. `start` are the
 * first threads of a match, `found` is the number of an unconditional match, and `endless` are the positions
 * from which a thread can read on forever.
 *
 * `foo.*bar` cannot: behind `foobar` the thread at `.*` reads on, but past a second `foobar` it matches
 * itself, longer and preferred, so the search continues behind it. `a*b|a` can: the thread at `a*` reads past
 * `a`, which is a match, and does not match itself.
 *
 * Reads a match one character class at a time, with the set of positions that the thread may have reached.
 * Returns true if that takes more than `mostWork` comparisons.
 */
export function mayReadOver(
  from: number,
  places: readonly PatternPosition[],
  start: readonly number[],
  found: number,
  endless: ReadonlySet<number>,
): boolean {
  if (start.some((thread) => thread < 0)) return true
  let work = 0
  const seen = new Set<string>()
  const open: (readonly [reader: readonly number[], matcher: number])[] = []
  const enter = (reader: readonly number[], matchers: readonly number[]): void => {
    const key = reader.join()
    for (const matcher of matchers) {
      const whole = `${matcher}:${key}`
      if (seen.has(whole)) continue
      seen.add(whole)
      open.push([reader, matcher])
    }
  }
  enter([from], start)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [reader, matcher] = next
    const read = places[matcher]
    if (read === undefined) return true
    for (const character of representatives(read.ranges, reader, places)) {
      const reached = new Set<number>()
      for (const place of reader) {
        const { ranges = [], follow = [] } = places[place] ?? {}
        work += 1 + ranges.length + follow.length
        if (contains(ranges, character)) for (const thread of follow) reached.add(thread)
      }
      if (work > mostWork) return true
      if (reached.has(found)) continue
      const left = [...reached].filter((thread) => thread >= 0).sort((a, b) => a - b)
      if (!left.some((place) => endless.has(place))) continue
      if (read.follow.some((thread) => thread < 0)) return true
      enter(left, read.follow)
    }
  }
  return false
}

/** Comparisons after which the answer is true. */
const mostWork = 2_000_000

/** Returns one character of each class within these ranges that the reader's positions distinguish. */
function representatives(
  within: Ranges,
  reader: readonly number[],
  places: readonly PatternPosition[],
): Iterable<number> {
  const starts = new Set(within.map(([low]) => low))
  for (const place of reader)
    for (const [low, high] of places[place]?.ranges ?? [])
      for (const edge of [low, high + 1]) if (contains(within, edge)) starts.add(edge)
  return starts
}

const contains = (ranges: Ranges, character: number): boolean =>
  ranges.some(([low, high]) => low <= character && character <= high)
