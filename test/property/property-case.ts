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

/** A data set and about 25 plans to ask it, so that a workspace is made once for all of them. */
export const propertyCase = (): fc.Arbitrary<PropertyCase> =>
  fc.record({ batch: batch(), plans: fc.array(randomPlan(), { minLength: 1, maxLength: 50, size: 'max' }) })

/** Whether the order of a random plan's rows is part of its answer. */
export const isOrdered = (plan: Relation): boolean => plan.kind === 'sort'
