import {
  breakdownSets,
  bucket,
  column,
  otherLabel,
  shownLabel,
  type BreakdownOptions,
  type Cell,
  type OperatorNode,
  type Row,
} from '../../contract/index.js'
import { aggregateRows } from './aggregate.js'
import { compareNullsLast } from './compare.js'
import { groupRows } from './rows.js'

/**
 * The `breakdown` operator, as docs/operators.md defines it; its lowering must return the same
 * rows. The `limit` labels with the most rows (or those in `names`) keep their names, all
 * others become `(other)`; null and the empty string are shown as `(none)`. The measure is
 * returned by bucket and dimension, by dimension, and over all.
 *
 *     rows, one bucket       limit 1, count
 *     {label: pro}           {bucket: 0, dimension: pro, value: 2}
 *     {label: pro}           {bucket: 0, dimension: (other), value: 1}
 *     {label: free}          {bucket: null, dimension: pro, value: 2}
 *                            {bucket: null, dimension: (other), value: 1}
 *                            {bucket: null, dimension: null, value: 3}
 */
export function evaluateBreakdown(node: OperatorNode, input: readonly Row[]): readonly Row[] {
  const { edges, measure, limit, names } = node.options as BreakdownOptions
  const labels = groupRows(input, [shownLabel(column('label'))]).map(({ tuple: [shown = null], rows }) => ({
    shown,
    rows,
  }))
  const ranked = labels.toSorted(
    (a, b) => b.rows.length - a.rows.length || compareNullsLast(a.shown, b.shown, false),
  )
  const kept: ReadonlySet<Cell> = new Set(names ?? ranked.slice(0, limit).map(({ shown }) => shown))
  const split = labels.flatMap(({ shown, rows }) => {
    const dimension = kept.has(shown) ? shown : otherLabel
    return rows.map((row) => ({ ...row, dimension }))
  })
  const by = { bucket: bucket(column('timestamp'), edges), dimension: column('dimension') }
  return aggregateRows({ by, measures: { value: measure }, sets: breakdownSets }, split)
}
