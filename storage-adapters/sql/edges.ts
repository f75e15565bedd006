/** The distance between consecutive edges; null if they are not evenly spaced or fewer than two. */
export function evenStep(edges: readonly number[]): number | null {
  const [first, second] = edges
  if (first === undefined || second === undefined) return null
  const step = second - first
  return edges.every((edge, index) => edge === first + index * step) ? step : null
}

/** Evenly spaced edges, as a step and the place of the first one. */
export interface Spacing {
  readonly first: number
  readonly step: number
}

/**
 * The even spacing of edges whose first and last interval may be cut short, as weeks are in most ranges; null if there is
 * none. The index of a value between the first and the last edge is (value - first) / step, without its fraction.
 *
 *     edges 9, 10, 20, 30, 35    first 0, step 10
 */
export function cutSpacing(edges: readonly number[]): Spacing | null {
  const inner = edges.slice(1, -1)
  const step = evenStep(inner)
  const [start, end, second, last] = [edges[0], edges.at(-1), inner[0], inner.at(-1)]
  if (step === null || start === undefined || end === undefined || second === undefined || last === undefined)
    return null
  const fits = second - start <= step && end - last <= step
  return fits ? { first: second - step, step } : null
}

/** Milliseconds in a UTC day. */
export const dayMs = 86_400_000

/** A column whose values are indexes of consecutive stored days. */
export interface DayIndex {
  /** The SQL of the stored day. */
  readonly day: string
  /** The day number since 1970 of index 0. */
  readonly first: number
  /** The number of days; no index is outside of them. */
  readonly count: number
}

/** Edges at the midnights (UTC) of consecutive days and at few instants between, such as now. */
export interface DayGrid {
  /** The first midnight's day number since 1970. */
  readonly firstDay: number
  /** The edges that are not midnights, in milliseconds. */
  readonly between: readonly number[]
}

const fewInstants = 4

/**
 * Returns null if the edges form no such grid. In a grid the index of a time is its day minus the first day,
 * plus the number of instants between that it has reached: arithmetic on the stored day instead of a search.
 *
 *     edges              Mon 00:00, Tue 00:00, Tue 15:30
 *     Tue 12:00          1 day after Monday + 0 instants = 1
 *     Tue 16:00          1 day after Monday + 1 instant = 2
 */
export function dayGrid(edges: readonly number[]): DayGrid | null {
  const midnights = edges.filter((edge) => edge % dayMs === 0)
  const [first] = midnights
  const between = edges.filter((edge) => edge % dayMs !== 0)
  if (first === undefined || between.length > fewInstants) return null
  const consecutive = midnights.every((edge, index) => edge === first + index * dayMs)
  const [start = 0, end = 0] = [edges[0], edges.at(-1)]
  const gapless = start > first - dayMs && end < first + midnights.length * dayMs
  return consecutive && gapless ? { firstDay: first / dayMs, between } : null
}

/** The edges as days since 1970; null unless all of them are UTC midnights. */
export function asDays(edges: readonly number[]): readonly number[] | null {
  return edges.every((edge) => edge % dayMs === 0) ? edges.map((edge) => edge / dayMs) : null
}
