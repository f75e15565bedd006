import type { OperatorNode, Relation } from '../../../contract/index.js'
import type { Rule } from '../optimizer.js'

/**
 * Lowers operators that exceed the engine's own form for them: one with a limited size, or for common options
 * only. `lowered` returns the lowering of such a node, and null if the engine's own form fits.
 *
 *     cohorts < scan                        500 periods, where the engine's masks have 400 bits
 *     aggregate < union < select < … < scan
 */
export const lowerUnfit = (lowered: (node: OperatorNode) => Relation | null): Rule<unknown> => ({
  name: 'lower-unfit',
  at: 'every-node',
  required: true,
  apply: (node) => (node.kind === 'operator' ? lowered(node) : null),
})
