import type { Parameters } from './dialect.js'
import { asDays, dayGrid, dayMs, evenStep } from './edges.js'
import { intColumn, type Column } from './select.js'

/** What an engine says differently of the place of a value among edges. */
export interface BucketText {
  /** The stored day of a time as its number since 1970. */
  dayNumber(day: string): string
  /** Whole division of numbers that are not negative. */
  divide(value: string, step: number): string
  /** 1 if the value has reached the instant, else 0. */
  reached(value: string, instant: string): string
  /** The index of the last edge that is not above the value; the edges have no even distance. */
  search(value: string, edges: readonly number[]): string
  /** The index where the condition holds, else null. */
  within(condition: string, index: string): string
  readonly never: string
}

/** The index of the interval that holds the time: by arithmetic where the edges allow it, else by a search. */
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
  if (total) return intColumn(index)
  // By the stored day, where it can tell: it is a fraction of the time's size.
  const byDay = time.day !== undefined && first % dayMs === 0 && end % dayMs === 0
  const [value, unit] = byDay ? [text.dayNumber(time.day ?? ''), dayMs] : [time.sql, 1]
  const bind = (bound: number): string => parameters.bind(bound / unit, 'int')
  const inside = `${value} >= ${bind(first)} AND ${value} < ${bind(end)}`
  return { sql: text.within(inside, index), type: 'int', nullable: true }
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
  return step !== null && bounds[0] !== undefined
    ? text.divide(`(${value} - ${bind(bounds[0])})`, step)
    : text.search(value, bounds)
}
