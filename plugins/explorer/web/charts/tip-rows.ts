import type { ChartData } from './line.js'
import { strokesOf, type Stroke } from './strokes.js'

/** A line of the tooltip. */
export interface TipRow {
  readonly id: string
  readonly label: string
  readonly value: number
  readonly stroke: Stroke
  /** The kind of its value, if it is not that of the chart. */
  readonly kind?: string
  /** Its share (0 to 1) of the bucket; null where shares have no meaning. */
  readonly share: number | null
  /** The value of the comparison period, with its date; null if there is none. */
  readonly before: { readonly value: number; readonly date: string } | null
}

/**
 * The values of one date, largest first. A line of a comparison period is part of the row of its line, if that has a
 * value. Shares are of all lines, including those that are hidden, and only of counts: distinct people of several
 * lines may be the same ones.
 */
export function tipRows(
  { lines }: ChartData,
  at: number,
  { kind, off }: { readonly kind: string; readonly off: ReadonlySet<string> },
): readonly TipRow[] {
  const strokes = strokesOf(lines)
  const valueOf = ({ values }: (typeof lines)[number]): number | null => values[at] ?? null
  const mains = lines.filter(({ otherDates }) => otherDates === undefined)
  const isWhole = mains.length > 1 && mains.every((line) => (line.kind ?? kind) === 'count')
  const values = mains.map((line) => valueOf(line) ?? 0)
  const sum = isWhole && values.every((value) => value >= 0) ? values.reduce((a, b) => a + b, 0) : 0
  const told = new Set(
    mains.filter((line) => !off.has(line.id) && valueOf(line) !== null).map(({ id }) => id),
  )
  return lines
    .flatMap((line, index): readonly TipRow[] => {
      const [value, stroke] = [valueOf(line), strokes[index]]
      if (value === null || stroke === undefined || off.has(line.id)) return []
      const isBefore = line.otherDates !== undefined
      if (isBefore && told.has(line.of ?? '')) return []
      const other = lines.find(({ of, id }) => of === line.id && !off.has(id))
      const [past, date] = [other && valueOf(other), other?.otherDates?.[at]]
      return [
        {
          id: line.id,
          label: line.label,
          value,
          stroke,
          ...(line.kind === undefined ? {} : { kind: line.kind }),
          share: sum > 0 && !isBefore ? value / sum : null,
          before: past === undefined || past === null || date === undefined ? null : { value: past, date },
        },
      ]
    })
    .sort((a, b) => b.value - a.value)
}
