import { aggregate, bucket, column } from './builders.js'
import { breakdown, breakdownSets } from './operators/breakdown.js'
import type { Measure, Relation } from './plan.js'
import type { Question } from './question.js'
import { labelledRows, rowsOf, splitOf, type RowsOptions } from './rows.js'

/**
 * The plan of most series: one row per bucket (and dimension) with its `value`. Rows with a null `bucket`
 * have the value over the whole range; among these, a null `dimension` is the value over all dimensions.
 */
export function series(question: Question, value: Measure, options: RowsOptions = {}): Relation {
  const { breakdown: labels, edges } = question
  if (labels === null) return seriesOf(question, rowsOf(question, options), value)
  return breakdown(labelledRows(question, options), { edges, measure: value, ...labels })
}

/** The same over other rows, which must have a `timestamp` and, with a breakdown, a `dimension`. */
export function seriesOf(question: Question, rows: Relation, value: Measure): Relation {
  const split = splitOf(question)
  const dimensions = Object.fromEntries(split.map((name) => [name, column(name)]))
  const by = { bucket: bucket(column('timestamp'), question.edges), ...dimensions }
  return aggregate(rows, by, { value }, split.length > 0 ? breakdownSets : [['bucket'], []])
}
