import { aggregate, bucket, column, count, select } from './builders.js'
import { inParts } from './partial-aggregates.js'
import type { Measure, Relation } from './plan.js'
import type { Breakdown, Question } from './question.js'
import {
  keptLabels,
  labelledRows,
  rowsOf,
  splitOf,
  withDimension,
  withDimensionOfGroups,
  type RowsOptions,
} from './rows.js'

/**
 * The series that most metrics are: one row per bucket (and dimension) with its `value`; rows whose `bucket` is null
 * hold the value over the whole range, and there a null `dimension` is that of all dimensions together.
 */
export function series(question: Question, value: Measure, options: RowsOptions = {}): Relation {
  const { breakdown } = question
  const parts = breakdown === null ? null : overParts(question, breakdown, value, options)
  return parts ?? seriesOf(question, rowsOf(question, options), value)
}

/** The same over rows of one's own: they have a `timestamp`, and with a breakdown a `dimension`. */
export function seriesOf(question: Question, rows: Relation, value: Measure): Relation {
  const split = splitOf(question)
  const dimensions = Object.fromEntries(split.map((name) => [name, column(name)]))
  const by = { bucket: bucket(column('timestamp'), question.edges), ...dimensions }
  return aggregate(rows, by, { value }, split.length > 0 ? splitSets : [['bucket'], []])
}

const splitSets = [['bucket', 'dimension'], ['dimension'], []]

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
  // Otherwise there are as many groups as the persons (or what is counted) have buckets and labels.
  const few = Object.keys(parts.keys).length === 0
  const labels = aggregate(
    rows,
    { bucket: bucket(column('timestamp'), question.edges), label: column('label'), ...parts.keys },
    few ? { ...parts.measures, rows: count() } : parts.measures,
  )
  const cut = few
    ? withDimensionOfGroups(labels, breakdown)
    : withDimension(labels, keptLabels(rows, breakdown))
  const by = { bucket: column('bucket'), dimension: column('dimension') }
  const merged = aggregate(cut, by, parts.merged, splitSets)
  return parts.value === null ? merged : select(merged, { ...by, value: parts.value })
}
