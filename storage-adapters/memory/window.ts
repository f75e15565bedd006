import type { Cell, Relation, Row, WindowFunction } from '../../contract/index.js'
import { evaluator, finite } from './evaluate-expr.js'
import { groupRows, sortRows } from './rows.js'

type WindowNode = Extract<Relation, { kind: 'window' }>

/**
 * The `window` operator: the input's rows with further columns, computed
 * along the rows of each partition in order.
 *
 *     one partition, by x descending
 *     x        next     running-sum   total   min-before
 *     3        1        3             4       null
 *     1        null     4             4       3
 *     null     null     4             4       1
 */
export const windowRows = (node: WindowNode, input: readonly Row[]): readonly Row[] =>
  groupRows(input, node.partition).flatMap((partition) => {
    const rows = sortRows(partition.rows, node.order)
    const columns = Object.entries(node.columns).map(([name, fn]) => [name, valuesOf(fn, rows)] as const)
    return rows.map((row, index) => ({
      ...row,
      ...Object.fromEntries(columns.map(([name, values]) => [name, values[index] ?? null])),
    }))
  })

/** The function's value for each row of a sorted partition. */
function valuesOf(fn: WindowFunction, rows: readonly Row[]): readonly Cell[] {
  const values = rows.map(evaluator(fn.value))
  switch (fn.kind) {
    case 'next':
      return [...values.slice(1), null]
    case 'min-before': {
      let least: Cell = null
      return values.map((value) => {
        const before = least
        if (value !== null && (least === null || value < least)) least = value
        return before
      })
    }
    case 'total': {
      const known = values.filter((value) => value !== null) as readonly number[]
      const sum = known.length === 0 ? null : finite(known.reduce((all, value) => all + value, 0))
      return values.map(() => sum)
    }
    case 'running-sum': {
      let sum: number | null = null
      return values.map((value) => {
        if (value !== null) sum = finite((sum ?? 0) + (value as number))
        return sum
      })
    }
  }
}
