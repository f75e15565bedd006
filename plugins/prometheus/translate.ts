import { collectHistograms } from './histograms.js'
import { keyOf, lineOf, type Line } from './point.js'
import type { TimeSeries } from './write-request.js'

/** Name endings of series that only grow, by Prometheus' convention. */
const growing = /_(total|sum|count|bucket)$/

/**
 * The samples of a request as lines of POST /v1/metrics. Only its name decides a series' type: earlier requests, or those
 * to another process, must not change it. NaN (including stale markers) and infinities are skipped.
 */
export function linesOf(
  all: readonly TimeSeries[],
  isWhole: (key: string, bounds: readonly string[]) => boolean,
): readonly Line[] {
  const lines: Line[] = []
  const histograms = collectHistograms()
  const sums = new Map<string, number>()
  for (const { labels, samples } of all) {
    const name = labels.get('__name__') ?? ''
    const finite = samples.filter(({ value }) => Number.isFinite(value))
    if (name.endsWith('_bucket') && labels.has('le')) {
      histograms.add(name.slice(0, -'_bucket'.length), labels, finite)
      continue
    }
    for (const { value, timestamp } of finite) {
      if (name.endsWith('_sum')) sums.set(`${timestamp} ${keyOf(name, labels)}`, value)
      // A sum of negative observations may fall, so a negative one is not a counter.
      const type = growing.test(name) && value >= 0 ? 'counter' : 'gauge'
      lines.push(lineOf(name, type, labels, timestamp, { value }))
    }
  }
  const sumOf = (key: string, timestamp: number): number | undefined => sums.get(`${timestamp} ${key}`)
  return [...lines, ...histograms.lines(isWhole, sumOf)]
}
