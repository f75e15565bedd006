import fc from 'fast-check'
import type { Batch, Relation } from '../../core/contract/index.js'
import { batch } from './arbitraries.js'
import { choicesFrom, tape } from './choices.js'
import { planFrom } from './plans.js'

export interface PropertyCase {
  readonly batch: Batch
  readonly plans: readonly Relation[]
}

const randomPlan = (): fc.Arbitrary<Relation> => tape().map((numbers) => planFrom(choicesFrom(numbers)))

/** The plans of one data set: a fixed number, so that the number compared does not depend on the seed. */
export const plansOfCase = 25

/** A data set and the plans to ask it, so that a workspace is made once for all of them. */
export const propertyCase = (): fc.Arbitrary<PropertyCase> =>
  fc.record({
    batch: batch(),
    plans: fc.array(randomPlan(), { minLength: plansOfCase, maxLength: plansOfCase }),
  })

/** Whether the order of a random plan's rows is part of its answer. */
export const isOrdered = (plan: Relation): boolean => plan.kind === 'sort'
