import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { shownTheme } from '../shell/theme.js'
import { cutTails, bucketsWithin, stepOf } from './buckets.js'
import { faded, hatched } from './fills.js'
import { formatShort, formatTick, wallTime } from './format.js'
import { drawMarks, drawStripes, type PlotMark } from './layers.js'
import type { ChartData } from './line.js'
import { drawnValues, valueRange, type Look, type Stacking } from './scales.js'
import { bands, barPaths } from './stack.js'
import type { Stroke } from './strokes.js'
import { ticksOf } from './ticks.js'
import type { Values } from './values.js'

export type { Look } from './scales.js'
export type { PlotMark } from './layers.js'

export interface PlotOptions {
  readonly data: ChartData
  /** One for each line. */
  readonly strokes: readonly Stroke[]
  readonly look: Look
  readonly stacking: Stacking
  readonly isLog: boolean
  readonly marks: readonly PlotMark[]
  /** The indexes of the buckets that the range or the present moment cuts short. */
  readonly incomplete: readonly number[]
  readonly kind: string
  readonly width: number
  readonly height: number
  /** The x value at which the cursor stands at the beginning, if it is one of the data; null for no cursor. */
  readonly cursorAt: number | null
  /** Called with the index of the date under the pointer; null if the pointer is outside. */
  readonly onMove: (index: number | null) => void
  /** Called with the indexes of the first and the last date of a part that was dragged over; undefined disables it. */
  readonly onSelect?: ((first: number, last: number) => void) | undefined
  /** Called after each drawing; pixel positions are known only then. */
  readonly onDraw: (drawn: Drawn) => void
}

const resolved = new Map<string, string>()

/**
 * A CSS colour resolved for the canvas: the browser evaluates variables and light-dark(). Each is resolved once for a
 * theme, because asking the browser makes it compute the styles of the page.
 */
export function resolveColor(place: HTMLElement, color: string): string {
  const key = `${shownTheme.peek()} ${color}`
  const known = resolved.get(key)
  if (known !== undefined) return known
  place.style.color = color
  const found = getComputedStyle(place).color
  place.style.color = ''
  resolved.set(key, found)
  return found
}

/** uPlot's const enum of distributions exists only in its declarations, not at run time. */
const logarithmic: object = { distr: 3, log: 10 }
const font = '12px ui-sans-serif, system-ui, sans-serif'
/** The distance in pixels at which pressing and moving is dragging. */
const dragged = 6
/** The height of a cursor that no pointer has placed, in pixels. */
export const cursorTop = 10
/** With more lines, points under the pointer are left out: they are elements of the page. */
const mostPoints = 20

export interface Drawn {
  readonly chart: uPlot
  /** The y value of each point; in a stack, on top of the lines below. */
  readonly tops: readonly Values[]
}

