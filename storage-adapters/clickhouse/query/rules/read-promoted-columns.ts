import { mapInputs, type Relation } from '../../../../core/contract/index.js'
import type { StoredScan } from '../../../sql/dialect.js'
import { isOperator, storedScanOperator } from '../../../sql/identity/nodes.js'
import type { Rule } from '../../../sql/optimizer.js'
import { propertyKeysOf } from '../../../sql/required-columns.js'
import type { PromotedNames } from '../../promoted/columns.js'

/** The event properties with a typed column, by property key. */
export interface PromotedFacts {
  readonly promoted: PromotedNames
}

/**
 * Reads a property from its typed column instead of the JSON column. Only properties that the plan reads are
 * passed to its scans, so the rule fires exactly when the statement reads such a column.
 *
 *   before: SELECT coalesce(properties.plan.:String, toString(properties.plan.:Int64), …), count() FROM events_v1 GROUP BY 1
 *
 *   after:  SELECT property_3f0c…, count() FROM events_v1 GROUP BY 1
 */
export const readPromotedColumns: Rule<PromotedFacts> = {
  name: 'read-promoted-columns',
  at: 'root',
  apply(plan, { promoted }) {
    if (promoted.size === 0) return null
    const keys = propertyKeysOf(plan)
    const read = new Map([...promoted].filter(([key]) => keys.has(key)))
    return read.size === 0 ? null : withPromoted(plan, read)
  },
}

/** Returns the plan with the promoted properties on its scans of events. */
function withPromoted(relation: Relation, promoted: PromotedNames): Relation {
  if (!isOperator(relation, storedScanOperator))
    return mapInputs(relation, (input) => withPromoted(input, promoted))
  const scan = relation.options as StoredScan
  return scan.source === 'events' ? Object.freeze({ ...relation, options: { ...scan, promoted } }) : relation
}
