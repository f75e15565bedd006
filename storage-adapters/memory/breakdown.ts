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
} from '../../core/contract/index.js'
import { aggregateRows } from './aggregate.js'
import { compareNullsLast } from './compare.js'
import { groupRows } from './rows.js'

/** The operator's definition, word for word; its lowering must give the same. */
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
