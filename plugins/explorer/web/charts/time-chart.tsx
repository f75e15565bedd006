import { useEffect, useRef, useState } from 'preact/hooks'
import { shownTheme } from '../shell/theme.js'
import { ChartTip } from './chart-tip.js'
import { chartKeys } from './chart-keys.js'
import { formatBucket, formatValue, wallTime } from './format.js'
import { cutNote } from './incomplete.js'
import { knownTimes, type Asked } from './known-times.js'
import { Legend } from './legend.js'
import { offAtFirst } from './legend-off.js'
import type { ChartData, Line } from './line.js'
import { MarksStrip } from './marks-strip.js'
import { fitting, plain, smoothName, type ChartOptions } from './options.js'
import type { Picture } from './picture.js'
import { cursorTop, type Drawn, type Look } from './plot.js'
import { stackingOf } from './scales.js'
import { strokesOf } from './strokes.js'
import { useDrawn } from './use-drawn.js'
import { useMarks } from './use-marks.js'
import { movingAverage } from './values.js'
import { chartsText } from '../text/charts.js'

interface Props {
  readonly data: ChartData
  /** Describes the chart for screen readers. */
  readonly title: string
  readonly look?: Look
  /** Whether the values of the lines add up, so that areas and bars are stacked. */
  readonly stack?: boolean
  /** The metric's kind in GET /metrics, which decides the number format. */
  readonly kind?: string
  readonly height?: number
  readonly legend?: boolean
  /** Whether to say below the chart what is incomplete, averaged or logarithmic; by default if there is a legend. */
  readonly notes?: boolean
  /** Whether to load and show marks; false on public boards, whose readers need not be members. */
  readonly marks?: boolean
  readonly options?: ChartOptions
  /** The query behind the data, to mark what is incomplete. */
  readonly asked?: Asked
  /** Called with the index of the line and of the date on a click on a point, or on Enter. */
  readonly onPoint?: (line: number, date: number) => void
  /** Called with the indexes of the first and the last date that were chosen, to show only these. */
  readonly onZoom?: ((first: number, last: number) => void) | undefined
  /** While it is given, a click on a point or Enter calls it with the date, instead of onPoint. */
  readonly onMark?: ((date: string) => void) | undefined
  /** Receives what is shown, for exports. */
  readonly picture?: { current: Picture | null }
}

