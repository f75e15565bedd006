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
} from '../../core/contract/index.js'

export interface PerActor {
  readonly where: Expr
  /** A person's value: a count or a sum. */
  readonly inner: Measure
  /** Over the persons' values, which stand in the column `part`. */
  readonly outer: Measure
}

const person = column('person')

/**
 * The inner measure for every person, once for each bucket (and dimension) and once for the whole range, then the
 * outer one over the persons: a value over the range is never put together from those of the buckets.
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

/** Cut to the kept labels only here: the join with them meets a person's groups instead of every row. */
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
