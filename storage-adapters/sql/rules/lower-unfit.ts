import type { OperatorNode, Relation } from '../../../core/contract/index.js'
import type { Rule } from '../optimizer.js'

/**
 * Lowers the operators that an engine answers in a form of its own only up to a size, or only in their common shape. The
 * argument returns the lowering of such a node, and null where the engine's own form fits.
 */
export const lowerUnfit = (lowered: (node: OperatorNode) => Relation | null): Rule<unknown> => ({
  name: 'lower-unfit',
  at: 'every-node',
  required: true,
  apply: (node) => (node.kind === 'operator' ? lowered(node) : null),
})
