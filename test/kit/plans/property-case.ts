import fc from 'fast-check'
import type { Batch, Relation } from '../../../contract/index.js'
import { batch } from './arbitraries.js'
import { choicesFrom, tape } from './choices.js'
import { planFrom } from './plans.js'

export interface PropertyCase {
  readonly batch: Batch
  readonly plans: readonly Relation[]
}

const randomPlan = (): fc.Arbitrary<Relation> => tape().map((numbers) => planFrom(choicesFrom(numbers)))

/** The number of plans per data set: fixed, so that the number compared does not depend on the seed. */
export const plansOfCase = 25

/** A data set and the plans to run on it, so that one workspace serves all of them. */
export const propertyCase = (): fc.Arbitrary<PropertyCase> =>
  fc.record({
    batch: batch(),
    plans: fc.array(randomPlan(), { minLength: plansOfCase, maxLength: plansOfCase }),
  })

/** The data set and plans of one seed. */
export function sampleCase(seed: number): PropertyCase {
  const [drawn] = fc.sample(propertyCase(), { seed, numRuns: 1 })
  if (drawn === undefined) throw new Error('no case was drawn')
  return drawn
}

/** Whether the order of a random plan's rows is part of its result. */
export const isOrdered = (plan: Relation): boolean => plan.kind === 'sort'
