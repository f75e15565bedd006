import { formatBucket, formatValue, wallTime } from './format.js'
import { colorOf, type ChartData } from './line.js'
import { markColor, type PlotMark } from './plot.js'
import { Swatch } from './swatch.js'

interface Props {
  readonly data: ChartData
  /** All marks of the chart. */
  readonly marks: readonly PlotMark[]
  readonly at: number
  /** Pixels from the left of the chart. */
  readonly left: number
  readonly kind: string
  readonly choosable: boolean
}

const most = 12

/** A tooltip next to the pointer with the values and marks of one date; at most 12 lines, the largest. */
export function ChartTip({ data, marks, at, left, kind, choosable }: Props) {
  const rows = data.lines
    .map((line) => ({ ...line, value: line.values[at] ?? null }))
    .filter(({ value }) => value !== null)
  const shown =
    rows.length > most ? [...rows].sort((a, b) => (b.value ?? 0) - (a.value ?? 0)).slice(0, most) : rows
  return (
    <div class="tip" aria-hidden="true" ref={(tip) => placeTip(tip, left)}>
      <strong>{formatBucket(data.dates[at] ?? '')}</strong>
      {shown.map(({ id, label, value, color, otherDates, kind: own = kind }) => (
        <div class="tip-row" key={id}>
          <Swatch color={color ?? colorOf(0)} dashed={otherDates !== undefined} />
          <span class="clip">{label}</span>
          <b>{formatValue(value ?? 0, own)}</b>
          {otherDates !== undefined && <small>{formatBucket(otherDates[at] ?? '')}</small>}
        </div>
      ))}
      {rows.length > most && <small>and {rows.length - most} more</small>}
      {marksIn(data.dates, at, marks).map(({ time, title, category }) => (
        <div class="tip-mark" key={`${time} ${title}`} style={{ color: markColor(category) }}>
          {title}
        </div>
      ))}
      {choosable && <small>Click to list the people</small>}
    </div>
  )
}

/** The marks in the bucket at index `at`. */
function marksIn(dates: readonly string[], at: number, marks: readonly PlotMark[]): readonly PlotMark[] {
  const [from, to] = [dates[at], dates[at + 1]].map((date) =>
    date === undefined ? Infinity : wallTime(date),
  )
  return marks.filter(({ time }) => time >= (from ?? 0) && time < (to ?? 0))
}

const gap = 14

function placeTip(tip: HTMLDivElement | null, left: number): void {
  const room = tip?.parentElement?.clientWidth ?? 0
  if (tip === null) return
  const over = left + gap + tip.offsetWidth > room
  tip.style.left = `${over ? Math.max(0, left - gap - tip.offsetWidth) : left + gap}px`
}
