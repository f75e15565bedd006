import type { Measured } from './read-tables.js'
import type { Shape } from './shapes.js'
import { axisOf, grid, label, page, xOf, type Axis } from './svg.js'

/** The tables of one size. */
export interface Size {
  readonly millions: number
  readonly rows: readonly Measured[]
}

const width = 760
const top = 62
const rowHeight = 15
const gap = 11

/**
 * The chart of a shape: for each question a row a size. A hollow circle is the cost from the events alone, a full one
 * the cost as the service answers, both as times the bare scan.
 * @param sizes from the smallest to the largest
 */
export function sizeChart(shape: Shape, sizes: readonly Size[]): string {
  const block = sizes.length * rowHeight + gap
  const measured = sizes
    .flatMap(({ rows }) => rows)
    .filter(({ question }) => shape.questions.includes(question))
  const values = measured.flatMap(({ events, views }) => [events, views].filter((value) => value !== null))
  const axis = axisOf(330, 640, [1, ...values])
  const bottom = top + shape.questions.length * block
  return page(width, bottom + 26, `${shape.title}: cost at ${named(sizes)} million events`, [
    label(0, 16, 'title', shape.title),
    label(0, 34, 'small', 'Processor time of the engine, as times the bare scan of the columns,'),
    label(
      0,
      48,
      'small',
      `at ${named(sizes)} million events. In milliseconds: bare scan × ratio, both rounded.`,
    ),
    ...legend(shape, measured),
    ...grid(axis, top - 4, bottom - gap + 4),
    ...shape.questions.flatMap((question, at) => questionBlock(question, sizes, axis, top + at * block)),
  ])
}

const named = (sizes: readonly Size[]): string => sizes.map(({ millions }) => millions).join(', ')

/** What the circles are; only those that occur. */
function legend(shape: Shape, measured: readonly Measured[]): readonly string[] {
  const both = measured.some(({ views }) => views !== null)
  return [
    `<circle cx="556" cy="12" r="4" class="served"/>`,
    label(566, 16, 'small', both ? 'as the service answers' : 'from the events'),
    ...(both
      ? [`<circle cx="556" cy="28" r="4" class="events"/>`, label(566, 32, 'small', 'from the events alone')]
      : []),
  ]
}

function questionBlock(question: string, sizes: readonly Size[], axis: Axis, y: number): readonly string[] {
  return [
    label(0, y + 11, '', question),
    ...sizes.flatMap(({ millions, rows }, at) => {
      const found = rows.find((row) => row.question === question)
      return found === undefined ? [] : row(millions, found, axis, y + at * rowHeight)
    }),
  ]
}

function row(
  millions: number,
  { bareMs, events, views }: Measured,
  axis: Axis,
  y: number,
): readonly string[] {
  const served = views ?? events
  if (served === null) return []
  const middle = y + 7
  const hollow = views === null || events === null ? null : xOf(axis, events)
  const full = xOf(axis, served)
  return [
    label(318, y + 11, 'small end', String(millions)),
    ...(hollow === null
      ? []
      : [
          `<path d="M${Math.min(full, hollow)} ${middle}H${Math.max(full, hollow)}" class="span"/>`,
          `<circle cx="${hollow}" cy="${middle}" r="4" class="events"/>`,
        ]),
    `<circle cx="${full}" cy="${middle}" r="4" class="served"/>`,
    ...(bareMs === null ? [] : [label(752, y + 11, 'small end', `≈ ${rounded(bareMs * served, served)} ms`)]),
  ]
}

/** As many significant digits as the ratio has in its table. */
const rounded = (value: number, ratio: number): string =>
  Number(value.toPrecision(ratio < 1 ? 1 : 2)).toLocaleString('en')
