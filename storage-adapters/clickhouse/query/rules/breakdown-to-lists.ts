import type { BreakdownOptions, OperatorNode, Relation } from '../../../../contract/index.js'
import { countsByDimension } from '../../../sql/counts-by-dimension.js'
import type { IdentityFacts } from '../../../sql/identity/facts.js'
import { isIdentityFree } from '../../../sql/identity/identity-free.js'
import type { Rule } from '../../../sql/optimizer.js'
import { rangeOf } from '../../../sql/range-of.js'

/**
 * Counts rows by label with a list of each label's buckets, then ranks the labels and adds their lists up. Does not apply where
 * rows may lie outside the buckets, where the label needs each row's person, or on a cluster, whose shards group their own rows.
 *
 *   before: SELECT day, country, count() FROM events GROUP BY GROUPING SETS ((day, country), (country), ())
 *
 *   after:  SELECT day, dimension, n FROM (SELECT if(row_number() OVER (ORDER BY …) <= 25, country, '(other)') AS dimension, sumForEach(days) …
 *             FROM (SELECT country, countResample(…)(day) AS days FROM events GROUP BY country)) ARRAY JOIN days AS n …
 */
export const breakdownToLists: Rule<IdentityFacts> = {
  name: 'breakdown-to-lists',
  at: 'every-node',
  apply: (node, { sharded }) =>
    node.kind === 'operator' && node.operator === 'breakdown' && !sharded ? asLists(node) : null,
}

/** The most buckets: each label has a number for every bucket. */
const mostBuckets = 400

function asLists({ inputs: [rows], options }: OperatorNode): Relation | null {
  const { measure, ...asked } = options as BreakdownOptions
  if (rows === undefined || measure.kind !== 'count') return null
  const { from, to } = rangeOf(rows)
  const [first, end] = [asked.edges[0], asked.edges.at(-1)]
  if (first === undefined || end === undefined || asked.edges.length - 1 > mostBuckets) return null
  if (from === null || to === null || from < first || to > end || !isIdentityFree(rows)) return null
  return countsByDimension(rows, asked)
}
