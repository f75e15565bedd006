import type uPlot from 'uplot'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { shownTheme } from '../shell/theme.js'
import { ChartTip } from './chart-tip.js'
import { formatBucket, formatValue, wallTime } from './format.js'
import { Legend } from './legend.js'
import { type ChartData } from './line.js'
import { MarksStrip } from './marks-strip.js'
import { plot, type Look } from './plot.js'
import { useMarks } from './use-marks.js'

interface Props {
  readonly data: ChartData
  /** What it shows, for who cannot see it. */
  readonly title: string
  readonly look?: Look
  readonly stack?: boolean
  /** That of GET /metrics: how values are written. */
  readonly kind?: string
  readonly height?: number
  readonly legend?: boolean
  /** A click on a point, or Enter: by the places of its line and its date. */
  readonly onPoint?: (line: number, date: number) => void
}

/** Lines, areas or bars over time, with the marks of the workspace; arrow keys move over its points. */
export function TimeChart({ data, title, look = 'line', stack = false, kind = 'count', ...rest }: Props) {
  const { height = 320, legend = true, onPoint } = rest
  const [at, setAt] = useState<number | null>(null)
  const [left, setLeft] = useState(0)
  const [off, setOff] = useState<ReadonlySet<string>>(new Set())
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot | null>(null)
  const marks = useMarks(data.dates)
  const theme = shownTheme.value
  const shown = { ...data, lines: data.lines.filter(({ id }) => !off.has(id)) }
  const key = JSON.stringify([shown, look, stack, kind, height, marks, theme])

  useLayoutEffect(() => {
    const frame = place.current
    if (frame === null || data.dates.length === 0) return
    const drawn = plot(frame, {
      data: { ...shown, lines: shown.lines.map((line) => ({ ...line, color: colorIn(data, line.id) })) },
      look,
      stack,
      marks: marks.map((mark) => ({ ...mark, time: mark.time })),
      kind,
      width: frame.clientWidth,
      height,
      onMove: (index) => {
        setAt(index)
        if (index !== null)
          setLeft(
            drawn.valToPos(wallTime(data.dates[index] ?? '') / 1000, 'x') +
              drawn.bbox.left / devicePixelRatio,
          )
      },
    })
    chart.current = drawn
    const resize = new ResizeObserver(() => {
      if (frame.clientWidth > 0) drawn.setSize({ width: frame.clientWidth, height })
    })
    resize.observe(frame)
    return () => {
      resize.disconnect()
      drawn.destroy()
      chart.current = null
    }
  }, [key])
  useEffect(() => setAt(null), [key])

  const move = (index: number): void => {
    const drawn = chart.current
    const date = data.dates[index]
    if (drawn === null || date === undefined) return
    drawn.setCursor({ left: drawn.valToPos(wallTime(date) / 1000, 'x'), top: 10 })
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => move(at === null ? 0 : Math.min(at + 1, data.dates.length - 1)),
    ArrowLeft: () => move(at === null ? data.dates.length - 1 : Math.max(at - 1, 0)),
    Home: () => move(0),
    End: () => move(data.dates.length - 1),
    Enter: () => {
      const first = shown.lines[0]
      if (at !== null && first) onPoint?.(data.lines.indexOf(first), at)
    },
  }
  return (
    <figure class="chart">
      <div
        class={onPoint === undefined ? 'chart-frame' : 'chart-frame choosable'}
        role="application"
        aria-label={`${title}. Arrow keys move over the points.`}
        tabIndex={0}
        onKeyDown={(event) => {
          const act = keys[event.key]
          if (!act) return
          event.preventDefault()
          act()
        }}
        onClick={(event) => {
          const nearest = nearestLine(chart.current, at, event)
          const line = nearest === null ? undefined : shown.lines[nearest]
          if (at !== null && line) onPoint?.(data.lines.indexOf(line), at)
        }}
      >
        <MarksStrip marks={marks} chart={chart.current} redrawn={key} />
        <div class="chart-canvas" ref={place} />
        {at !== null && (
          <ChartTip
            data={shown}
            all={data}
            at={at}
            left={left}
            kind={kind}
            choosable={onPoint !== undefined}
          />
        )}
      </div>
      <p class="hidden" aria-live="polite">
        {at === null ? '' : spoken(shown, at, kind)}
      </p>
      {legend && data.lines.length > 1 && (
        <Legend
          lines={data.lines}
          kind={kind}
          off={off}
          onToggle={(id) => setOff(toggled(off, id, data.lines.length))}
        />
      )}
    </figure>
  )
}

const colorIn = (data: ChartData, id: string): string => {
  const index = data.lines.findIndex((line) => line.id === id)
  return data.lines[index]?.color ?? `var(--series-${(index % 10) + 1})`
}

/** The last one that is shown stays. */
function toggled(off: ReadonlySet<string>, id: string, lines: number): ReadonlySet<string> {
  const next = new Set(off)
  if (!next.delete(id)) next.add(id)
  return next.size === lines ? off : next
}

const spoken = ({ dates, lines }: ChartData, at: number, kind: string): string =>
  `${formatBucket(dates[at] ?? '')}: ${lines
    .map(({ label, values }) => `${label} ${formatValue(values[at] ?? 0, kind)}`)
    .join(', ')}`

/** The line whose point of this date is nearest to the pointer. */
function nearestLine(chart: uPlot | null, at: number | null, event: MouseEvent): number | null {
  if (chart === null || at === null) return null
  const y = event.clientY - chart.over.getBoundingClientRect().top
  const distances = chart.series.slice(1).map((_, index) => {
    const value = chart.data[index + 1]?.[at]
    return value === null || value === undefined ? Infinity : Math.abs(chart.valToPos(value, 'y') - y)
  })
  const least = Math.min(...distances)
  return Number.isFinite(least) ? distances.indexOf(least) : null
}
