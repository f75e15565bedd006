import type { Constants, QuestionCosts, ShardCosts } from './constants.js'
import { costAt, lawOf } from './cost.js'
import { quantile } from './random.js'

export interface Prediction {
  readonly question: string
  readonly way: string
  readonly predicted: number
  readonly measured: number
  /** Why it misses by more than 30 %. */
  readonly why?: string
}

/** A prediction holds within 30 %. */
export const holds = ({ predicted, measured }: Prediction): boolean =>
  Math.abs(predicted / measured - 1) <= 0.3

/** Milliseconds of a statement on a server without rows: the cheapest question of shards.md. */
export const floorOf = ({ shards }: Pick<Constants, 'shards'>): number =>
  Math.min(...shards.map(({ empty }) => empty))

/** Below so many milliseconds the floor, background work and the rounding of the tables decide. */
const cheapMs = 30
/** Megabytes of groups beyond which they go to disk, in the run of 100 million: 0.4 of the 4,096 of the bench. */
const spillMegabytes = 1_638

/** The cost at 100 million events by the costs at 10 and 50, as times the cost at 10 million. */
export function predictGrowth(costs: QuestionCosts, floor: number): Prediction {
  const { ms, growth, question, way } = costs
  const [half, measured] = growth
  const points = [
    { millions: 10, cost: ms },
    { millions: 50, cost: ms * half },
  ]
  const predicted = costAt(lawOf(points, floor), 100) / ms
  return { question, way, predicted, measured, why: reasonOf(costs, predicted) }
}

/** The same by a straight line, for comparison. */
export const lineOf = ({ growth: [half, measured], question, way }: QuestionCosts): Prediction => ({
  ...{ question, way, measured },
  predicted: 1 + (90 / 40) * (half - 1),
})

/** Why a prediction misses, by what is measured beside the cost; the same rules for all rows. */
function reasonOf({ ms, growth, memory }: QuestionCosts, predicted: number): string {
  const [, middle, large] = memory
  if (ms < cheapMs) return `${ms.toFixed(0)} ms at 10 million: the floor and rounding`
  if (predicted > growth[1]) return 'the run of 50 million, one of its own, was dear'
  if (large >= spillMegabytes) return 'its groups go to disk at 100 million'
  return `its hash tables hold ${(large / middle).toFixed(1)} times from 50 to 100 million`
}

/** What a third of the events costs one server above its floor, by the costs of a sixth and of half of them. */
function aThird({ empty, parts: [sixth, half] }: ShardCosts): number {
  const points = [
    { millions: 1 / 6, cost: sixth },
    { millions: 1 / 2, cost: half },
  ]
  return costAt(lawOf(points, empty), 1 / 3) - empty
}

/**
 * What rows cost on shards, as times what they cost on one server: groups are sent, and merged where the question was
 * asked. The median of these questions.
 */
export const shardFactor = (shards: readonly ShardCosts[]): number =>
  quantile(
    shards.map((costs) => (costs.three - costs.threeEmpty) / (3 * aThird(costs))),
    0.5,
  )

/**
 * The cost of three shards: what the question costs them without rows, and three times what a third of the events costs
 * one server, times the factor of the other questions.
 */
export function predictShards(costs: ShardCosts, all: readonly ShardCosts[]): Prediction {
  const { question, threeEmpty, three } = costs
  const factor = shardFactor(all.filter((one) => one !== costs))
  const predicted = threeEmpty + 3 * aThird(costs) * factor
  const own = (three - threeEmpty) / (3 * aThird(costs))
  const why = `${own.toFixed(1)} times the cost of the rows on one server, where other questions have ${factor.toFixed(1)}`
  return { question, way: 'three shards', predicted, measured: three, why }
}
