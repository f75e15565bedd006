/** The values of a formula for each dimension, by bucket. */
export type Lines = readonly Float64Array[]

interface SeriesFunction {
  /** The whole number that the function takes after its series; null if it takes none. */
  readonly parameter: { readonly name: string; readonly usual: number | null } | null
  /** Returns new lines of the same lengths. */
  apply(lines: Lines, parameter: number): Lines
}

export const mostBuckets = 10_000

const alongBuckets = (lines: Lines, value: (line: Float64Array, bucket: number) => number): Lines =>
  lines.map((line) => line.map((_, bucket) => value(line, bucket)))

/** Functions over a series: along the buckets of one dimension, or over the dimensions of one bucket. */
export const functions = {
  /** The sum of the bucket and all before it. */
  cumulative: {
    parameter: null,
    apply: (lines) =>
      lines.map((line) => {
        let sum = 0
        return line.map((value) => (sum += value))
      }),
  },
  /** The mean of the bucket and those before it, as many together as the parameter says and the range has. */
  moving_average: { parameter: { name: 'buckets', usual: null }, apply: movingAverage },
  /** The difference to the bucket before; 0 in the first one. */
  delta: {
    parameter: null,
    apply: (lines) =>
      alongBuckets(lines, (line, bucket) =>
        bucket === 0 ? 0 : (line[bucket] ?? 0) - (line[bucket - 1] ?? 0),
      ),
  },
  /** The value so many buckets before; 0 where the range has none. */
  lag: {
    parameter: { name: 'buckets', usual: 1 },
    apply: (lines, back) => alongBuckets(lines, (line, bucket) => line[bucket - back] ?? 0),
  },
  /** The part of the sum over all dimensions of the bucket, from 0 to 1; 0 if the sum is 0. */
  share: { parameter: null, apply: share },
  /** The place among the dimensions of the bucket, 1 for the largest; equal values share the better one. */
  rank: { parameter: null, apply: rank },
} as const satisfies Readonly<Record<string, SeriesFunction>>

export type FunctionName = keyof typeof functions

export const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name)

/** Sums each window again: a running sum would lose digits after a large value. */
function movingAverage(lines: Lines, buckets: number): Lines {
  return alongBuckets(lines, (line, bucket) => {
    const first = Math.max(0, bucket - buckets + 1)
    let sum = 0
    for (let at = first; at <= bucket; at++) sum += line[at] ?? 0
    return sum / (bucket - first + 1)
  })
}

function share(lines: Lines): Lines {
  const sums = new Float64Array(lines[0]?.length ?? 0)
  for (const line of lines)
    for (const [bucket, value] of line.entries()) sums[bucket] = (sums[bucket] ?? 0) + value
  return alongBuckets(lines, (line, bucket) =>
    sums[bucket] === 0 ? 0 : (line[bucket] ?? 0) / (sums[bucket] ?? 1),
  )
}

function rank(lines: Lines): Lines {
  const places = lines.map((line) => new Float64Array(line.length))
  for (let bucket = 0; bucket < (lines[0]?.length ?? 0); bucket++) {
    const order = lines
      .map((line, index) => ({ index, value: line[bucket] ?? 0 }))
      .sort((a, b) => b.value - a.value)
    let place = 1
    for (const [at, { index, value }] of order.entries()) {
      if (at > 0 && value !== order[at - 1]?.value) place = at + 1
      const line = places[index]
      if (line !== undefined) line[bucket] = place
    }
  }
  return places
}
