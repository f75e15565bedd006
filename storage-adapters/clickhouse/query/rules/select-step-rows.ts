import {
  or,
  sequenceOperator,
  where,
  type Relation,
  type SequenceOptions,
} from '../../../../contract/index.js'
import { inputOf } from '../../../sql/identity/nodes.js'
import type { Rule } from '../../../sql/optimizer.js'

/**
 * Gives a sequence the rows of its steps alone. Its compiler takes every row for one of the last step that is of no
 * other. Conditions that the rows meet already are dropped by `drop-implied-conditions`.
 *
 *     sequence(events, steps: event = 'a', event = 'b')
 *
 *     sequence(events WHERE event = 'a' OR event = 'b', steps: …)
 */
export const selectStepRows: Rule<unknown> = {
  name: 'select-step-rows',
  at: 'every-node',
  required: true,
  apply(node): Relation | null {
    if (node.kind !== 'operator' || node.operator !== sequenceOperator.name) return null
    const { steps } = node.options as SequenceOptions
    return Object.freeze({ ...node, inputs: [where(inputOf(node), or(...steps))] })
  },
}
