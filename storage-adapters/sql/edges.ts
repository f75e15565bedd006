/** The common distance of a list of edges; null if they are not evenly spaced. */
export function evenStep(edges: readonly number[]): number | null {
  const [first, second] = edges
  if (first === undefined || second === undefined) return null
  const step = second - first
  return edges.every((edge, index) => edge === first + index * step) ? step : null
}

export const dayMs = 86_400_000

/** Edges that are the midnights (UTC) of consecutive days and few instants between: `now`, say. */
export interface DayGrid {
  /** The first midnight's day number since 1970. */
  readonly firstDay: number
  readonly between: readonly number[]
}

const fewInstants = 4

/**
 * A time's place among such edges is its day's distance from the first midnight and the number of instants it has
 * passed: arithmetic on the stored day instead of a search.
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

/** The edges as day numbers since 1970, if every one of them is a UTC midnight. */
export function asDays(edges: readonly number[]): readonly number[] | null {
  return edges.every((edge) => edge % dayMs === 0) ? edges.map((edge) => edge / dayMs) : null
}
