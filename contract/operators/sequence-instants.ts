import {
  aggregate,
  and,
  choose,
  column,
  compare,
  derive,
  descending,
  min,
  missing,
  not,
  nothing,
  number,
  or,
  select,
  sum,
  where,
  window,
} from '../builders.js'
import type { Expr, Measure, Relation } from '../plan.js'
import { stepConditions, type StepConditions } from './sequence-conditions.js'
import type { SequenceOptions } from './sequence-options.js'

/**
 * The rows of each person and instant as one row, with the columns `person`, `timestamp` and optionally
 * `label`.
 */
export interface Instants {
  readonly rows: Relation
  readonly conditions: StepConditions
  /** The number of rows that meet one of these conditions. */
  readonly rowsOf: (conditions: readonly number[]) => Expr
  /**
   * The depth of a run that comes here with depth `from` and takes every step it can; `from` if it can take
   * none.
   */
  readonly reach: (from: number) => Expr
  /**
   * The time of the next row after this instant that breaks a run of this depth; null if there can be none.
   */
  readonly stop: (depth: number) => Expr | null
}

const time = column('timestamp')
const countOf = (conditions: readonly number[]): string => `rows_${conditions.join('_')}`
export const reachAt = (depth: number): string => `reach_${depth}`
const stopAt = (depth: number): string => `stop_${depth}`
const breaksAt = (depth: number): string => `breaks_${depth}`
const oneIf = (when: Expr): Expr => choose([{ when, then: number(1) }], number(0))
const some = (value: Expr): Expr => compare('gt', value, number(0))

/** The columns computed for the rows of one instant, beside the depths they reach. */
export interface Taking {
  readonly conditions: StepConditions
  readonly steps: number
  readonly measures: Readonly<Record<string, Measure>>
}

/**
 * Aggregates rows that have `is_<n>` for each condition into one row per `person` and `timestamp`, with the
 * measures. The column `reach_<depth>` is the depth of a run that comes there with this depth and takes every
 * step it can. An engine may do this faster than by counting every set of conditions.
 */
export type Takings = (marked: Relation, taking: Taking) => Relation

const at = { person: column('person'), timestamp: time }

/**
 * Which steps the rows of an instant can take together is an assignment problem: one row serves one step. By
 * Hall's theorem all steps can be served if, for each set of conditions, at least as many rows meet one of
 * the set as there are steps in it. Conditions that no row shares need no common sets.
 */
export const countedTakings: Takings = (marked, { conditions, steps, measures }) => {
  const rows = aggregate(marked, at, { ...setCounts(conditions), ...measures })
  const depths = range(0, steps)
  return derive(
    rows,
    record(depths.map((depth) => [reachAt(depth), reach(conditions, steps, depth)] as const)),
  )
}

const setCounts = ({ groups }: StepConditions): Readonly<Record<string, Measure>> =>
  record(groups.flatMap(subsets).map((set) => [countOf(set), sum(oneIf(isOneOf(set)))] as const))

export function instants(input: Relation, options: SequenceOptions, takings: Takings): Instants {
  const { steps, order, exclusions } = options
  const known = stepConditions(steps)
  const every = known.conditions.map((_, index) => index)
  const gaps = [...new Set(exclusions.flatMap(({ from, to }) => range(from, to)))]
  const breaks = (depth: number): Expr =>
    or(...exclusions.filter(({ from, to }) => from <= depth && depth < to).map(({ when }) => when))

  const marked = select(where(input, or(...steps, ...exclusions.map(({ when }) => when))), {
    ...at,
    ...record(known.conditions.map((condition, index) => [`is_${index}`, condition] as const)),
    ...record(gaps.map((depth) => [breaksAt(depth), breaks(depth)] as const)),
    ...(options.label === null ? {} : { label: options.label }),
  })
  const first = order === 'any' ? every : [known.ofStep[0] ?? 0]
  const label = choose([{ when: isOneOf(first), then: column('label') }], nothing('text'))
  const measures = {
    ...record<Measure>(gaps.map((depth) => [breaksAt(depth), sum(oneIf(column(breaksAt(depth))))] as const)),
    ...(options.label === null ? {} : { label: min(label) }),
  }
  const size = { size: sum(oneIf(isOneOf(every))) }
  const rows =
    order === 'any'
      ? aggregate(marked, at, { ...setCounts(known), ...measures })
      : takings(marked, { conditions: known, steps: steps.length, measures: { ...size, ...measures } })
  return {
    rows: gaps.length === 0 ? rows : withStops(rows, gaps),
    conditions: known,
    rowsOf: (conditions) => column(countOf(conditions)),
    reach: (from) => column(reachAt(from)),
    stop: (depth) => (gaps.includes(depth) ? column(stopAt(depth)) : null),
  }
}

const isOneOf = (conditions: readonly number[]): Expr =>
  conditions.length === 1
    ? column(`is_${conditions[0] ?? 0}`)
    : or(...conditions.map((index) => column(`is_${index}`)))

/** Instants that only break runs are dropped afterwards. */
function withStops(rows: Relation, gaps: readonly number[]): Relation {
  const stops = gaps.map((depth) => {
    const value = choose([{ when: some(column(breaksAt(depth))), then: time }], nothing('time'))
    return [stopAt(depth), { kind: 'min-before', value }] as const
  })
  const stopped = window(rows, [column('person')], [descending(time)], record(stops))
  return where(stopped, some(column('size')))
}

function reach({ groups, ofStep }: StepConditions, steps: number, from: number): Expr {
  const takes = (depth: number): Expr => {
    const own = ofStep[depth - 1] ?? 0
    const between = ofStep.slice(from, depth)
    const group = groups.find((one) => one.includes(own)) ?? [own]
    const sets = subsets(group.filter((index) => between.includes(index))).filter((set) => set.includes(own))
    const needs = (set: readonly number[]): number => between.filter((index) => set.includes(index)).length
    return and(...sets.map((set) => compare('gte', column(countOf(set)), number(needs(set)))))
  }
  const depths = range(from + 1, steps + 1)
  const ends = depths.map((depth) => ({
    when: not(takes(depth)),
    then: number(depth - 1),
  }))
  return choose(ends, number(steps))
}

/** Every non-empty subset, each in ascending order. */
export const subsets = (list: readonly number[]): readonly (readonly number[])[] =>
  list.reduce<readonly (readonly number[])[]>(
    (all, item) => [...all, [item], ...all.map((set) => [...set, item])],
    [],
  )

/** The integers from … to − 1. */
export const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

export const record = <T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> =>
  Object.fromEntries(entries)

/** Whether a run of this depth that reached its last step here continues unbroken at `next`. */
export function unbroken({ stop }: Instants, depth: number, next: Expr): readonly Expr[] {
  const stops = stop(depth)
  return stops === null ? [] : [or(missing(stops), compare('lte', next, stops))]
}
