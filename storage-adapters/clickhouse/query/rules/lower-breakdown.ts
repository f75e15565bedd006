import { breakdownOperator } from '../../../../contract/index.js'
import type { Rule } from '../../../sql/optimizer.js'

/**
 * Replaces a breakdown by its lowering, whose groupings views can answer: the measure by label, then by
 * dimension.
 *
 *   before: breakdown(events, count, by day, the 25 largest countries)
 *
 *   after:  SELECT day, dimension, sum(part) FROM (SELECT …, if(place <= 25, country, '(other)') AS dimension
 *             FROM (SELECT day, country, count() AS part FROM events GROUP BY day, country) …)
 *           GROUP BY GROUPING SETS ((day, dimension), (dimension), ())
 */
export const lowerBreakdown: Rule<unknown> = {
  name: 'lower-breakdown',
  at: 'every-node',
  required: true,
  apply: (node) =>
    node.kind === 'operator' && node.operator === 'breakdown' ? breakdownOperator.lower(node) : null,
}
