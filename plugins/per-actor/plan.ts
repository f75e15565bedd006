import {
  aggregate,
  bucket,
  column,
  keptLabels,
  labelledRows,
  sum,
  withDimension,
  type Breakdown,
  type Expr,
  type Measure,
  type Question,
  type Relation,
} from '../../contract/index.js'

/** The two aggregations of a per-person metric. */
export interface PerActor {
  readonly where: Expr
  /** A person's value: a count or a sum. */
  readonly inner: Measure
  /** The aggregate of the persons' values, which are in the column `part`. */
  readonly outer: Measure
}

const person = column('person')

/**
 * Computes the inner measure for every person, for each bucket (and dimension) and for the whole range, then the outer
 * measure over the persons. The total is never combined from the values of the buckets.
 */
export function perActor(question: Question, { where, inner, outer }: PerActor): Relation {
  const { breakdown } = question
  const rows = labelledRows(question, { where })
  const place = { person, bucket: bucket(column('timestamp'), question.edges) }
  if (breakdown === null) {
    const parts = aggregate(rows, place, { part: inner }, [['person', 'bucket'], ['person']])
    return aggregate(parts, { bucket: column('bucket') }, { value: outer })
  }
  const parts = aggregate(rows, { ...place, label: column('label') }, { part: inner })
  return splitByDimension(parts, rows, breakdown, outer)
}

const dimensionSets = [['person', 'bucket', 'dimension'], ['person', 'dimension'], ['person']]

/** Joins the kept labels after the inner aggregation, so that the join reads a person's groups instead of every row. */
function splitByDimension(parts: Relation, rows: Relation, breakdown: Breakdown, outer: Measure): Relation {
  const by = { bucket: column('bucket'), dimension: column('dimension') }
  const merged = aggregate(
    withDimension(parts, keptLabels(rows, breakdown)),
    { person, ...by },
    { part: sum(column('part')) },
    dimensionSets,
  )
  return aggregate(merged, by, { value: outer })
}
