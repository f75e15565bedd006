import { stepOf } from '../charts/buckets.js'
import { formatShort, formatTick, wallTime } from '../charts/format.js'
import type { Picture } from '../charts/picture.js'
import { drawnValues, valueRange } from '../charts/scales.js'
import { ticksOf } from '../charts/ticks.js'
import type { Values } from '../charts/values.js'
import type { Position, Shape } from './scene.js'
import { valueTicks } from './value-ticks.js'

/** A rectangle of the scene, in pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface PlotColors {
  readonly of: (color: string) => string
  readonly grid: string
  readonly faint: string
  readonly surface: string
}

/** The shapes of a plot, and the x position of a time on its axis (milliseconds). */
export interface PlotShapes {
  readonly shapes: readonly Shape[]
  readonly xOf: (time: number) => number
}

/** The axes, lines, areas or bars of a chart within a box. */
export function plotShapes(picture: Picture, box: Box, colors: PlotColors): PlotShapes {
  const { data, strokes, look, stacking, isLog, kind, incomplete } = picture
  const xs = data.dates.map((date) => wallTime(date) / 1000)
  const step = stepOf(xs)
  const { heights, tops } = drawnValues(
    data.lines.map(({ values }) => values),
    stacking,
    isLog,
  )
  const all = tops.flat().filter((value) => value !== null)
  const [low, high] = valueRange(
    all.length === 0 ? null : all.reduce((a, b) => Math.min(a, b)),
    all.length === 0 ? null : all.reduce((a, b) => Math.max(a, b)),
    { isLog, stacking },
  )
  const half = look === 'bar' ? step * 0.6 : xs.length > 1 ? 0 : 43_200
  const [first, last] = [(xs[0] ?? 0) - half, (xs.at(-1) ?? 0) + half]
  const x = (second: number): number => box.left + ((second - first) / (last - first || 1)) * box.width
  const scaled = (value: number): number => (isLog ? Math.log10(value) : value)
  const y = (value: number): number =>
    box.top + (1 - (scaled(value) - scaled(low)) / (scaled(high) - scaled(low))) * box.height
  const bottom = box.top + box.height
  const axisKind = stacking === 'percent' ? 'ratio' : kind
  const shapes: Shape[] = valueTicks(low, high, isLog).flatMap((tick): readonly Shape[] => [
    line(
      [
        [box.left, y(tick)],
        [box.left + box.width, y(tick)],
      ],
      colors.grid,
    ),
    {
      of: 'text',
      at: [box.left - 8, y(tick) + 4],
      text: formatShort(tick, axisKind),
      color: colors.faint,
      size: 12,
      anchor: 'end',
    },
  ])
  for (const tick of ticksOf(xs, step, box.width))
    shapes.push({
      of: 'text',
      at: [x(tick), bottom + 20],
      text: formatTick(tick * 1000, step * 1000),
      color: colors.faint,
      size: 12,
      anchor: 'middle',
    })
  const isFilled = look === 'bar' || stacking !== 'none'
  const stripes = incomplete.map((index): Shape => {
    const [from, to] = [-0.5, 0.5].map((side) =>
      Math.min(box.left + box.width, Math.max(box.left, x((xs[index] ?? 0) + side * step))),
    ) as [number, number]
    const color = isFilled ? colors.surface : colors.grid
    return { of: 'area', points: rectangle(from, box.top, to, bottom), color, hatch: 1, opacity: 0.7 }
  })
  if (!isFilled) shapes.push(...stripes)
  const beside = stacking === 'none' ? data.lines.length : 1
  for (const [index, stroke] of strokes.entries()) {
    const values = tops[index] ?? []
    const [color, opacity] = [colors.of(stroke.color), stroke.pale ? 0.65 : 1]
    const base = (at: number): number => (values[at] ?? 0) - (heights[index]?.[at] ?? 0)
    if (look === 'bar') {
      const width = (step * 0.74) / beside
      for (const [at, value] of values.entries()) {
        if (value === null || heights[index]?.[at] === null) continue
        const left = (xs[at] ?? 0) - step * 0.37 + (stacking === 'none' ? index * width : 0)
        const right = left + width * (beside === 1 ? 1 : 0.9)
        const points = rectangle(x(left), y(value), x(right), y(stacking === 'none' ? 0 : base(at)))
        shapes.push({ of: 'area', points, color, opacity, hatch: stroke.hatch })
      }
      continue
    }
    for (const run of runsOf(values)) {
      const points = run.map((at): Position => [x(xs[at] ?? 0), y(values[at] ?? 0)])
      if (look === 'area' && !stroke.pale) {
        const under = [...run]
          .reverse()
          .map((at): Position => [x(xs[at] ?? 0), y(stacking === 'none' ? 0 : base(at))])
        shapes.push({
          of: 'area',
          points: [...points, ...under],
          color,
          hatch: stacking === 'none' ? 0 : stroke.hatch,
          opacity: stacking === 'none' ? 0.16 : 0.75,
        })
      }
      shapes.push({ of: 'path', points, color, opacity, width: 2, dash: stroke.dash })
    }
  }
  if (isFilled) shapes.push(...stripes)
  return { shapes, xOf: (time) => x(time / 1000) }
}

const line = (points: readonly Position[], color: string): Shape => ({
  of: 'path',
  points,
  color,
  width: 1,
  dash: [],
})

const rectangle = (left: number, top: number, right: number, bottom: number): readonly Position[] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]

/** The indexes of values that follow each other without a gap. */
function runsOf(values: Values): readonly (readonly number[])[] {
  const runs: number[][] = []
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    const run = runs.at(-1)
    if (run === undefined || run.at(-1) !== at - 1) runs.push([at])
    else run.push(at)
  }
  return runs
}
