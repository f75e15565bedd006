import type { Parameters } from './dialect.js'
import { asDays, cutSpacing, dayGrid, dayMs, evenStep } from './edges.js'
import { intColumn, type Column } from './select.js'

/** The SQL of one engine for the index of a value among edges. */
export interface BucketText {
  /** The stored day of a time as a number of days since 1970. */
  dayNumber(day: string): string
  /** Integer division. Only edgesReached divides negative numbers, and takes any rounding of them. */
  divide(value: string, step: number): string
  /** 1 if the value is at or after the instant, else 0. */
  reached(value: string, instant: string): string
  /** The index of the last edge that is not greater than the value; for edges that are not evenly spaced. */
  search(value: string, edges: readonly number[]): string
  /** The index if the condition is true, else null. */
  within(condition: string, index: string): string
  /** A null: no value is in a bucket. */
  readonly never: string
}

/**
 * The index of the interval that contains the time: by arithmetic if the edges are
 * evenly spaced (but for a cut first and last interval) or are days, else by search. `total`: every time is known to lie
 * between the first and the last edge, so it is never null.
 *
 *     edges 0, 10, 20, evenly spaced     intDiv(time - 0, 10)
 *     edges at three midnights           toUInt16(day) - 20454
 */
export function bucketColumn(
  time: Column,
  edges: readonly number[],
  total: boolean,
  text: BucketText,
  parameters: Parameters,
): Column {
  const [first, end] = [edges[0], edges.at(-1)]
  if (first === undefined || end === undefined || edges.length < 2)
    return { sql: text.never, type: 'int', nullable: true }
  const index = indexOf(time, edges, text, parameters)
  if (total) return { ...intColumn(index), ...daysOf(time, edges) }
  // The stored day is a fraction of the time's size, so it is compared if both ends are midnights.
  const byDay = time.day !== undefined && first % dayMs === 0 && end % dayMs === 0
  const [value, unit] = byDay ? [text.dayNumber(time.day ?? ''), dayMs] : [time.sql, 1]
  const bind = (bound: number): string => parameters.bind(bound / unit, 'int')
  const inside = `${value} >= ${bind(first)} AND ${value} < ${bind(end)}`
  return { sql: text.within(inside, index), type: 'int', nullable: true }
}

/** The days of which the index is one, if each bucket is a day. */
function daysOf({ day }: Column, edges: readonly number[]): Pick<Column, 'days'> {
  const grid = day === undefined ? null : dayGrid(edges)
  if (day === undefined || grid === null || grid.between.length > 0) return {}
  return { days: { day, first: grid.firstDay, count: edges.length - 1 } }
}

/**
 * How many of the edges a time has reached, from 0 to all: by arithmetic if they are evenly spaced, as hours are in
 * zones whose offset changes by whole hours, else by search. The time is not null.
 *
 *     edges 10, 20, 30    greatest(0, least(intDiv(time - 0, 10), 3))
 */
export function edgesReached(
  time: string,
  edges: readonly number[],
  text: BucketText,
  parameters: Parameters,
): string {
  const [step, first] = [evenStep(edges), edges[0]]
  if (step === null || first === undefined) return `(${text.search(time, edges)} + 1)`
  const steps = text.divide(`(${time} - ${parameters.bind(first - step, 'int')})`, step)
  return `greatest(0, least(${steps}, ${edges.length}))`
}

function indexOf(time: Column, edges: readonly number[], text: BucketText, parameters: Parameters): string {
  const bind = (value: number): string => parameters.bind(value, 'int')
  const grid = time.day === undefined ? null : dayGrid(edges)
  if (grid !== null && time.day !== undefined) {
    const passed = grid.between.map((instant) => ` + ${text.reached(time.sql, bind(instant))}`)
    return `(${text.dayNumber(time.day)} - ${bind(grid.firstDay)}${passed.join('')})`
  }
  const days = time.day === undefined ? null : asDays(edges)
  const value = days !== null && time.day !== undefined ? text.dayNumber(time.day) : time.sql
  const bounds = days ?? edges
  const step = evenStep(bounds)
  const [first] = bounds
  const even = step !== null && first !== undefined ? { first, step } : cutSpacing(bounds)
  return even === null
    ? text.search(value, bounds)
    : text.divide(`(${value} - ${bind(even.first)})`, even.step)
}
