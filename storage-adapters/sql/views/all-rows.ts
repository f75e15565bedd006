import { mapInputs, type OperatorNode, type Relation } from '../../../contract/index.js'
import { asksIdentified } from '../identity/linked-terms.js'
import { inputOf, isOperator, linkedOperator, unresolved, type Linked } from '../identity/nodes.js'
import { rollupOperator } from './operator.js'

/** Returns the view's scan if the rows are all events, or all events of identified persons; else null. */
export function viewScanOf(
  input: Relation,
): { readonly scan: OperatorNode; readonly identified: boolean } | null {
  const { rows, identified } = unfiltered(input)
  return isOperator(rows, rollupOperator) ? { scan: rows, identified } : null
}

/** Strips the condition "identified" and the resolution of persons from a plan. */
function unfiltered(input: Relation): { readonly rows: Relation; readonly identified: boolean } {
  const rows = underIdentified(input)
  return { rows: unresolved(rows ?? input), identified: rows !== null }
}

/** Returns the rows under the condition "identified", in whichever form a plan has it; null if this is another node. */
function underIdentified(relation: Relation): Relation | null {
  if (relation.kind === 'where') return asksIdentified(relation.condition) ? relation.input : null
  if (!isOperator(relation, linkedOperator)) return null
  return (relation.options as Linked).conditions.every(asksIdentified) ? inputOf(relation) : null
}

/** Strips the condition "identified" from rows. */
export function ofAllPersons(rows: Relation): Relation {
  const under = underIdentified(rows)
  return under === null ? mapInputs(rows, ofAllPersons) : ofAllPersons(under)
}

/** Returns the operator with other options for the scan of a view below it. */
export function withScanOptions(node: OperatorNode, scan: OperatorNode, options: unknown): OperatorNode {
  const replaced: OperatorNode = { ...scan, options }
  const put = (one: Relation): Relation => (one === scan ? replaced : mapInputs(one, put))
  return { ...node, inputs: node.inputs.map(put) }
}
