import {
  audienceIn,
  invalid,
  otherLabel,
  questionPrefix,
  type Series,
  type SeriesRequest,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { inBody } from './body-errors.js'
import type { ExplainChangeInput } from './input.js'
import { sides, type Side } from './ranges.js'

/** The most values of a field that one statement tells apart. */
export const mostLabels = 1000

/** A metric over both ranges. */
export type Pair = Readonly<Record<Side, Series>>

/** The field that splits the metric. */
export interface Split {
  readonly field: string
  /** Its path in the body, for errors. */
  readonly path: string
  /** The values to tell apart; those with the most rows by default. */
  readonly dimensions?: readonly string[]
}

/** How a metric is asked over both ranges. Any error is a 422 about the body, or the storage's. */
export interface PairAsker {
  /** Runs the metric over both ranges, at the same time. */
  one(split: Split | null): Promise<Pair>
  /**
   * Runs it for several fields together, for each of which it returns the pair. `many` if the field has more values than one
   * statement tells apart; null if it must be asked by itself, also for its error.
   */
  together(splits: readonly Split[]): Promise<readonly (Pair | 'many' | null)[]>
}

/** Throws a 422 for parameters that are not the metric's own, and for a saved question. */
export function pairAsker(ask: WorkspaceAsk, input: ExplainChangeInput): PairAsker {
  const { metric, filters, filter } = input
  if (metric.startsWith(questionPrefix))
    throw invalid(
      '/metric',
      'metric must not be a saved question; give the metric and the parameters of the question',
    )
  const own = ownParameters(input)
  const audience = audienceIn(input)
  const requestOf = (side: Side, split: Split | null): SeriesRequest => {
    const parameters = {
      ...own,
      range: input[side],
      ...(split !== null && { breakdown: split.field, breakdown_limit: String(mostLabels) }),
    }
    const { dimensions } = split ?? {}
    return { metric, parameters, filters, filter, audience, totalsOnly: true, path: '', dimensions }
  }
  const askSide = async (side: Side, split: Split | null): Promise<Series> => {
    try {
      const [series] = await ask.series(requestOf(side, split))
      return series
    } catch (error) {
      throw inBody(error, { range: side, ...(split !== null && { breakdown: split.path }) })
    }
  }
  return {
    async one(split) {
      const [before, after] = await Promise.all(sides.map((side) => askSide(side, split)))
      if (before === undefined || after === undefined) throw new Error('two ranges')
      return { before, after }
    },
    async together(splits) {
      const requests = splits.flatMap((split) => sides.map((side) => requestOf(side, split)))
      const found = await ask.seriesTogether(requests)
      return splits.map((_, index) => {
        const [before = null, after = null] = found.slice(sides.length * index)
        if (before === null || after === null) return null
        return before === 'many' || after === 'many' ? 'many' : { before, after }
      })
    },
  }
}

const commonNames: ReadonlySet<string> = new Set([
  ...['range', 'granularity', 'timezone', 'week_start', 'breakdown', 'breakdowns', 'breakdown_bins'],
  ...['breakdown_limit', 'compare', 'audience', 'filter'],
])

function ownParameters(input: ExplainChangeInput): Readonly<Record<string, string>> {
  const { params = {}, granularity, timezone, week_start, actor } = input
  const own = Object.entries(params).map(([name, value]) => [name, String(value)] as const)
  for (const [name] of own) {
    if (commonNames.has(name))
      throw invalid(`/params/${name}`, `params: ${name} is not a parameter of the metric`)
    if (name === 'actor' && actor !== undefined)
      throw invalid('/actor', 'actor is given twice; give it beside params or in them')
  }
  const shared = { granularity, timezone, week_start, actor }
  const given = Object.entries(shared).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return { ...Object.fromEntries(own), ...(Object.fromEntries(given) as Record<string, string>) }
}

/** The values that a pair tells apart: those of either range, without the rest. */
export const labelsOf = ({ before, after }: Pair): readonly string[] => {
  const labels = [...before.lines.keys(), ...after.lines.keys()]
  return [...new Set(labels.flatMap((label) => (label === null || label === otherLabel ? [] : [label])))]
}

/** Whether a range has more values than one statement tells apart. */
export const hasOther = ({ before, after }: Pair): boolean =>
  before.lines.has(otherLabel) || after.lines.has(otherLabel)
