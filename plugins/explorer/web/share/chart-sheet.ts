import type { ChartData } from '../charts/line.js'
import type { Sheet } from './csv.js'

/** A chart as a file: a row a date, a column a line. */
export const chartSheet = (name: string, { dates, lines }: ChartData): Sheet => ({
  name,
  columns: ['date', ...lines.map(({ label }) => label)],
  rows: dates.map((date, index) => [date, ...lines.map(({ values }) => values[index] ?? null)]),
})
