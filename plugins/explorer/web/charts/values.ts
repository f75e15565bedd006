export type Values = readonly (number | null)[]

/** Each value as a share (−1 to 1) of its bucket: of the sum of all sizes, since values may be below 0. 0 of nothing is 0. */
export function shares(lines: readonly Values[]): (number | null)[][] {
  const sums = (lines[0] ?? []).map((_, at) =>
    lines.reduce((sum, values) => sum + Math.abs(values[at] ?? 0), 0),
  )
  return lines.map((values) =>
    values.map((value, at) => (value === null ? null : sums[at] === 0 ? 0 : value / (sums[at] ?? 1))),
  )
}

/**
 * The mean of each bucket and those before it, as many together as `buckets` says and the range has: as
 * `moving_average` of formulas has it. Buckets without a value stay without one and count for nothing.
 */
export const movingAverage = (values: Values, buckets: number): (number | null)[] =>
  values.map((value, at) => {
    if (value === null) return null
    const window = values.slice(Math.max(0, at - buckets + 1), at + 1).filter((one) => one !== null)
    return window.reduce((sum, one) => sum + one, 0) / window.length
  })

/** The values that a logarithmic scale can show: those above 0. */
export const positive = (values: Values): (number | null)[] =>
  values.map((value) => (value !== null && value > 0 ? value : null))

/** The powers of ten around the values; one decade if there are none. */
export function decades(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || low <= 0) return [1, 10]
  const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))]
  return [10 ** from, 10 ** (to === from ? to + 1 : to)]
}

/** Stacks each line on those before it; negative values are stacked downwards, separately. */
export function stacked(lines: readonly Values[]): (number | null)[][] {
  const up: number[] = []
  const down: number[] = []
  return lines.map((values) =>
    values.map((value, index) => {
      const sums = (value ?? 0) < 0 ? down : up
      sums[index] = (sums[index] ?? 0) + (value ?? 0)
      return sums[index] ?? null
    }),
  )
}
