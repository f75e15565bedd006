import type { Ranges } from './ranges.js'
import type { Regex } from './tree.js'

/** A character of a pattern, by its place, and what may come after it. */
interface PatternPosition {
  readonly ranges: Ranges
  readonly next: Set<number>
}

interface Part {
  readonly first: ReadonlySet<number>
  readonly last: ReadonlySet<number>
  readonly nullable: boolean
}

const nothing: Part = { first: new Set(), last: new Set(), nullable: true }

/**
 * Whether the next character always decides which part of the pattern it belongs to (one-unambiguous, after
 * V. Glushkov and A. Brüggemann-Klein), and a choice tries an empty alternative last. Such a pattern matches a
 * text in one way, so that the first match by order is the longest.
 *
 *     v(\d+)\.(\d+)   unambiguous      a|ab, \d+\d, (?:|a)   ambiguous
 */
export function isUnambiguous(parts: readonly Regex[]): boolean {
  const places: PatternPosition[] = []
  const unsure: Part[] = []

  function place(ranges: Ranges): Part {
    const only = new Set([places.push({ ranges, next: new Set() }) - 1])
    return { first: only, last: only, nullable: false }
  }

  function link(from: ReadonlySet<number>, to: ReadonlySet<number>): void {
    for (const one of from) for (const next of to) places[one]?.next.add(next)
  }

  function after(left: Part, right: Part): Part {
    link(left.last, right.first)
    return {
      first: left.nullable ? union(left.first, right.first) : left.first,
      last: right.nullable ? union(left.last, right.last) : right.last,
      nullable: left.nullable && right.nullable,
    }
  }

  function read(regex: Regex): Part {
    switch (regex.kind) {
      case 'set':
        return place(regex.ranges)
      case 'assertion':
        return nothing
      case 'concat':
        return regex.items.map(read).reduce(after, nothing)
      case 'choice': {
        const branches = regex.branches.map(read)
        if (branches.slice(0, -1).some(({ nullable }) => nullable)) unsure.push(...branches)
        return {
          first: branches.reduce<ReadonlySet<number>>((all, { first }) => union(all, first), new Set()),
          last: branches.reduce<ReadonlySet<number>>((all, { last }) => union(all, last), new Set()),
          nullable: branches.some(({ nullable }) => nullable),
        }
      }
      case 'repeat':
        return repeated(regex)
    }
  }

  function repeated({ item, min, max }: Extract<Regex, { kind: 'repeat' }>): Part {
    let whole = nothing
    for (let times = 0; times < min; times++) whole = after(whole, read(item))
    if (max === null) {
      const more = read(item)
      link(more.last, more.first)
      return after(whole, { ...more, nullable: true })
    }
    // The optional ones nest: each needs the one before it.
    let optional = nothing
    for (let times = min; times < max; times++) {
      const one = read(item)
      optional = { ...after(one, optional), nullable: true }
    }
    return after(whole, optional)
  }

  const whole = parts.map(read).reduce(after, nothing)
  const disjoint = (choices: ReadonlySet<number>): boolean => {
    const ranges = [...choices].flatMap((one) => places[one]?.ranges ?? [])
    const sorted = ranges.toSorted((a, b) => a[0] - b[0])
    return sorted.every(([low], at) => low > (sorted[at - 1]?.[1] ?? -1))
  }
  return unsure.length === 0 && disjoint(whole.first) && places.every(({ next }) => disjoint(next))
}

const union = (a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> => new Set([...a, ...b])
