import type { Ranges, Regex } from '../../../contract/index.js'
import { mayMatchNothingFarAway } from './far-empty.js'
import { mayReadOver } from './overread.js'

/**
 * Whether a search for all matches of an expression may read the rest of a string again for each match, which
 * takes time quadratic in its length. `a*b|a` does so in `aaaa`: the match `a` is preferred only if no `b`
 * follows, so `a*b` is read up to the end, for each of the four matches. `[a-z]+`, `"[^"]*"` and `<.*?>` do
 * not: reading past a match of theirs gives a longer match or stops at once.
 *
 * Simulates the expression as RE2 does, by threads in order of preference. Returns true if, while one thread
 * has found a match, a preferred one can read on forever, without matching itself, and past further matches.
 */
export function mayOverscan(regex: Regex): boolean {
  if (mayMatchNothingFarAway(regex)) return true
  const places: { readonly ranges: Ranges; readonly next: Next }[] = []

  /**
   * Returns the threads that begin with `part` and continue with `next`, by preference. Each position of the
   * unfolded tree is created once.
   */
  function build(part: Regex, next: Next): Next {
    switch (part.kind) {
      case 'set': {
        const place = places.push({ ranges: part.ranges, next: once(next) }) - 1
        return () => [place]
      }
      case 'assertion':
        // At most one match begins at the start of the string, and nothing is read past its end.
        if (part.assertion === 'text-start' || part.assertion === 'text-end') return () => []
        if (part.assertion === 'word-edge')
          return () => next().map((one) => (one === found ? atWordEdge : one))
        return () => next().map((one) => (one < 0 ? perhaps : one))
      case 'concat':
        return part.items.reduceRight((rest, item) => build(item, rest), next)
      case 'choice': {
        const branches = part.branches.map((branch) => build(branch, next))
        return () => branches.flatMap((branch) => branch())
      }
      case 'repeat':
        return buildRepeat(part, next)
    }
  }

  function buildRepeat({ item, min, max, lazy }: Extract<Regex, { kind: 'repeat' }>, next: Next): Next {
    const either = (again: Next, out: Next): Next =>
      lazy ? () => [...out(), ...again()] : () => [...again(), ...out()]
    let rest = next
    if (max === null) {
      let entered = false
      const body = build(item, () => loop())
      const choose = either(body, next)
      const loop: Next = () => {
        if (entered) return []
        entered = true
        const threads = choose()
        entered = false
        return threads
      }
      rest = loop
    } else for (let copy = min; copy < max; copy++) rest = either(build(item, rest), next)
    for (let copy = 0; copy < min; copy++) rest = build(item, rest)
    return rest
  }

  let steps = 0
  const start = cut(build(regex, () => [found])())
  const follow = places.map(({ next }) => cut(next()))
  const unfolded = places.map(({ ranges }, place) => ({ ranges, follow: follow[place] ?? [] }))
  const endless = endlessPlaces(follow)
  const overlaps = (a: number, b: number): boolean =>
    a === b || intersect(places[a]?.ranges ?? [], places[b]?.ranges ?? [])

  const isWord = (place: number | undefined): boolean =>
    place !== undefined && (places[place]?.ranges ?? []).every(([low, high]) => isWordRange(low, high))

  /** Whether every match begins at a word boundary; none then begins inside a word. */
  const beginsWord =
    regex.kind === 'concat' &&
    regex.items[0]?.kind === 'assertion' &&
    regex.items[0].assertion === 'word-edge'
  const staysInWord = (place: number): boolean => {
    const read = new Set([place])
    for (const one of read) for (const next of follow[one] ?? []) if (endless.has(next)) read.add(next)
    return [...read].every(isWord)
  }

  /**
   * Whether the string read forever from `place` may contain a whole match, so that it is read again for that
   * match.
   */
  const holding = new Map<number, boolean>()
  const holdsMatch = (place: number): boolean => {
    const known = holding.get(place)
    if (known !== undefined) return known
    const reached = new Set([place])
    for (const one of reached) for (const next of follow[one] ?? []) if (endless.has(next)) reached.add(next)
    const pairs = new Set<number>()
    const enter = (from: Threads, to: Threads): void => {
      for (const one of from)
        for (const other of to)
          if (reached.has(one) && other >= 0 && ++steps <= mostSteps && overlaps(one, other))
            pairs.add(one * follow.length + other)
    }
    enter([...reached], start)
    let holds = start.some((thread) => thread < 0)
    for (const at of pairs) {
      const [one, other] = [Math.floor(at / follow.length), at % follow.length]
      const after = follow[other] ?? []
      holds ||= steps > mostSteps || after.some((thread) => thread < 0)
      if (holds) break
      enter(follow[one] ?? [], after)
    }
    holds &&= [...reached].some((one) => mayReadOver(one, unfolded, start, found, endless))
    holding.set(place, holds)
    return holds
  }

  const seen = new Set<number>()
  const open: (readonly [preferred: number, other: number])[] = []
  /**
   * Whether one of `lower` is a match while one of `higher` reads on. Queues the pairs that read on side by
   * side.
   */
  const pair = (higher: Threads, lower: Threads, ordered: boolean, last?: number): boolean => {
    for (const [index, high] of higher.entries()) {
      if (high < 0) continue
      for (const low of ordered ? lower.slice(index + 1) : lower) {
        if (++steps > mostSteps) return true
        if (low < 0) {
          // A word would have to end between the last character and the other thread's next one.
          if (low === atWordEdge && isWord(last) && isWord(high)) continue
          if (endless.has(high) && holdsMatch(high)) return true
        } else if (!seen.has(high * follow.length + low) && overlaps(high, low)) {
          seen.add(high * follow.length + low)
          open.push([high, low])
        }
      }
    }
    return false
  }
  // A later match is less preferred as well.
  const reachable = new Set(start)
  for (const place of reachable) for (const next of follow[place] ?? []) reachable.add(next)
  for (const place of reachable)
    if (endless.has(place) && !(beginsWord && staysInWord(place)) && holdsMatch(place)) return true
  if (pair(start, start, true)) return true
  for (const [last, threads] of follow.entries()) if (pair(threads, threads, true, last)) return true
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [high, low] = [follow[next[0]] ?? [], follow[next[1]] ?? []]
    // A match of the preferred thread ends the other thread.
    if (pair(high, high.includes(found) ? [] : low, false, next[1])) return true
  }
  return false
}

