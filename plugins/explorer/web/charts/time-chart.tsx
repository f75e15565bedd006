import { useEffect, useRef, useState } from 'preact/hooks'
import { shownTheme } from '../shell/theme.js'
import { ChartTip } from './chart-tip.js'
import { formatBucket, formatValue, wallTime } from './format.js'
import { Legend } from './legend.js'
import { colorOf, type ChartData, type Line } from './line.js'
import { MarksStrip } from './marks-strip.js'
import type { Drawn, Look } from './plot.js'
import { useDrawn } from './use-drawn.js'
import { useMarks } from './use-marks.js'

interface Props {
  readonly data: ChartData
  /** Describes the chart for screen readers. */
  readonly title: string
  readonly look?: Look
  readonly stack?: boolean
  /** The metric's kind in GET /metrics, which decides the number format. */
  readonly kind?: string
  readonly height?: number
  readonly legend?: boolean
  /** Whether to load and show marks; false on public boards, whose readers need not be members. */
  readonly marks?: boolean
  /** Called with the index of the line and of the date on a click on a point, or on Enter. */
  readonly onPoint?: (line: number, date: number) => void
}

/** Lines, areas or bars over time, with the workspace's marks. Arrow keys move between the points. */
export function TimeChart({ data, title, look = 'line', stack = false, kind = 'count', ...rest }: Props) {
  const { height = 320, legend = true, onPoint } = rest
  const [at, setAt] = useState<number | null>(null)
  const [off, setOff] = useState<ReadonlySet<string>>(new Set())
  const place = useRef<HTMLDivElement>(null)
  const marks = useMarks(data.dates, rest.marks)
  const lines = data.lines.map((line, index): Line => ({ ...line, color: line.color ?? colorOf(index) }))
  const shown: ChartData = { dates: data.dates, lines: lines.filter(({ id }) => !off.has(id)) }
  const key = JSON.stringify([shown, look, stack, kind, height, marks, shownTheme.value])
  const drawn = useDrawn(place, { data: shown, look, stack, marks, kind, height, onMove: setAt }, key)
  useEffect(() => setAt(null), [key])

  const open = (line: Line | undefined): void => {
    if (line !== undefined && at !== null) onPoint?.(lines.indexOf(line), at)
  }
  const last = data.dates.length - 1
  const move = (index: number): void => {
    drawn?.chart.setCursor({ left: placeOf(drawn, data.dates[index] ?? '') - leftOf(drawn), top: 10 })
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => move(at === null ? 0 : Math.min(at + 1, last)),
    ArrowLeft: () => move(at === null ? last : Math.max(at - 1, 0)),
    Home: () => move(0),
    End: () => move(last),
    Enter: () => open(shown.lines[0]),
  }
  return (
    <figure class="chart">
      <div
        class={onPoint === undefined ? 'chart-frame' : 'chart-frame choosable'}
        role="application"
        aria-label={`${title}. Arrow keys move between the points.`}
        tabIndex={0}
        onKeyDown={(event) => {
          const act = keys[event.key]
          if (!act) return
          event.preventDefault()
          act()
        }}
        onClick={(event) => open(shown.lines[nearestLine(drawn, at, event) ?? -1])}
      >
        <MarksStrip marks={marks} drawn={drawn} />
        <div class="chart-canvas" ref={place} />
        {at !== null && drawn !== null && (
          <ChartTip
            data={shown}
            marks={marks}
            at={at}
            left={placeOf(drawn, data.dates[at] ?? '')}
            kind={kind}
            choosable={onPoint !== undefined}
          />
        )}
      </div>
      <p class="hidden" aria-live="polite">
        {at === null ? '' : spoken(shown, at, kind)}
      </p>
      {legend && lines.length > 1 && <Legend lines={lines} kind={kind} off={off} onOff={setOff} />}
    </figure>
  )
}

const leftOf = ({ chart }: Drawn): number => chart.bbox.left / devicePixelRatio

/** The x position of a date, in pixels from the left of the chart's frame. */
const placeOf = (drawn: Drawn, date: string): number =>
  drawn.chart.valToPos(wallTime(date) / 1000, 'x') + leftOf(drawn)

const spoken = ({ dates, lines }: ChartData, at: number, kind: string): string =>
  `${formatBucket(dates[at] ?? '')}: ${lines
    .map(({ label, values, kind: own = kind }) => `${label} ${formatValue(values[at] ?? 0, own)}`)
    .join(', ')}`

/** The index of the line whose point at this date is nearest to the pointer; null if there is none. */
function nearestLine(drawn: Drawn | null, at: number | null, event: MouseEvent): number | null {
  if (drawn === null || at === null) return null
  const y = event.clientY - drawn.chart.over.getBoundingClientRect().top
  const distances = drawn.tops.map((values) => {
    const value = values[at] ?? null
    return value === null ? Infinity : Math.abs(drawn.chart.valToPos(value, 'y') - y)
  })
  const least = Math.min(...distances)
  return Number.isFinite(least) ? distances.indexOf(least) : null
}
