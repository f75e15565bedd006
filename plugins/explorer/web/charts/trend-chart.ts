import type { SeriesData } from '../api/types.js'
import { datesOf, linesOf, type ChartData, type Line } from './line.js'

/** An answer and what it is called. */
export interface NamedAnswer {
  readonly name: string
  readonly answer: SeriesData
  /** Of its metric: what its values are, and how they are written. */
  readonly unit?: string
  readonly kind?: string
}

/** Where a line came from: the people behind its points are asked by this. */
export interface Origin {
  readonly series: number
  /** Null: the answer is not split. */
  readonly dimension: string | null
  /** Of the period that it is compared with: no people stand behind it here. */
  readonly before: boolean
}

export interface TrendChart extends ChartData {
  readonly origins: readonly Origin[]
}

/** All answers in one chart: a line for each of their dimensions, and in dashes those of the period before. */
export function trendChart(named: readonly NamedAnswer[]): TrendChart {
  const dates = datesOf(named.map(({ answer }) => answer))
  const lines: (Line & { readonly origin: Origin })[] = []
  for (const [series, { name, answer, kind }] of named.entries()) {
    const sole = named.length === 1
    const split = linesOf(answer)
    for (const [dimension, values] of split) {
      const label = dimension === '' ? name : sole ? dimension : `${name} · ${dimension}`
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
      // A split comparison doubles every line; only those that are shown now are put beside.
      if (!split.has(dimension)) continue
      const at = lines.findIndex(({ id }) => id === `${series} ${dimension}`)
      const own = [...values]
      lines.push({
        id: `${series} ${dimension} before`,
        label: `${lines[at]?.label ?? name}, before`,
        values: dates.map((_, index) => own[index]?.[1] ?? null),
        ...(kind === undefined ? {} : { kind }),
        otherDates: own.map(([date]) => date),
        color: `var(--series-${(at % 10) + 1})`,
        origin: { series, dimension, before: true },
      })
    }
  }
  return { dates, lines, origins: lines.map(({ origin }) => origin) }
}
