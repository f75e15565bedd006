import {
  bucket,
  column,
  derive,
  keptLabels,
  type BreakdownOptions,
  type OperatorNode,
  type Relation,
} from '../../../../contract/index.js'
import { dayMs } from '../../../sql/edges.js'
import { isIdentityFree } from '../../../sql/identity/identity-free.js'
import type { Rule } from '../../../sql/optimizer.js'
import { bucketNumber, personsByDimension } from '../../../sql/persons-by-dimension.js'
import { rangeOf } from '../../../sql/range-of.js'
import { isColumn } from '../../../sql/rules/distinct-to-bitmap.js'

/**
 * Answers a breakdown of distinct persons by one grouping: per bucket and dimension, per dimension, and
 * overall. Does not apply where rows may lie outside the buckets, or where the label needs each row's person.
 *
 *   before: SELECT day, country, uniqExact(person) FROM events GROUP BY GROUPING SETS ((day, country), (country), ())
 *
 *   after:  SELECT day, country, count() FROM (SELECT person, country, groupBitOr(1 << day) AS days FROM events
 *             GROUP BY person, country) ARRAY JOIN bitPositionsToArray(days) AS day
 *           GROUP BY GROUPING SETS ((day, country), …)
 */
export const breakdownToBitmap: Rule<unknown> = {
  name: 'breakdown-to-bitmap',
  at: 'every-node',
  apply: (node) => (node.kind === 'operator' && node.operator === 'breakdown' ? asBitmap(node) : null),
}

function asBitmap({ inputs: [rows], options }: OperatorNode): Relation | null {
  const { edges, measure, ...labels } = options as BreakdownOptions
  if (rows === undefined || measure.kind !== 'count-distinct' || !isColumn(measure.value, 'person'))
    return null
  const { from, to } = rangeOf(rows)
  const [first, end] = [edges[0], edges.at(-1)]
  if (first === undefined || end === undefined || !isWorthMasks(end - first, edges.length - 1)) return null
  if (from === null || to === null || from < first || to > end || !isIdentityFree(rows)) return null
  const located = derive(rows, { [bucketNumber]: bucket(column('timestamp'), edges) })
  return personsByDimension(located, keptLabels(rows, labels), { edges })
}

/** Over few days, or by the hour, persons have few rows to combine per mask, and the lowering is faster. */
const isWorthMasks = (ms: number, buckets: number): boolean =>
  ms >= 5 * dayMs && ms / buckets >= 0.9 * dayMs && buckets <= 128
