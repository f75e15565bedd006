import { breakdownOperator } from './breakdown.js'
import { cohortsOperator } from './cohorts.js'
import { lifecycleOperator } from './lifecycle.js'
import type { OperatorDefinition } from './operator.js'
import { presenceOperator } from './presence.js'
import { sequenceOperator } from './sequence.js'

/** The operators that every service supports; plugins may register more. */
export const builtInOperators: readonly OperatorDefinition[] = [
  presenceOperator,
  lifecycleOperator,
  cohortsOperator,
  sequenceOperator,
  breakdownOperator,
]
