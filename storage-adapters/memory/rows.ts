import type { Cell, Expr, Row, SortKey } from '../../contract/index.js'
import { compareNullsLast, identity } from './compare.js'
import { evaluator } from './evaluate-expr.js'

/** A sorted copy, nulls last; rows whose keys are all equal keep their order. */
export function sortRows(rows: readonly Row[], keys: readonly SortKey[]): readonly Row[] {
  const evaluate = tupleEvaluator(keys.map((key) => key.by))
  return rows
    .map((row) => ({ row, tuple: evaluate(row) }))
    .sort((a, b) => {
      for (const [index, { descending }] of keys.entries()) {
        const sign = compareNullsLast(a.tuple[index] ?? null, b.tuple[index] ?? null, descending)
        if (sign !== 0) return sign
      }
      return 0
    })
    .map(({ row }) => row)
}

export interface Group {
  /** The values that all rows of the group share, in the order of the grouping expressions. */
  readonly tuple: readonly Cell[]
  readonly rows: readonly Row[]
}

/**
 * Groups rows with equal tuples; null equals null here. Without
 * expressions all rows are one group; no rows, no group.
 */
export function groupRows(rows: readonly Row[], by: readonly Expr[]): readonly Group[] {
  const evaluate = tupleEvaluator(by)
  const groups = new Map<string, { tuple: readonly Cell[]; rows: Row[] }>()
  for (const row of rows) {
    const tuple = evaluate(row)
    const group = groups.get(identity(tuple))
    if (group === undefined) groups.set(identity(tuple), { tuple, rows: [row] })
    else group.rows.push(row)
  }
  return [...groups.values()]
}

/** Several expressions as one function of a row that returns their values in order. */
export function tupleEvaluator(exprs: readonly Expr[]): (row: Row) => readonly Cell[] {
  const evaluators = exprs.map(evaluator)
  return (row) => evaluators.map((evaluate) => evaluate(row))
}
