import {
  ServiceError,
  type Relation,
  type SeriesTogether,
  type SourceName,
  type TraitUse,
} from '../../contract/index.js'
import type { BuiltQuestion } from '../question/question.js'
import { planOf, type Metric, type MetricAsk, type MetricRequest } from './ask-question.js'
import { combineBreakdowns, type BreakdownRows, type CombinedPlan } from './combine-breakdowns.js'
import { askInBuckets, seriesIn } from './run-series.js'

/** A metric with a `series` answer, and what is asked of it. */
export interface MetricSeries {
  readonly metric: Metric
  readonly request: MetricRequest
}

interface Asked extends MetricSeries {
  readonly asked: BuiltQuestion
}

/** Runs the series whose plans combineBreakdowns() combines; null for the others. */
export async function runTogether(
  ask: MetricAsk,
  all: readonly (MetricSeries | null)[],
): Promise<readonly SeriesTogether[]> {
  const asked = withAllTraits(await Promise.all(all.map(async (one) => one && orNull(askOne(ask, one)))))
  const plans = await Promise.all(asked.map(async (one) => one && orNull(plannedOf(one))))
  const combined = combineBreakdowns(plans)
  const found = new Map<number, BreakdownRows>()
  await Promise.all(
    combined.map(async (one) => {
      for (const [place, rows] of (await orNull(rowsOf(ask, one))) ?? []) found.set(place, rows)
    }),
  )
  return asked.map((one, place) => {
    const rows = found.get(place)
    if (one === null || rows === undefined) return null
    return rows === 'many' ? rows : seriesIn({ ...one, params: one.request.params, split: true }, rows)
  })
}

const askOne = async (ask: MetricAsk, one: MetricSeries): Promise<Asked | null> =>
  one.request.compare === null ? { ...one, asked: await askInBuckets(ask, one.metric, one.request) } : null

/** A metric that rejects its parameters does so here. */
const plannedOf = async ({ metric, request, asked }: Asked): Promise<Relation | null> =>
  Promise.resolve(planOf(metric, asked, request.params))

/**
 * Questions that read a trait join the traits of all that do, so that their rows are the same. A trait that a question does
 * not read changes none of its rows. Those with the fewest traits read only what the filter does, and stay as they are.
 */
function withAllTraits(all: readonly (Asked | null)[]): readonly (Asked | null)[] {
  const questions = all.flatMap((one) => (one === null ? [] : [one.asked.question]))
  const traitsOf = (source: SourceName): readonly TraitUse[] => {
    const uses = questions.flatMap((one) => (one.source === source ? one.traits : []))
    return [...new Map(uses.map((use) => [use.prefix, use])).values()]
  }
  const fewest = Math.min(...questions.map(({ traits }) => traits.length))
  return all.map((one) => {
    if (one === null || one.asked.question.traits.length === fewest) return one
    const traits = Object.freeze(traitsOf(one.asked.question.source))
    const question = Object.freeze({ ...one.asked.question, traits })
    return { ...one, asked: { ...one.asked, question } }
  })
}

const rowsOf = async (ask: MetricAsk, combined: CombinedPlan): Promise<ReadonlyMap<number, BreakdownRows>> =>
  combined.read(await ask.rows(combined.plan))

/** Returns null for a 422. Rejects with any other error. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'VALIDATION_ERROR') return null
    throw error
  }
}
