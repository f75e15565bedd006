import type { Values } from './values.js'

/** The width of a bucket in seconds. */
export const stepOf = (xs: readonly number[]): number =>
  xs.length > 1 ? (xs[1] ?? 0) - (xs[0] ?? 0) : 86_400

/** The first and the last bucket whose points lie between two positions; if there is none, the nearest one. */
export function bucketsWithin(xs: readonly number[], from: number, to: number): readonly [number, number] {
  const inside = [...xs.keys()].filter((index) => (xs[index] ?? 0) >= from && (xs[index] ?? 0) <= to)
  const [first, last] = [inside[0], inside.at(-1)]
  if (first !== undefined && last !== undefined) return [first, last]
  const distances = xs.map((x) => Math.abs(x - (from + to) / 2))
  const nearest = Math.max(0, distances.indexOf(Math.min(...distances)))
  return [nearest, nearest]
}

interface Tail {
  readonly line: number
  readonly values: Values
}

/**
 * Lines without the parts that lead to an incomplete bucket at an end, and those parts, which are dashed: with
 * [1, 2, 3] and an incomplete last bucket, [1, 2, null] and [null, 2, 3].
 */
export function cutTails(
  lines: readonly Values[],
  incomplete: readonly number[],
): { readonly solid: readonly Values[]; readonly tails: readonly Tail[] } {
  const cut = new Set(incomplete)
  if (cut.size === 0) return { solid: lines, tails: [] }
  const isTail = (at: number): boolean => cut.has(at) || cut.has(at - 1) || cut.has(at + 1)
  return {
    solid: lines.map((values) => values.map((value, at) => (cut.has(at) ? null : value))),
    tails: lines.map((values, line) => ({
      line,
      values: values.map((value, at) => (isTail(at) ? value : null)),
    })),
  }
}
