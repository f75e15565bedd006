/** The common distance of a list of edges; null if they are not evenly spaced. */
export function evenStep(edges: readonly number[]): number | null {
  const [first, second] = edges
  if (first === undefined || second === undefined) return null
  const step = second - first
  return edges.every((edge, index) => edge === first + index * step) ? step : null
}

export const dayMs = 86_400_000

/** The edges as day numbers since 1970, if every one of them is a UTC midnight. */
export function asDays(edges: readonly number[]): readonly number[] | null {
  return edges.every((edge) => edge % dayMs === 0) ? edges.map((edge) => edge / dayMs) : null
}
