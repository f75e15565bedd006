import { aggregate, bucket, column, count, select } from '../builders.js'
import { measureType, columnsOf } from '../columns.js'
import { partialMeasures } from '../partial-aggregates.js'
import type { Measure, OperatorNode, Relation } from '../plan.js'
import { keptLabels, withDimension, withDimensionOfGroups, type LabelChoice } from '../rows.js'
import type { OperatorDefinition } from './operator.js'

export interface BreakdownOptions extends LabelChoice {
  /** The bounds of the buckets, ascending. */
  readonly edges: readonly number[]
  readonly measure: Measure
}

/**
 * Breakdown: a measure per bucket, for the labels with the most rows. The input has the columns `timestamp`,
 * `label` (a string) and those the measure reads. The result has `bucket` (its index), `dimension` (a kept
 * label as displayed, or "(other)") and `value`. It has one row per bucket and dimension with rows, one per
 * dimension, where `bucket` is null, and one for all rows, where both are null.
 */
export function breakdown(input: Relation, { edges, measure, limit, names }: BreakdownOptions): Relation {
  const options: BreakdownOptions = { edges, measure, limit, ...(names === undefined ? {} : { names }) }
  const node: OperatorNode = {
    kind: 'operator',
    operator: 'breakdown',
    inputs: [input],
    options: Object.freeze(options),
    columns: { bucket: 'int', dimension: 'text', value: measureType(measure, columnsOf(input)) },
  }
  return Object.freeze(node)
}

/** Per bucket and dimension, per dimension over all buckets, and all rows together. */
export const breakdownSets = [['bucket', 'dimension'], ['dimension'], []]

export const breakdownOperator: OperatorDefinition = {
  name: 'breakdown',
  lower({ inputs: [input], options }) {
    const asked = options as BreakdownOptions
    if (input === undefined) throw new Error('breakdown requires an input')
    return overParts(input, asked) ?? overRows(input, asked)
  },
}

/** Joins every row with the kept labels, then groups once. */
function overRows(rows: Relation, options: BreakdownOptions): Relation {
  const by = { bucket: bucket(column('timestamp'), options.edges), dimension: column('dimension') }
  const labelled = withDimension(rows, keptLabels(rows, options))
  return aggregate(labelled, by, { value: options.measure }, breakdownSets)
}

/**
 * Aggregates by label first and keeps the largest labels afterwards, so that the join meets a few groups
 * instead of every row. Returns null for a measure that cannot be combined from partial aggregates.
 */
function overParts(rows: Relation, options: BreakdownOptions): Relation | null {
  const parts = partialMeasures(options.measure)
  if (parts === null) return null
  // With keys there are as many groups as combinations of counted value, bucket and label.
  const few = Object.keys(parts.keys).length === 0
  const labels = aggregate(
    rows,
    { bucket: bucket(column('timestamp'), options.edges), label: column('label'), ...parts.keys },
    few ? { ...parts.measures, rows: count() } : parts.measures,
  )
  const cut = few ? withDimensionOfGroups(labels, options) : withDimension(labels, keptLabels(rows, options))
  const by = { bucket: column('bucket'), dimension: column('dimension') }
  const merged = aggregate(cut, by, parts.merged, breakdownSets)
  return parts.value === null ? merged : select(merged, { ...by, value: parts.value })
}
