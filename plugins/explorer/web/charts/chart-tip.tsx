import { formatBucket, formatPercent, formatValue, wallTime } from './format.js'
import type { ChartData } from './line.js'
import { markColor, type PlotMark } from './layers.js'
import { StrokeSwatch } from './swatch.js'
import { tipRows, type TipRow } from './tip-rows.js'
import { chartsText } from '../text/charts.js'

interface Props {
  /** All lines of the chart. */
  readonly data: ChartData
  /** The ids of the lines that are hidden. */
  readonly off: ReadonlySet<string>
  /** All marks of the chart. */
  readonly marks: readonly PlotMark[]
  readonly at: number
  /** Pixels from the left of the chart. */
  readonly left: number
  readonly kind: string
  readonly filled: boolean
  /** What the values are, if they are not those of the answer: a moving average. */
  readonly about: string | null
  /** Whether the bucket is incomplete. */
  readonly isCut: boolean
  /** What a click does; null for nothing. */
  readonly hint: string | null
}

const most = 12

/** A tooltip next to the pointer with the values and marks of one date, largest first; at most 12 lines. */
export function ChartTip({ data, off, marks, at, left, kind, filled, about, isCut, hint }: Props) {
  const rows = tipRows(data, at, { kind, off })
  return (
    <div class="tip" aria-hidden="true" ref={(tip) => placeTip(tip, left)}>
      <strong>{formatBucket(data.dates[at] ?? '')}</strong>
      {isCut && <small>{chartsText.incomplete}</small>}
      {about !== null && <small>{about}</small>}
      {rows.slice(0, most).map((row) => (
        <TipLine key={row.id} row={row} kind={row.kind ?? kind} filled={filled} />
      ))}
      {rows.length > most && <small>{chartsText.andCountMore(rows.length - most)}</small>}
      {marksIn(data.dates, at, marks).map(({ time, title, category }) => (
        <div class="tip-mark" key={`${time} ${title}`} style={{ color: markColor(category) }}>
          {title}
        </div>
      ))}
      {hint !== null && <small>{hint}</small>}
    </div>
  )
}

interface LineProps {
  readonly row: TipRow
  readonly kind: string
  readonly filled: boolean
}

const TipLine = ({ row: { label, value, stroke, share, before }, kind, filled }: LineProps) => (
  <div class="tip-row">
    <StrokeSwatch stroke={stroke} filled={filled} />
    <span class="clip">{label}</span>
    <b>{formatValue(value, kind)}</b>
    {share !== null && <span class="tip-share">{formatPercent(share)}</span>}
    {before !== null && (
      <small>
        {formatBucket(before.date)}: {formatValue(before.value, kind)}
        {before.value !== 0 && ` (${signed(value / before.value - 1)})`}
      </small>
    )}
  </div>
)

const signed = (change: number): string => `${change > 0 ? '+' : ''}${formatPercent(change)}`

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