/**
 * Threads by preference: positions whose character is read next, or matches (negative: unconditional, or if
 * an assertion holds).
 */
type Threads = readonly number[]
type Next = () => Threads
const found = -1
const perhaps = -2
/** A match if a word begins or ends there, without further conditions. */
const atWordEdge = -3
/** Steps after which the answer is true. */
const mostSteps = 2_000_000

function once(next: Next): Next {
  let made: Threads | undefined
  return () => (made ??= [...new Set(next())])
}

/** Drops the threads that are less preferred than a match. */
function cut(threads: Threads): Threads {
  const end = threads.indexOf(found)
  return [...new Set(end < 0 ? threads : threads.slice(0, end + 1))]
}

/** Returns the positions from which a thread can read on forever without matching. */
function endlessPlaces(follow: readonly Threads[]): ReadonlySet<number> {
  const left = new Set(follow.flatMap((threads, place) => (threads.includes(found) ? [] : [place])))
  for (let size = -1; size !== left.size;) {
    size = left.size
    for (const place of left) if (!follow[place]?.some((next) => left.has(next))) left.delete(place)
  }
  return left
}

/** Word characters are ASCII only. */
const isWordRange = (low: number, high: number): boolean =>
  [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ].some(([from = 0, to = 0]) => from <= low && high <= to)

const intersect = (a: Ranges, b: Ranges): boolean =>
  a.some(([low, high]) => b.some(([from, to]) => low <= to && from <= high))
