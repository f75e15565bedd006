/** Code points as inclusive ranges, ascending, neither overlapping nor adjacent. */
export type Ranges = readonly (readonly [low: number, high: number])[]

export const lastCodePoint = 0x10ffff

export const anything: Ranges = [[0, lastCodePoint]]

export const single = (point: number): Ranges => [[point, point]]

/** Normalizes ranges in any order and with any overlap. */
export function unite(ranges: Ranges): Ranges {
  const united: [number, number][] = []
  for (const [low, high] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const previous = united.at(-1)
    if (previous !== undefined && low <= previous[1] + 1) previous[1] = Math.max(previous[1], high)
    else united.push([low, high])
  }
  return united
}

export function complement(ranges: Ranges): Ranges {
  const gaps: [number, number][] = []
  let next = 0
  for (const [low, high] of ranges) {
    if (next < low) gaps.push([next, low - 1])
    next = high + 1
  }
  if (next <= lastCodePoint) gaps.push([next, lastCodePoint])
  return gaps
}

export function includes(ranges: Ranges, point: number): boolean {
  let from = 0
  let to = ranges.length
  while (from < to) {
    const middle = (from + to) >> 1
    const range = ranges[middle]
    if (range === undefined || range[0] > point) to = middle
    else if (range[1] < point) from = middle + 1
    else return true
  }
  return false
}

/**
 * Returns the number of classes of characters that these sets distinguish. Postgres calls them the colors of
 * an expression.
 */
export function countKinds(sets: readonly Ranges[]): number {
  const edges = new Map<number, number>()
  sets.forEach((ranges, index) => {
    const mark = scatter(index + 1)
    for (const [low, high] of ranges)
      for (const edge of [low, high + 1]) edges.set(edge, (edges.get(edge) ?? 0) ^ mark)
  })
  const kinds = new Set([0])
  let inside = 0
  for (const [, marks] of [...edges].sort(([a], [b]) => a - b)) kinds.add((inside ^= marks))
  return kinds.size
}

/** Marks whose exclusive ors rarely collide (the finalizer of MurmurHash3). */
function scatter(value: number): number {
  const half = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  const most = Math.imul(half ^ (half >>> 13), 0xc2b2ae35)
  return most ^ (most >>> 16)
}
