import { markColor } from '../charts/layers.js'
import { markLabels } from '../charts/mark-labels.js'
import type { Picture } from '../charts/picture.js'
import { plotShapes, type Box, type PlotColors } from './plot-shapes.js'
import { fitted, textWidth, type Scene, type Shape } from './scene.js'

export interface Surroundings {
  /** The range and the time zone. */
  readonly subtitle: string
  readonly colors: PlotColors & { readonly text: string; readonly soft: string }
}

const width = 960
const margin = 24
const plotHeight = 360
const [titleSize, textSize] = [18, 12.5]
const lineHeight = 20
/** The width of a line of the legend's swatch, with the distance to its name. */
const swatch = 30
const mostLegend = 40

/** A chart as a drawing: title, range, plot with marks, legend and notes. */
export function chartScene(picture: Picture, { subtitle, colors }: Surroundings): Scene {
  const room = width - 2 * margin
  const marksTop = 74
  const box: Box = {
    left: margin + 52,
    top: marksTop + (picture.marks.length > 0 ? 22 : 0),
    width: room - 62,
    height: plotHeight,
  }
  const { shapes, xOf } = plotShapes(picture, box, colors)
  const entries = legendPlaces(picture, room)
  const legendTop = box.top + box.height + 48
  const legendBottom = legendTop + (entries.at(-1)?.row ?? -1) * lineHeight + lineHeight
  const notes = picture.notes.map((text, index): Shape => ({
    of: 'text',
    text: fitted(text, textSize, room),
    size: textSize,
    color: colors.faint,
    at: [margin, legendBottom + 4 + index * lineHeight],
  }))
  return {
    width,
    height: legendBottom + notes.length * lineHeight + 8,
    background: colors.surface,
    shapes: [
      {
        of: 'text',
        text: fitted(picture.title, titleSize, room),
        size: titleSize,
        bold: true,
        color: colors.text,
        at: [margin, 36],
      },
      { of: 'text', text: subtitle, size: textSize, color: colors.soft, at: [margin, 58] },
      ...shapes,
      ...markShapes(picture, box, xOf, colors),
      ...entries.flatMap(({ label, x, row, index }): readonly Shape[] => {
        const [y, stroke] = [legendTop + row * lineHeight, picture.strokes[index]]
        const name: Shape = {
          of: 'text',
          text: label,
          size: textSize,
          color: colors.text,
          at: [margin + x + swatch, y],
        }
        return stroke === undefined ? [name] : [swatchOf(picture, index, margin + x, y, colors), name]
      }),
      ...notes,
    ],
  }
}

function swatchOf(
  { strokes, look }: Picture,
  index: number,
  x: number,
  y: number,
  colors: PlotColors,
): Shape {
  const { color = '', dash = [], hatch = 0, pale = false } = strokes[index] ?? {}
  const common = { color: colors.of(color), opacity: pale ? 0.65 : 1 }
  if (look === 'line' || pale)
    return {
      of: 'path',
      ...common,
      dash,
      width: 2.5,
      points: [
        [x, y - 4],
        [x + 22, y - 4],
      ],
    }
  return {
    of: 'area',
    ...common,
    hatch,
    points: [
      [x, y - 10],
      [x + 22, y - 10],
      [x + 22, y + 1],
      [x, y + 1],
    ],
  }
}

interface Entry {
  readonly label: string
  readonly x: number
  readonly row: number
  /** The index of the line. */
  readonly index: number
}

/** The places of the lines' names, in rows as wide as `room`; a sole line is named by the title. */
function legendPlaces({ data: { lines } }: Picture, room: number): readonly Entry[] {
  if (lines.length < 2) return []
  let [x, row] = [0, 0]
  return lines.slice(0, mostLegend).map((line, index) => {
    const label = fitted(line.label, textSize, 260)
    const needed = swatch + textWidth(label, textSize) + 22
    if (x > 0 && x + needed > room) [x, row] = [0, row + 1]
    const entry = { label, x, row, index }
    x += needed
    return entry
  })
}

/** The marks: a dashed line at each, and titles above the plot that do not overlap. */
function markShapes(
  { marks }: Picture,
  box: Box,
  xOf: (time: number) => number,
  colors: PlotColors,
): readonly Shape[] {
  const lines = marks.map(({ time, category }): Shape => {
    const x = xOf(time)
    return {
      of: 'path',
      color: colors.of(markColor(category)),
      width: 1,
      dash: [3, 3],
      points: [
        [x, box.top - 16],
        [x, box.top + box.height],
      ],
    }
  })
  const end = box.left + box.width
  const titles = markLabels(marks, ({ time }) => xOf(time), end).map(
    ({ marks: held, left, room, before }): Shape => ({
      of: 'text',
      text: fitted(held.length === 1 ? held[0].title : `${held[0].title} +${held.length - 1}`, 11.5, room),
      size: 11.5,
      color: colors.of(markColor(held[0].category)),
      anchor: before ? 'end' : 'start',
      at: [before ? left - 4 : left + 4, box.top - 8],
    }),
  )
  return [...lines, ...titles]
}
