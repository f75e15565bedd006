import { column, select, type Expr, type OperatorNode, type Relation } from '../../../contract/index.js'
import { deviceKey } from '../dialect.js'
import { semiJoinOperator, type SemiJoin } from '../identity/nodes.js'
import type { Rule } from '../optimizer.js'

/**
 * Looks up keys among the rows instead of among their groups, for an engine that makes a set of them: the set keeps
 * each key once anyway. Persons stay grouped, because their devices are looked up for every key.
 *
 *     SELECT count() FROM events WHERE session IN (SELECT session FROM events WHERE country = 'DE' GROUP BY session)
 *
 *     SELECT count() FROM events WHERE session IN (SELECT session FROM events WHERE country = 'DE')
 */
export const ungroupKeys: Rule<unknown> = {
  name: 'ungroup-keys',
  at: 'every-node',
  apply: (node) => (node.kind === 'operator' && node.operator === semiJoinOperator ? ungrouped(node) : null),
}

function ungrouped(node: OperatorNode): Relation | null {
  const { left, right } = node.options as SemiJoin
  const [rows, keys] = node.inputs
  if (rows === undefined || keys === undefined || left === deviceKey) return null
  const found = rowsOf(keys, right)
  if (found === null) return null
  return Object.freeze({ ...node, inputs: [rows, select(found.rows, { [right]: found.key })] })
}

/** The rows of the groups whose key is the column, and the key of a row; null if the rows are not grouped by it. */
function rowsOf(keys: Relation, name: string): { readonly rows: Relation; readonly key: Expr } | null {
  if (keys.kind === 'select') {
    const expr = keys.columns[name] ?? column(name)
    return expr.kind === 'column' ? rowsOf(keys.input, expr.name) : null
  }
  if (keys.kind !== 'aggregate' || keys.sets !== null) return null
  const [key, ...others] = Object.entries(keys.by)
  return key === undefined || others.length > 0 || key[0] !== name ? null : { rows: keys.input, key: key[1] }
}
