import type { ChartData } from '../charts/line.js'
import type { Sheet } from './csv.js'

/** The values of a chart for an export: a row per date, a column per line. */
export const chartSheet = (name: string, { dates, lines }: ChartData): Sheet => ({
  name,
  columns: ['date', ...lines.map(({ label }) => label)],
  rows: dates.map((date, index) => [date, ...lines.map(({ values }) => values[index] ?? null)]),
})
