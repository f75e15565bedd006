import type { Cell, Expr, Measure, Row } from '../../contract/index.js'
import { compareValues, identity } from './compare.js'
import { evaluator, finite } from './evaluate-expr.js'
import { tupleEvaluator } from './rows.js'

/**
 * A measure over the rows of one group; an aggregate without keys has an empty group if its input is empty.
 * Nulls are ignored. Over no values, counts are 0 and all other measures are null.
 */
export function evaluateMeasure(measure: Measure, rows: readonly Row[]): Cell {
  switch (measure.kind) {
    case 'count':
      return rows.length
    case 'count-distinct':
      return new Set(present(measure.value, rows).map((value) => identity([value]))).size
    case 'sum':
      return total(numbers(measure.value, rows))
    case 'avg': {
      const values = numbers(measure.value, rows)
      const sum = total(values)
      return sum === null ? null : sum / values.length
    }
    case 'min':
      return extreme(present(measure.value, rows), (sign) => sign < 0)
    case 'max':
      return extreme(present(measure.value, rows), (sign) => sign > 0)
    case 'quantile':
      return quantile(numbers(measure.value, rows), measure.level)
    case 'first':
      return atEnd(measure.value, measure.order, rows, (sign) => sign < 0)
    case 'last':
      return atEnd(measure.value, measure.order, rows, (sign) => sign > 0)
  }
}

/** The values that are not null. */
const present = (value: Expr, rows: readonly Row[]): readonly Cell[] =>
  rows.map(evaluator(value)).filter((found) => found !== null)

const numbers = (value: Expr, rows: readonly Row[]): readonly number[] =>
  present(value, rows).map((found) => found as number)

const total = (values: readonly number[]): number | null =>
  values.length === 0 ? null : finite(values.reduce((sum, value) => sum + value, 0))

const extreme = (values: readonly Cell[], better: (sign: number) => boolean): Cell =>
  values.reduce<Cell>(
    (best, value) => (best === null || better(compareValues(value, best)) ? value : best),
    null,
  )

/**
 * Linear interpolation between the two values around position level · (n − 1), counted from 0
 * (`percentile_cont`). Example: level 0.75 of 1, 2, 4 is position 1.5, halfway between 2 and 4: 3.
 */
function quantile(values: readonly number[], level: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const position = level * (sorted.length - 1)
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (position - Math.floor(position))
}

/**
 * The measures `first` and `last`: the value (possibly null) of the row with the least or greatest order
 * tuple. Rows with a null in the tuple are ignored; null if none remain.
 */
function atEnd(
  value: Expr,
  order: readonly Expr[],
  rows: readonly Row[],
  better: (sign: number) => boolean,
): Cell {
  const orderOf = tupleEvaluator(order)
  const ordered = rows
    .map((row) => ({ row, tuple: orderOf(row) }))
    .filter(({ tuple }) => !tuple.includes(null))
  const [head, ...others] = ordered
  if (head === undefined) return null
  const best = others.reduce(
    (found, next) => (better(compareTuples(next.tuple, found.tuple)) ? next : found),
    head,
  )
  return evaluator(value)(best.row)
}

function compareTuples(a: readonly Cell[], b: readonly Cell[]): number {
  for (const [index, value] of a.entries()) {
    const sign = compareValues(value, b[index] ?? null)
    if (sign !== 0) return sign
  }
  return 0
}
