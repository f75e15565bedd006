import type { Ranges } from '../../../core/contract/index.js'

/** One place of an unfolded expression: the characters read there, and what follows by preference (negative: a match). */
export interface PatternPosition {
  readonly ranges: Ranges
  readonly follow: readonly number[]
}

/**
 * Whether a thread that stands at `from` can read over a whole match without a match of its own. `start` are the first
 * threads of a match, `found` is the number of a match that holds always, `endless` are the places that a thread can
 * read on from without end.
 *
 * `foo.*bar` cannot: behind `foobar` the thread at `.*` reads on, but over a second `foobar` it finds its own match,
 * which is longer and preferred, so the search continues behind it. `a*b|a` can: the thread at `a*` reads over `a`,
 * which is a match, and has none.
 *
 * Reads a match one character class at a time, with the set of places that the thread may have reached by then.
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

const mostWork = 2_000_000

/** One character of each class that the places of the reader tell apart within these ranges. */
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
