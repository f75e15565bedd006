import fc from 'fast-check'
import { scan, union, where, type Batch, type Relation } from '../../../contract/index.js'
import { randomOf, type Random } from '../random.js'
import { batch } from './arbitraries.js'
import type { Choices } from './choices.js'
import { edges, expression } from './expressions.js'
import { scanned } from './frames.js'
import { eventNames } from './vocabulary.js'

/** What a random plan with an operator is made of. */
export interface OperatorGround {
  readonly random: Random
  /** Random rows of events, with all their columns: all, some, or some of them twice. */
  readonly events: Relation
  /** Ascending instants in and around the times of the events, for buckets and windows; sometimes none or one. */
  readonly edges: readonly number[]
  /** The names of the events. */
  readonly names: readonly string[]
}

/** The number of plans of a data set. */
const plansOfCase = 25

/** The data set of one seed, and plans over it. */
export function operatorCase(
  seed: number,
  plan: (ground: OperatorGround) => Relation,
): { readonly batch: Batch; readonly plans: readonly Relation[] } {
  const [drawn] = fc.sample(batch(), { seed, numRuns: 1 })
  if (drawn === undefined) throw new Error('no data set was drawn')
  const random = randomOf(seed)
  return { batch: drawn, plans: Array.from({ length: plansOfCase }, () => plan(groundOf(random))) }
}

function groundOf(random: Random): OperatorGround {
  const choices: Choices = {
    below: random.below,
    of: random.pick,
    chance: (percent) => random.below(100) >= 100 - percent,
  }
  const rows = (): Relation =>
    choices.chance(50)
      ? scan('events')
      : where(scan('events'), expression(choices, scanned('events'), 'bool', 2))
  const events = choices.chance(20) ? union(rows(), rows()) : rows()
  return { random, events, edges: edges(choices), names: eventNames }
}
