import { collectHistograms } from './histograms.js'
import { keyOf, lineOf, type Line } from './point.js'
import type { TimeSeries } from './write-request.js'

/** Endings of what only grows, as Prometheus names it. */
const growing = /_(total|sum|count|bucket)$/

/**
 * The points of a request as lines of ours. What a series is, its name says, and nothing else: what came before, or to
 * another process, must not change it. A NaN (a series that ended among them) and an infinity are no values.
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
      // A sum of negative observations may fall, and is no counter then.
      const type = growing.test(name) && value >= 0 ? 'counter' : 'gauge'
      lines.push(lineOf(name, type, labels, timestamp, { value }))
    }
  }
  const sumOf = (key: string, timestamp: number): number | undefined => sums.get(`${timestamp} ${key}`)
  return [...lines, ...histograms.lines(isWhole, sumOf)]
}
