import type { SeriesData } from '../api/types.js'
import { dimensionName } from '../data/dimension.js'
import { datesOf, linesOf, type ChartData, type Line } from './line.js'
import { chartsText } from '../text/charts.js'

/** A series answer with its name. */
export interface NamedAnswer {
  readonly name: string
  readonly answer: SeriesData
  /** The unit and the kind of its metric. */
  readonly unit?: string
  readonly kind?: string
  /** Who its metric counts, if not people. */
  readonly actor?: string
}

/** The series and dimension a line came from; needed to query the people behind its points. */
export interface Origin {
  readonly series: number
  /** The key of the dimension; null without a breakdown. */
  readonly dimension: string | null
  /** Whether the line is of the comparison period; its people cannot be listed here. */
  readonly before: boolean
}

export interface TrendChart extends ChartData {
  readonly origins: readonly Origin[]
}

/** Several answers in one chart: a line for each dimension, and a dashed line for the comparison period. */
export function trendChart(named: readonly NamedAnswer[]): TrendChart {
  const dates = datesOf(named.map(({ answer }) => answer))
  const lines: (Line & { readonly origin: Origin })[] = []
  for (const [series, { name, answer, kind }] of named.entries()) {
    const sole = named.length === 1
    const split = linesOf(answer)
    for (const [dimension, values] of split) {
      const shown = dimensionName(dimension)
      const label = dimension === '' ? name : sole ? shown : `${name} · ${shown}`
      const whole = split.size === 1 && dimension === ''
      lines.push({
        id: `${series} ${dimension}`,
        label,
        values: dates.map((date) => values.get(date) ?? null),
        ...(kind === undefined ? {} : { kind }),
        ...(whole ? { total: answer.total } : {}),
        origin: { series, dimension: dimension === '' ? null : dimension, before: false },
      })
    }
    if (answer.comparison === undefined) continue
    for (const [dimension, values] of linesOf({ points: answer.comparison.previous_points })) {
      // Dimensions that occur only in the comparison period are omitted.
      if (!split.has(dimension)) continue
      const at = lines.findIndex(({ id }) => id === `${series} ${dimension}`)
      const own = [...values]
      lines.push({
        id: `${series} ${dimension} before`,
        label: chartsText.labelComparison(lines[at]?.label ?? name),
        values: dates.map((_, index) => own[index]?.[1] ?? null),
        ...(kind === undefined ? {} : { kind }),
        otherDates: own.map(([date]) => date),
        of: `${series} ${dimension}`,
        origin: { series, dimension, before: true },
      })
    }
  }
  return { dates, lines, origins: lines.map(({ origin }) => origin) }
}
