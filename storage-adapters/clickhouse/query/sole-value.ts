import { columnsOf, type OperatorNode, type Relation, type Scalar } from '../../../contract/index.js'
import type { NativeOperator } from '../../sql/dialect.js'
import { inputOf } from '../../sql/identity/nodes.js'
import { columnOf, keep } from '../../sql/select.js'

/** The name of an operator that only this adapter inserts into plans and compiles. */
export const soleValueOperator = '@sole-value'

export interface SoleValue {
  readonly column: string
  readonly value: Scalar
}

/** The rows, if a column has this one value in all of them. A statement that reads another value fails (isThrown). */
export const soleValue = (rows: Relation, options: SoleValue): OperatorNode =>
  Object.freeze({
    kind: 'operator',
    operator: soleValueOperator,
    inputs: [rows],
    options,
    columns: columnsOf(rows),
  })

/**
 * Compiles the check into a condition. It repeats the others, because the engine may evaluate it first, on rows that they
 * exclude.
 *
 *     SELECT value FROM metrics WHERE name = 'cpu' AND NOT throwIf(name = 'cpu' AND type != 'gauge')
 */
export const compileSoleValue: NativeOperator = (node, needed, scope) => {
  const { column, value } = node.options as SoleValue
  const rows = scope.compile(inputOf(node), new Set([...needed, column]))
  const { sql, type, nullable } = columnOf(rows, column)
  const differs = `${sql} != ${scope.parameters.bind(value, type)}`
  const other = [...rows.where, nullable ? `ifNull(${differs}, true)` : differs]
  return keep({ ...rows, where: [...rows.where, `NOT throwIf(${other.join(' AND ')})`], text: null }, needed)
}
