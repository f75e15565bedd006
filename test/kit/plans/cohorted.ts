import * as plan from '../../../contract/index.js'
import { someOf, type Choices } from './choices.js'
import { edges, expression } from './expressions.js'
import { splitsOf, type Frame } from './frames.js'

/** Cohorts of a frame that has timestamps and persons. */
export function cohorted(choices: Choices, frame: Frame): Frame {
  const splits = splitsOf(frame)
  // Rows with equal instant and seq may differ in their values: then none of them is the first.
  const isOrdered = frame.unique?.every((name) => name === 'seq') === true && frame.columns['seq'] === 'int'
  const by = isOrdered && choices.chance(60) ? someOf(choices, splits, 2) : []
  const condition = (): plan.Expr | null =>
    choices.chance(70) ? choices.of([plan.or, plan.and])(...conditions(choices, frame)) : null
  return {
    relation: plan.cohorts(frame.relation, {
      edges: edges(choices),
      periods: choices.of([3, 1, 2, 8, 52]),
      starts: condition(),
      returns: condition(),
      mode: choices.of(plan.returnModes),
      by,
    }),
    columns: {
      cohort: 'int',
      ...Object.fromEntries(by.map((name) => [name, frame.columns[name]!])),
      offset: 'int',
      persons: 'int',
    },
    unique: ['cohort', ...by, 'offset'],
    size: frame.size * 8,
  }
}

/** Random conditions mostly match little, so every other one is negated. */
function conditions(choices: Choices, frame: Frame): readonly plan.Expr[] {
  const one = expression(choices, frame, 'bool', 2)
  return [choices.chance(50) ? plan.not(one) : one, expression(choices, frame, 'bool', 1)]
}
