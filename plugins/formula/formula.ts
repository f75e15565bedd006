import {
  seriesBody,
  seriesShape,
  type QueryDefinition,
  type SeriesData,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { input, type FormulaInput } from './input.js'
import { joinSeries, type Frame } from './join.js'
import { parseFormula } from './parse.js'
import { askAll, type Pair } from './series.js'

/** Arithmetic over series: POST /metrics/formula. */
export const formula: QueryDefinition<typeof input, typeof seriesShape> = {
  key: 'formula',
  tag: 'Metrics',
  path: 'metrics/formula',
  summary: 'Arithmetic over up to 26 metrics, for each bucket and for their totals',
  input,
  response: seriesShape,
  figures: true,
  run: runFormula,
}

async function runFormula(ask: WorkspaceAsk, asked: FormulaInput): Promise<{ readonly data: SeriesData }> {
  const parsed = parseFormula(asked.formula, asked.series.length)
  const { range = '30d', granularity, timezone, week_start, compare } = asked
  const question = await ask.question({
    source: 'events',
    range,
    ...(granularity === undefined ? {} : { granularity }),
    timezone,
    week_start,
    compare,
  })
  const pairs = await askAll(ask, asked)
  const [frame, frameBefore] = longest(pairs.filter((_, index) => isOverRange(asked, index))) ?? [
    question,
    question.previous,
  ]
  const joined = joinSeries(
    pairs.map(([series]) => series),
    frame,
    parsed,
  )
  if (frameBefore === null) return seriesBody(joined)
  const before = pairs.map(([, previous]) => previous).filter((previous) => previous !== null)
  return seriesBody(joined, joinSeries(before, frameBefore, parsed))
}

/** The pair with the most buckets: over `all_time`, each series starts at its own first row. Null if there is none. */
function longest(pairs: readonly Pair[]): readonly [Frame, Frame | null] | null {
  let found: Pair | null = null
  for (const pair of pairs) if (found === null || pair[0].labels.length > found[0].labels.length) found = pair
  return found
}

const isOverRange = ({ series, range = '30d' }: FormulaInput, index: number): boolean =>
  (series[index]?.range ?? range) === range
