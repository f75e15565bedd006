import type { OperatorNode } from '../../../core/contract/index.js'
import { isIdentityFree } from '../identity/identity-free.js'
import { inputOf } from '../identity/nodes.js'
import { withoutResolution } from '../identity/without-resolution.js'
import type { Rule } from '../optimizer.js'

/**
 * Leaves it to an operator to resolve persons: it groups its rows by device, and joins only the groups with the links. The
 * argument says of which operators an engine has such a form, and where their options do not ask for the person of
 * each row. An operator sees it by its rows, which have no column `person`.
 *
 *     SELECT person, groupBitOr(1 << day) FROM events LEFT JOIN links USING (device) GROUP BY person
 *
 *     SELECT person, groupBitOr(days) FROM (SELECT device, groupBitOr(1 << day) AS days FROM events GROUP BY device)
 *     LEFT JOIN links USING (device) GROUP BY person
 */
export const resolveAfterGrouping = (groupsByDevice: (node: OperatorNode) => boolean): Rule<unknown> => ({
  name: 'resolve-after-grouping',
  at: 'every-node',
  apply(node) {
    if (node.kind !== 'operator' || !groupsByDevice(node)) return null
    const [, ...others] = node.inputs
    const rows = inputOf(node)
    if (!isIdentityFree(rows)) return null
    const devices = withoutResolution(rows)
    return devices === rows ? null : Object.freeze({ ...node, inputs: [devices, ...others] })
  },
})