/** Draws the chart on a canvas inside `place`. */
export function plot(place: HTMLElement, options: PlotOptions): uPlot {
  const { data, strokes, look, stacking, isLog, marks, incomplete, kind, width, height } = options
  const { cursorAt, onMove, onSelect, onDraw } = options
  const color = (name: string): string => resolveColor(place, name)
  const xs = data.dates.map((date) => wallTime(date) / 1000)
  const isStack = stacking !== 'none'
  // Stripes over bars and stacked areas make these look hatched; behind them they would not be seen.
  const isFilled = look === 'bar' || isStack
  const { heights, tops } = drawnValues(
    data.lines.map(({ values }) => values),
    stacking,
    isLog,
  )
  const axisKind = stacking === 'percent' ? 'ratio' : kind
  const faint = color('var(--text-faint)')
  const grid = { stroke: color('var(--line)'), width: 1 }
  const dots = xs.length <= 40 && look === 'line' && data.lines.length <= 3
  const step = stepOf(xs)
  const barsOf = (index: number) => ({
    xs,
    step,
    place: isStack ? 0 : index,
    beside: isStack ? 1 : data.lines.length,
    tops: tops[index] ?? [],
    heights: heights[index] ?? [],
  })
  const series = data.lines.map((line, index): uPlot.Series => {
    const { color: name = '', dash = [], hatch = 0, pale = false } = strokes[index] ?? {}
    const stroke = color(name)
    const fill = hatch === 0 ? null : hatched(stroke, hatch, devicePixelRatio)
    return {
      label: line.label,
      stroke,
      width: look === 'bar' ? 0 : 2,
      spanGaps: false,
      points: { show: dots && !pale, size: 5, fill: stroke },
      ...(dash.length > 0 && look !== 'bar' ? { dash: [...dash] } : {}),
      ...(pale ? { alpha: 0.65 } : {}),
      ...(look === 'bar' ? { fill: fill ?? stroke, paths: barPaths(barsOf(index)) } : {}),
      ...(look === 'area' && !pale
        ? { fill: isStack && fill !== null ? fill : faded(stroke, isStack ? 0.75 : 0.16) }
        : {}),
    }
  })
  const half = look === 'bar' ? step * 0.6 : xs.length > 1 ? 0 : 43_200
  const { solid, tails } = look === 'bar' || isStack ? { solid: tops, tails: [] } : cutTails(tops, incomplete)
  const cut = incomplete.map((index) => ({
    from: (xs[index] ?? 0) - step / 2,
    to: (xs[index] ?? 0) + step / 2,
  }))
  let hasSelected = false
  return new uPlot(
    {
      width,
      height,
      padding: [12, 26, 0, 0],
      legend: { show: false },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
      scales: {
        x: { time: true, range: (_, low, high) => [low - half, high + half] },
        y: {
          ...(isLog ? logarithmic : {}),
          range: (_, low, high) => valueRange(low, high, { isLog, stacking }),
        },
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
          // On a logarithmic scale the ticks without a label are null.
          values: (_, ticks: readonly (number | null)[]) =>
            ticks.map((tick) => (tick === null ? '' : formatShort(tick, axisKind))),
        },
      ],
      series: [{}, ...series, ...tails.map(({ line }): uPlot.Series => ({ ...series[line], dash: [4, 4] }))],
      ...(isStack && look === 'area' ? { bands: bands(series.length) } : {}),
      cursor: {
        drag: {
          x: onSelect !== undefined,
          y: false,
          setScale: false,
          dist: dragged,
          // The click at the end of dragging; one that moved a little is a click all the same.
          click: (_, event) => {
            if (hasSelected) event.stopImmediatePropagation()
            hasSelected = false
          },
        },
        y: false,
        points: { size: 8, show: look !== 'bar' && data.lines.length <= mostPoints },
      },
      hooks: {
        ready: [
          (self) => {
            if (cursorAt !== null && xs.includes(cursorAt))
              self.setCursor({ left: self.valToPos(cursorAt, 'x'), top: cursorTop })
          },
        ],
        setCursor: [
          (self) =>
            onMove(
              self.cursor.left !== undefined && self.cursor.left >= 0 ? (self.cursor.idx ?? null) : null,
            ),
        ],
        setSelect: [
          (self) => {
            const { left, width: selected } = self.select
            if (selected === 0 || onSelect === undefined) return
            const [from, to] = [self.posToVal(left, 'x'), self.posToVal(left + selected, 'x')]
            self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
            hasSelected = true
            onSelect(...bucketsWithin(xs, from, to))
          },
        ],
        drawAxes: [
          (self) => {
            if (!isFilled) drawStripes(self, cut, grid.stroke)
          },
        ],
        draw: [
          (self) => {
            if (isFilled) drawStripes(self, cut, faded(color('var(--surface)'), 0.6))
            drawMarks(self, marks, color)
            onDraw({ chart: self, tops })
          },
        ],
      },
    },
    [xs, ...solid, ...tails.map(({ values }) => values)] as uPlot.AlignedData,
    place,
  )
}

/** The widths of labels that were measured, in pixels: setting the font of a canvas costs more than measuring. */
const widths = new Map<string, number>()

function axisWidth(self: uPlot, texts: readonly string[] | null): number {
  const longest = [...(texts ?? [])].sort((a, b) => b.length - a.length)[0] ?? ''
  let width = widths.get(longest)
  if (width === undefined) {
    self.ctx.font = font
    width = Math.ceil(self.ctx.measureText(longest).width)
    widths.set(longest, width)
  }
  return width + 14
}
