import {
  aggregate,
  and,
  ascending,
  bucket,
  choose,
  column,
  compare,
  count,
  derive,
  equals,
  join,
  literal,
  lookup,
  math,
  missing,
  not,
  number,
  select,
  spine,
  sum,
  union,
  where,
  window,
} from '../builders.js'
import { columnsOf } from '../columns.js'
import type { Expr, OperatorNode, Relation } from '../plan.js'
import type { Interval } from '../question.js'
import type { OperatorDefinition } from './operator.js'

export interface PresenceOptions {
  /** Half-open, in any order; they may overlap. */
  readonly windows: readonly Interval[]
  /** Columns of the input that split the count. */
  readonly by: readonly string[]
}

/**
 * Presence: the persons active in each window. The input has the columns `timestamp`, `person` and those of
 * `by`. For each window and group the result has `window` (its index), the columns of `by`, and `persons`:
 * the number of distinct persons with a row whose time is in the window. Windows without persons have no row.
 */
export function presence(input: Relation, options: PresenceOptions): Relation {
  const types = columnsOf(input)
  const groups = options.by.map((name) => [name, types[name] ?? 'text'] as const)
  const node: OperatorNode = {
    kind: 'operator',
    operator: 'presence',
    inputs: [input],
    options,
    columns: { window: 'int', ...Object.fromEntries(groups), persons: 'int' },
  }
  return Object.freeze(node)
}

/**
 * The lowering splits time at every window bound, so that a window is a run of segments.
 *
 * Each active segment of a person stands for a span of windows: from the first that contains the segment to
 * the last, or to the first that contains the person's next segment. So every window is entered and left
 * once, and a running sum counts the persons inside. This takes one sort and no expansion by window length.
 *
 * It requires windows whose starts and ends both ascend. Other windows are split into chains that do.
 */
export const presenceOperator: OperatorDefinition = {
  name: 'presence',
  lower({ inputs: [input], options }) {
    const { windows, by } = options as PresenceOptions
    if (input === undefined) throw new Error('presence requires an input')
    const [chain = [], ...others] = ascendingChains(windows)
    if (others.length === 0) return lowerChain(input, { windows, by })
    const numbered = [chain, ...others].map((places) => {
      const own = places.flatMap((place) => windows[place] ?? [])
      const groups = Object.fromEntries(by.map((name) => [name, column(name)]))
      const place = lookup(column('window'), places)
      const lowered = lowerChain(input, { windows: own, by })
      return select(lowered, { window: place, ...groups, persons: column('persons') })
    })
    return union(...numbered)
  },
}

/** Returns the windows' indexes in lists whose windows ascend at both ends. */
export function ascendingChains(windows: readonly Interval[]): readonly (readonly number[])[] {
  const chains: { places: number[]; last: Interval }[] = []
  for (const [place, window] of windows.entries()) {
    const fits = chains.find(({ last }) => last.from <= window.from && last.to <= window.to)
    if (fits === undefined) chains.push({ places: [place], last: window })
    else {
      fits.places.push(place)
      fits.last = window
    }
  }
  return chains.map(({ places }) => places)
}

function lowerChain(input: Relation, { windows, by }: PresenceOptions): Relation {
  const edges = [...new Set(windows.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  const starts = edges.slice(0, -1)
  const { firsts, ends } = windowsOfSegments(starts, windows)
  const lasts = ends.map((end) => end - 1)
  const groups = Object.fromEntries(by.map((name) => [name, column(name)]))
  const keys = Object.values(groups)
  const segment = column('segment')

  const located = derive(input, { segment: bucket(column('timestamp'), edges) })
  const active = aggregate(
    where(located, not(missing(segment))),
    { ...groups, person: column('person'), segment },
    {},
  )
  const ordered = window(active, [...keys, column('person')], [ascending(segment)], {
    next_segment: { kind: 'next', value: segment },
  })
  const end = math('+', lookup(segment, lasts), number(1))
  const nextEnter = lookup(column('next_segment'), firsts)
  const spans = derive(ordered, {
    enter: lookup(segment, firsts),
    leave: choose([{ when: compare('lt', nextEnter, end), then: nextEnter }], end),
  })
  const counted = aggregate(
    where(spans, compare('lt', column('enter'), column('leave'))),
    { ...groups, enter: column('enter'), leave: column('leave') },
    { spans: count() },
  )
  const deltas = select(join('inner', counted, spine('side', 2), []), {
    ...groups,
    window: atEntry(column('enter'), column('leave')),
    delta: atEntry(column('spans'), math('-', number(0), column('spans'))),
  })
  const zeros = select(
    join('inner', by.length > 0 ? aggregate(input, groups, {}) : one, every(windows.length), []),
    {
      ...groups,
      window: column('window'),
      delta: number(0),
    },
  )
  const changes = aggregate(
    union(deltas, zeros),
    { ...groups, window: column('window') },
    { delta: sum(column('delta')) },
  )
  const running = window(changes, keys, [ascending(column('window'))], {
    persons: { kind: 'running-sum', value: column('delta') },
  })
  const inside = and(
    compare('lt', column('window'), literal(windows.length, 'int')),
    compare('gt', column('persons'), number(0)),
  )
  return select(where(running, inside), { window: column('window'), ...groups, persons: column('persons') })
}

/**
 * Returns, for each segment start, which of the ascending windows contain the segment: those from `first` up
 * to but not including `end`. The starts ascend, and no window begins or ends inside a segment.
 */
export function windowsOfSegments(
  starts: readonly number[],
  windows: readonly Interval[],
): { readonly firsts: readonly number[]; readonly ends: readonly number[] } {
  const ended = counter(windows.map(({ to }) => to))
  const begun = counter(windows.map(({ from }) => from))
  return { firsts: starts.map((start) => ended(start)), ends: starts.map((start) => begun(start)) }
}

const one = spine('one', 1)
const every = (windows: number): Relation => spine('window', windows)
const atEntry = (enter: Expr, leave: Expr): Expr =>
  choose([{ when: equals(column('side'), number(0)), then: enter }], leave)

/**
 * Counts the ascending times that are not after the argument. Successive arguments must ascend; there may be
 * thousands.
 */
function counter(times: readonly number[]): (time: number) => number {
  let passed = 0
  return (time) => {
    while ((times[passed] ?? Infinity) <= time) passed++
    return passed
  }
}
