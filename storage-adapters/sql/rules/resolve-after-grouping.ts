import type { OperatorNode } from '../../../contract/index.js'
import { isIdentityFree } from '../identity/identity-free.js'
import type { IdentityFacts } from '../identity/facts.js'
import { resolvesRows } from '../identity/row-level.js'
import { inputOf } from '../identity/nodes.js'
import { withoutResolution } from '../identity/without-resolution.js'
import type { Rule } from '../optimizer.js'

/**
 * Lets an operator resolve persons itself: it groups its rows by device and joins only the groups with the
 * links. `groupsByDevice` returns whether the engine has such a form of the node and its options read no
 * person of a row. The operator's input then has no column `person`, by which its compiler recognizes the
 * case.
 *
 *     SELECT person, groupBitOr(1 << day) FROM events LEFT JOIN links USING (device) GROUP BY person
 *
 *     SELECT person, groupBitOr(days) FROM (SELECT device, groupBitOr(1 << day) AS days FROM events GROUP BY device)
 *     LEFT JOIN links USING (device) GROUP BY person
 */
export const resolveAfterGrouping = (
  groupsByDevice: (node: OperatorNode) => boolean,
): Rule<Pick<IdentityFacts, 'mapped' | 'joinsFew' | 'sharded'>> => ({
  name: 'resolve-after-grouping',
  at: 'every-node',
  apply(node, facts) {
    if (node.kind !== 'operator' || !groupsByDevice(node) || resolvesRows(node, facts)) return null
    const [, ...others] = node.inputs
    const rows = inputOf(node)
    if (!isIdentityFree(rows)) return null
    const devices = withoutResolution(rows)
    return devices === rows ? null : Object.freeze({ ...node, inputs: [devices, ...others] })
  },
})
