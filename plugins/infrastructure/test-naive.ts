import type { MetricBucket, MetricRow } from '../../contract/index.js'
import { levelOf, isQuantile, type MetricFunction } from './functions.js'

/** A question in its plainest form. */
export interface Asked {
  readonly edges: readonly number[]
  readonly now: number
  readonly fn: MetricFunction
  /** The breakdown's value for a point, `(other)` included; null without a breakdown. */
  readonly dimensionOf: ((point: MetricRow) => string) | null
}

/** A point and its increases since the previous point of its series; null at a starting reading. */
interface Change {
  readonly point: MetricRow
  readonly value: number | null
  readonly count: number | null
  readonly sum: number | null
  readonly buckets: readonly MetricBucket[]
}

/** The answer by `<bucket> <dimension>` (`total` and `all` for the whole), computed by loops over sorted points. */
export function naive(rows: readonly MetricRow[], asked: Asked): ReadonlyMap<string, number> {
  const inside = rows
    .filter(({ timestamp }) => timestamp >= asked.edges[0]! && timestamp < asked.edges.at(-1)!)
    .sort((a, b) => a.timestamp - b.timestamp || a.seq - b.seq)
  const type = inside.at(-1)?.type
  const groups = new Map<string, Change[]>()
  for (const change of changesOf(inside.filter((point) => point.type === type)))
    for (const key of keysOf(change.point, asked)) groups.set(key, [...(groups.get(key) ?? []), change])
  const answer = new Map<string, number>()
  for (const [key, changes] of groups) {
    const value = valueOf(changes, asked.fn, secondsOf(key, asked))
    if (value !== null) answer.set(key, value)
  }
  return answer
}

function changesOf(points: readonly MetricRow[]): readonly Change[] {
  const before = new Map<string, MetricRow>()
  return points.map((point) => {
    const previous = before.get(point.series)
    before.set(point.series, point)
    const whole = point.temporality === 'delta' || (previous !== undefined && point.count! < previous.count!)
    if (whole)
      return { point, value: point.value, count: point.count, sum: point.sum, buckets: point.buckets }
    if (previous === undefined) return { point, value: null, count: null, sum: null, buckets: [] }
    return {
      point,
      value: point.value! - previous.value!,
      count: point.count! - previous.count!,
      sum: point.sum === null || previous.sum === null ? null : point.sum - previous.sum,
      buckets: point.buckets.map(({ le, count }) => ({
        le,
        count: Math.max(0, count - (previous.buckets.find((one) => one.le === le)?.count ?? 0)),
      })),
    }
  })
}

function keysOf(point: MetricRow, { edges, dimensionOf }: Asked): readonly string[] {
  const bucket = edges.findIndex(
    (edge, index) => edge <= point.timestamp && point.timestamp < edges[index + 1]!,
  )
  const dimensions = dimensionOf === null ? ['all'] : [dimensionOf(point)]
  const whole = dimensionOf === null ? [] : ['total all']
  return [...dimensions.flatMap((one) => [`${bucket} ${one}`, `total ${one}`]), ...whole]
}

function secondsOf(key: string, { edges, now }: Asked): number {
  const bucket = key.split(' ')[0]!
  const [from, to] =
    bucket === 'total' ? [edges[0]!, edges.at(-1)!] : edges.slice(Number(bucket), Number(bucket) + 2)
  return (Math.min(to!, now) - from!) / 1000
}

const isNumber = (value: number | null): value is number => value !== null
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const sumOf = (values: readonly number[]): number | null => (values.length === 0 ? null : total(values))
const per = (value: number | null, divisor: number): number | null =>
  value === null || divisor === 0 ? null : value / divisor

function valueOf(changes: readonly Change[], fn: MetricFunction, seconds: number): number | null {
  const type = changes[0]!.point.type
  if (type === 'histogram')
    return ofHistogram(
      changes.filter(({ count }) => count !== null && count > 0),
      fn,
      seconds,
    )
  const grown = changes.map(({ point, value }) => (value !== null && value < 0 ? point.value : value))
  const moved = type === 'counter' ? grown : changes.map(({ value }) => value)
  if (fn === 'rate') return per(sumOf(moved.filter(isNumber)), seconds)
  if (fn === 'sum' && type === 'counter') return sumOf(grown.filter(isNumber))
  const values = changes.map(({ point }) => point.value!)
  if (isQuantile(fn)) return inclusive(values, levelOf(fn))
  const plain = { sum: total(values), avg: total(values) / values.length, count: values.length }
  return { ...plain, min: Math.min(...values), max: Math.max(...values), last: values.at(-1)! }[fn]
}

function inclusive(values: readonly number[], level: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = level * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!]
  return low + (high - low) * (at - Math.floor(at))
}

function ofHistogram(changes: readonly Change[], fn: MetricFunction, seconds: number): number | null {
  if (changes.length === 0) return null
  if (isQuantile(fn)) return insideBucket(changes, levelOf(fn))
  const count = total(changes.map((one) => one.count!))
  const summed = changes.filter(({ sum }) => sum !== null)
  const sum = sumOf(summed.map((one) => one.sum!))
  const { sum: lastSum, count: lastCount } = changes.at(-1)!
  const sent = (name: 'min' | 'max') => changes.map(({ point }) => point[name]).filter(isNumber)
  switch (fn) {
    case 'count':
      return count
    case 'rate':
      return per(count, seconds)
    case 'sum':
      return sum
    case 'avg':
      return per(sum, total(summed.map((one) => one.count!)))
    case 'last':
      return per(lastSum, lastCount!)
    case 'min':
      return sent('min').length === 0 ? null : Math.min(...sent('min'))
    case 'max':
      return sent('max').length === 0 ? null : Math.max(...sent('max'))
  }
}

function insideBucket(changes: readonly Change[], level: number): number | null {
  const bounds = [...new Set(changes.flatMap(({ buckets }) => buckets.map(({ le }) => le)))]
  bounds.sort((a, b) => (a ?? Infinity) - (b ?? Infinity))
  const held = bounds.map((le) => {
    const points = changes.flatMap(({ point, buckets }) =>
      buckets.filter((one) => one.le === le && one.count > 0).map(({ count }) => ({ point, count })),
    )
    return { le, points, count: total(points.map(({ count }) => count)) }
  })
  const rank = level * total(held.map(({ count }) => count))
  let below = 0
  for (const [index, { le, points, count }] of held.entries()) {
    if (count > 0 && rank <= below + count) {
      const lower = held[index - 1]?.le ?? null
      const mins = points.map(({ point }) => point.min)
      const maxs = points.map(({ point }) => point.max)
      const least = mins.includes(null) ? null : Math.min(...(mins as number[]))
      const most = maxs.includes(null) ? null : Math.max(...(maxs as number[]))
      let start = lower ?? (le !== null && le > 0 ? 0 : le)
      if (least !== null && (lower === null || least > lower) && (le === null || least <= le)) start = least
      if (start === null) return null
      let end = le ?? start
      if (most !== null && most >= start && (le === null || most < le)) end = most
      return start + (end - start) * ((rank - below) / count)
    }
    below += count
  }
  return null
}
