import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatShort, formatTick, wallTime } from './format.js'
import { colorOf, type ChartData } from './line.js'
import { bands, barPaths, stacked } from './stack.js'
import { ticksOf } from './ticks.js'

export type Look = 'line' | 'area' | 'bar'

export interface PlotMark {
  /** The position on the time axis, in milliseconds. */
  readonly time: number
  readonly title: string
  readonly category: string
}

export interface PlotOptions {
  readonly data: ChartData
  readonly look: Look
  readonly stack: boolean
  readonly marks: readonly PlotMark[]
  readonly kind: string
  readonly width: number
  readonly height: number
  /** Called with the index of the date under the pointer; null if the pointer is outside. */
  readonly onMove: (index: number | null) => void
  /** Called after each drawing; pixel positions are known only then. */
  readonly onDraw: (drawn: Drawn) => void
}

/** A CSS colour resolved for the canvas: the browser evaluates variables and light-dark(). */
export function resolveColor(place: HTMLElement, color: string): string {
  place.style.color = color
  const resolved = getComputedStyle(place).color
  place.style.color = ''
  return resolved
}

const font = '12px ui-sans-serif, system-ui, sans-serif'

export interface Drawn {
  readonly chart: uPlot
  /** The y value of each point; in a stack, on top of the lines below. */
  readonly tops: readonly (readonly (number | null)[])[]
}

/** Draws the chart on a canvas inside `place`. */
export function plot(place: HTMLElement, options: PlotOptions): uPlot {
  const { data, look, stack, marks, kind, width, height, onMove, onDraw } = options
  const color = (name: string): string => resolveColor(place, name)
  const xs = data.dates.map((date) => wallTime(date) / 1000)
  const values = data.lines.map((line) => [...line.values])
  const shown = stack ? stacked(values) : values
  const faint = color('var(--text-faint)')
  const grid = { stroke: color('var(--line)'), width: 1 }
  const dots = xs.length <= 40 && look === 'line' && data.lines.length <= 3
  const step = xs.length > 1 ? (xs[1] ?? 0) - (xs[0] ?? 0) : 86_400
  const barsOf = (index: number) => ({
    xs,
    step,
    place: stack ? 0 : index,
    beside: stack ? 1 : data.lines.length,
    tops: shown[index] ?? [],
    heights: values[index] ?? [],
  })
  const series = data.lines.map((line, index): uPlot.Series => {
    const stroke = color(line.color ?? colorOf(index))
    const other = line.otherDates !== undefined
    return {
      label: line.label,
      stroke,
      width: look === 'bar' ? 0 : 2,
      spanGaps: false,
      points: { show: dots && !other, size: 5, fill: stroke },
      ...(other ? { dash: [5, 5], alpha: 0.65 } : {}),
      ...(look === 'bar' ? { fill: stroke, paths: barPaths(barsOf(index)) } : {}),
      ...(look === 'area' && !other ? { fill: faded(stroke, stack ? 0.75 : 0.16) } : {}),
    }
  })
  const half = look === 'bar' ? step * 0.6 : xs.length > 1 ? 0 : 43_200
  // The current bucket is incomplete: the last segment of each line is dashed.
  const running = look !== 'bar' && !stack && isRunning(data.dates.at(-1), step)
  const solid = running ? shown.map((line) => line.with(-1, null)) : shown
  const tails = running
    ? shown.map((line) => line.map((value, index) => (index < xs.length - 2 ? null : value)))
    : []
  return new uPlot(
    {
      width,
      height,
      padding: [12, 26, 0, 0],
      legend: { show: false },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
      scales: {
        x: { time: true, range: (_, low, high) => [low - half, high + half] },
        y: { range: (_, low, high) => niceRange(low, high) },
      },
      axes: [
        {
          stroke: faint,
          font,
          grid: { show: false },
          ticks: { show: false },
          space: 76,
          size: 34,
          gap: 8,
          splits: (self) => ticksOf(xs, step, self.bbox.width / devicePixelRatio),
          values: (_, ticks) => ticks.map((tick) => formatTick(tick * 1000, step * 1000)),
        },
        {
          stroke: faint,
          font,
          grid,
          ticks: { show: false },
          size: (self, texts) => axisWidth(self, texts),
          values: (_, ticks) => ticks.map((tick) => formatShort(tick, kind)),
        },
      ],
      series: [{}, ...series, ...tails.map((_, index): uPlot.Series => ({ ...series[index], dash: [4, 4] }))],
      ...(stack && look === 'area' ? { bands: bands(series.length) } : {}),
      cursor: {
        drag: { x: false, y: false },
        y: false,
        points: { size: 8, show: look !== 'bar' },
      },
      hooks: {
        setCursor: [
          (self) =>
            onMove(
              self.cursor.left !== undefined && self.cursor.left >= 0 ? (self.cursor.idx ?? null) : null,
            ),
        ],
        draw: [
          (self) => {
            drawMarks(self, marks, color)
            onDraw({ chart: self, tops: shown })
          },
        ],
      },
    },
    [xs, ...solid, ...tails] as uPlot.AlignedData,
    place,
  )
}

const isRunning = (last: string | undefined, step: number): boolean =>
  last !== undefined && Date.parse(last) + step * 1000 > Date.now()

/** The y range: from 0 or a little below the lowest value, to a little above the highest. */
function niceRange(low: number | null, high: number | null): [number, number] {
  const [bottom, top] = [Math.min(0, low ?? 0), Math.max(0, high ?? 0)]
  if (bottom === 0 && top === 0) return [0, 1]
  const room = (top - bottom) * 0.06
  return [bottom === 0 ? 0 : bottom - room, top === 0 ? 0 : top + room]
}

function axisWidth(self: uPlot, texts: readonly string[] | null): number {
  const longest = [...(texts ?? [])].sort((a, b) => b.length - a.length)[0] ?? ''
  self.ctx.font = font
  return Math.ceil(self.ctx.measureText(longest).width) + 14
}

const faded = (color: string, share: number): string =>
  color.startsWith('rgb(') ? color.replace('rgb(', 'rgba(').replace(')', `, ${share})`) : color

/** Draws a dashed line at the time of each mark; marks-strip.tsx shows the titles. */
function drawMarks(self: uPlot, marks: readonly PlotMark[], color: (name: string) => string): void {
  const { ctx, bbox } = self
  const ratio = devicePixelRatio
  ctx.save()
  ctx.setLineDash([3 * ratio, 3 * ratio])
  ctx.lineWidth = ratio
  for (const { time, category } of marks) {
    const x = Math.round(self.valToPos(time / 1000, 'x', true))
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.strokeStyle = color(markColor(category))
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}

export const markColor = (category: string): string =>
  category === 'incident' ? 'var(--bad)' : category === 'news' ? 'var(--warn)' : 'var(--text-faint)'
