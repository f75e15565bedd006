import { columnsOf, type OperatorNode, type Relation } from '../../../contract/index.js'
import type { NativeOperator } from '../../sql/dialect.js'
import { dayMs } from '../../sql/edges.js'
import { inputOf } from '../../sql/identity/nodes.js'
import { columnOf, keep, render } from '../../sql/select.js'

/** The name of an operator that only this adapter inserts into plans and compiles. */
export const sinceOrKnownOperator = '@since-or-known'

export interface SinceOrKnown {
  /** A midnight in ms: rows from then on are kept whatever their key is. */
  readonly since: number
  /** The column of the rows, a key that none of them lacks. */
  readonly left: string
  /** The column of the keys, which may occur several times. */
  readonly right: string
}

/** The rows from a day on, and of those before it the ones whose key is among the keys of the second input. */
export const sinceOrKnown = (rows: Relation, keys: Relation, options: SinceOrKnown): OperatorNode =>
  Object.freeze({
    kind: 'operator',
    operator: sinceOrKnownOperator,
    inputs: [rows, keys],
    options,
    columns: columnsOf(rows),
  })

/**
 * Compiles it into a condition. The engine evaluates both of its terms for every row, so the later rows all look up the
 * same key, which costs next to nothing.
 *
 *     WHERE day >= '2024-01-02' OR if(day >= '2024-01-02', 0, session) IN (SELECT session FROM …)
 */
export const compileSinceOrKnown: NativeOperator = (node, needed, scope) => {
  const { since, left, right } = node.options as SinceOrKnown
  const rows = scope.compile(inputOf(node), new Set([...needed, left, 'timestamp']))
  const keys = render(scope.compile(inputOf(node, 1), new Set([right])), [right], scope)
  const { day } = columnOf(rows, 'timestamp')
  if (day === undefined) throw new Error(`${sinceOrKnownOperator} requires a stored day`)
  const isLater = `${day} >= toDate(${scope.parameters.bind(since / dayMs, 'int')})`
  const key = `if(${isLater}, 0, ${columnOf(rows, left).sql})`
  const condition = `(${isLater} OR ${key} IN (${keys}))`
  return keep({ ...rows, where: [...rows.where, condition], text: null }, needed)
}
