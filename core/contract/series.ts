import { aggregate, bucket, column, select } from './build.js'
import { inParts } from './measure-parts.js'
import type { Expr, Measure, Relation } from './plan.js'
import type { Breakdown, Question } from './question.js'
import { keptLabels, labelledRows, rowsOf, withDimension, type RowsOptions } from './rows.js'

/**
 * The series that most metrics are: one row per bucket (and dimension) with its `value`; rows whose `bucket` is null
 * hold the value over the whole range, and there a null `dimension` is that of all dimensions together.
 */
export function series(question: Question, value: Measure, options: RowsOptions = {}): Relation {
  const { breakdown } = question
  if (breakdown === null) return overRows(question, rowsOf(question, options), value, [['bucket'], []])
  return (
    overParts(question, breakdown, value, options) ??
    overRows(question, rowsOf(question, options), value, splitSets)
  )
}

const splitSets = [['bucket', 'dimension'], ['dimension'], []]

function overRows(
  question: Question,
  rows: Relation,
  value: Measure,
  sets: readonly (readonly string[])[],
): Relation {
  const by: Record<string, Expr> = { bucket: bucket(column('timestamp'), question.edges) }
  if (question.breakdown !== null) by['dimension'] = column('dimension')
  return aggregate(rows, by, { value }, sets)
}

/**
 * The measure by label first, cut to the kept labels afterwards: the join with them then meets a few groups instead
 * of every row. Null for a measure that cannot be put together from parts.
 */
function overParts(
  question: Question,
  breakdown: Breakdown,
  value: Measure,
  options: RowsOptions,
): Relation | null {
  const parts = inParts(value)
  if (parts === null) return null
  const rows = labelledRows(question, options)
  const labels = aggregate(
    rows,
    { bucket: bucket(column('timestamp'), question.edges), label: column('label'), ...parts.keys },
    parts.measures,
  )
  const cut = withDimension(labels, keptLabels(rows, breakdown))
  const by = { bucket: column('bucket'), dimension: column('dimension') }
  const merged = aggregate(cut, by, parts.merged, splitSets)
  return parts.value === null ? merged : select(merged, { ...by, value: parts.value })
}
