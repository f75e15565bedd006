import {
  sequenceOperator,
  where,
  type OperatorNode,
  type Relation,
  type SequenceOptions,
} from '../../../../contract/index.js'
import type { IdentityFacts } from '../../../sql/identity/facts.js'
import { inputOf, resolved, resolveOperator, storedScanOperator } from '../../../sql/identity/nodes.js'
import type { Rule } from '../../../sql/optimizer.js'
import { collectAll } from '../../../sql/required-columns.js'

/**
 * Gives a sequence the rows of its first step as a second input, by which its form recognizes the case: it reads the labels
 * before the question, into one sorted list, and keeps the position of a label instead of its text. Does not apply where these
 * rows are more than those of one table, because they are read twice, nor on a cluster, whose servers do not know the list.
 *
 *   before: SELECT person, arraySort(groupArray(element)), groupArray((element, country)) FROM events GROUP BY person
 *
 *   after:  WITH (SELECT arraySort(groupUniqArray(country)) FROM events WHERE step_1) AS labels
 *           SELECT person, arraySort(groupArray(element + indexOf(labels, country))) FROM events GROUP BY person
 */
export const labelsToPositions: Rule<Pick<IdentityFacts, 'sharded'>> = {
  name: 'labels-to-positions',
  at: 'every-node',
  apply: (node, { sharded }) =>
    node.kind === 'operator' && node.operator === sequenceOperator.name && !sharded ? positioned(node) : null,
}

function positioned(node: OperatorNode): Relation | null {
  const { steps, label } = node.options as SequenceOptions
  const [first] = steps
  const rows = inputOf(node)
  if (label === null || first === undefined || node.inputs.length > 1 || !readsOneTable(rows)) return null
  if ([...collectAll([label, first])].some((name) => resolved.has(name))) return null
  return Object.freeze({ ...node, inputs: [rows, where(rows, first)] })
}

function readsOneTable(relation: Relation): boolean {
  if (relation.kind === 'where' || relation.kind === 'derive') return readsOneTable(relation.input)
  if (relation.kind !== 'operator') return false
  const { operator } = relation
  if (operator === storedScanOperator) return true
  return operator === resolveOperator && readsOneTable(inputOf(relation))
}