/** Lines, areas or bars over time, with the workspace's marks. Arrow keys move between the points. */
export function TimeChart({ data, title, look = 'line', stack = false, kind = 'count', ...rest }: Props) {
  const { height = 320, legend = true, options = plain, asked = {}, onPoint, onZoom, onMark } = rest
  const [cursor, setCursor] = useState<number | null>(null)
  const at = cursor !== null && cursor < data.dates.length ? cursor : null
  const [chosenOff, setOff] = useState<ReadonlySet<string> | null>(null)
  const [anchor, setAnchor] = useState<number | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const { cuts, grain, zone } = knownTimes(data.dates, asked)
  const marks = useMarks(data.dates, zone, rest.marks)
  const fits = fitting(look, stack)
  const smooth = fits.smooth ? Number(options.smooth) : 0
  const lines = smooth === 0 ? data.lines : data.lines.map((line) => smoothed(line, smooth))
  const off = hiddenOf(lines, chosenOff)
  const strokes = strokesOf(lines)
  const shown = lines.flatMap((line, index) => (off.has(line.id) ? [] : [{ line, stroke: strokes[index] }]))
  const shownData: ChartData = { dates: data.dates, lines: shown.map(({ line }) => line) }
  const plotted = {
    data: shownData,
    strokes: shown.flatMap(({ stroke }) => (stroke === undefined ? [] : [stroke])),
    look,
    marks,
    kind,
    stacking: stackingOf(stack, look, lines.length > 1 ? options : plain),
    isLog: fits.scale && options.scale === 'log',
    incomplete: cuts.map(({ index }) => index),
  }
  const key = JSON.stringify([plotted, height, onZoom !== undefined, shownTheme.value])
  // The chart is drawn only when the key changes, but calls what the view gives now.
  const zoom = useRef(onZoom)
  zoom.current = onZoom
  const onSelect =
    onZoom === undefined ? undefined : (first: number, last: number): void => zoom.current?.(first, last)
  const drawing = useDrawn(place, { ...plotted, height, onMove: setCursor, onSelect }, key)
  const average = smooth === 0 ? null : smoothName(options.smooth, grain)
  const notes = [
    average === null ? null : `${capital(average)}.`,
    plotted.isLog ? chartsText.logarithmicScaleValuesOf0And : null,
    cutNote(cuts, grain),
  ].filter((note) => note !== null)
  if (rest.picture !== undefined) rest.picture.current = { ...plotted, title, notes }

  const open = (line: Line | undefined): void => {
    const date = at === null ? undefined : data.dates[at]
    if (at === null || date === undefined) return
    if (onMark !== undefined) onMark(date)
    else if (line !== undefined)
      onPoint?.(
        data.lines.findIndex(({ id }) => id === line.id),
        at,
      )
  }
  const select = (from: number | null, to: number): void => {
    setAnchor(from)
    const { current } = drawing
    current?.chart.setSelect(selectionOf(current, data.dates, from, to), false)
  }
  const dates = data.dates.join()
  const drawnDates = useRef(dates)
  // A chart that is drawn again, for example because marks have come, keeps what is chosen while its dates stay.
  useEffect(() => {
    if (anchor !== null && at !== null) select(drawnDates.current === dates ? anchor : null, at)
    drawnDates.current = dates
  }, [key])
  const onKeyDown = chartKeys({
    at,
    anchor,
    last: data.dates.length - 1,
    move: (index) => {
      const { current } = drawing
      current?.chart.setCursor({
        left: placeOf(current, data.dates[index] ?? '') - leftOf(current),
        top: cursorTop,
      })
    },
    ...(onZoom === undefined ? {} : { select, zoom: onZoom }),
    open: () => open(shownData.lines[0]),
  })
  const drawn = drawing.current
  const acts = onPoint !== undefined || onMark !== undefined
  return (
    <figure class="chart">
      <div
        class={acts ? 'chart-frame choosable' : 'chart-frame'}
        role="application"
        aria-label={onZoom === undefined ? chartsText.movePoints(title) : chartsText.movePointsAndZoom(title)}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={(event) => open(shownData.lines[nearestLine(drawing.current, at, event) ?? -1])}
      >
        <MarksStrip marks={marks} drawn={drawn} />
        <div class="chart-canvas" ref={place} />
        {at !== null && drawn !== null && (
          <ChartTip
            data={{ dates: data.dates, lines }}
            {...{ off, marks, at, kind }}
            left={placeOf(drawn, data.dates[at] ?? '')}
            filled={look !== 'line'}
            about={average}
            isCut={plotted.incomplete.includes(at)}
            hint={
              onMark === undefined
                ? onPoint === undefined
                  ? null
                  : chartsText.clickToListThePeople
                : chartsText.clickToAddAMarkHere
            }
          />
        )}
      </div>
      <p class="hidden" aria-live="polite">
        {at === null ? '' : spoken(shownData, at, kind)}
      </p>
      {notes.length > 0 && (rest.notes ?? legend) && (
        <p class="chart-notes faint" title={notes.join(' ')}>
          {notes.join(' ')}
        </p>
      )}
      {legend && lines.length > 1 && (
        <Legend {...{ lines, strokes, kind, off }} filled={look !== 'line'} onOff={setOff} />
      )}
    </figure>
  )
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const smoothed = (line: Line, buckets: number): Line => ({
  ...line,
  values: movingAverage(line.values, buckets),
})

/** The lines that are hidden: those chosen, as far as others are left, or those of the beginning. */
function hiddenOf(lines: readonly Line[], chosen: ReadonlySet<string> | null): ReadonlySet<string> {
  const off = new Set(lines.flatMap(({ id }) => (chosen?.has(id) === true ? [id] : [])))
  const isStale = chosen !== null && chosen.size > 0 && off.size === 0
  return chosen === null || isStale || off.size === lines.length ? offAtFirst(lines) : off
}

const leftOf = ({ chart }: Drawn): number => chart.bbox.left / devicePixelRatio

/** The x position of a date, in pixels from the left of the chart's frame. */
const placeOf = (drawn: Drawn, date: string): number =>
  drawn.chart.valToPos(wallTime(date) / 1000, 'x') + leftOf(drawn)

/** The part of the chart between two dates; nothing without a first one. */
function selectionOf(drawn: Drawn, dates: readonly string[], from: number | null, to: number) {
  if (from === null) return { left: 0, top: 0, width: 0, height: 0 }
  const [a = 0, b = 0] = [from, to]
    .map((index) => placeOf(drawn, dates[index] ?? '') - leftOf(drawn))
    .sort((one, other) => one - other)
  return { left: a, top: 0, width: Math.max(2, b - a), height: drawn.chart.over.clientHeight }
}

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
