import { mapInputs, type Relation } from '../../../contract/index.js'
import type { StoredScan } from '../dialect.js'
import { isOperator, storedScan, storedScanOperator } from '../identity/nodes.js'
import type { Rule } from '../optimizer.js'
import { propertyKeysOf } from '../required-columns.js'
import { jsonTableOf, storedKey, type PromotedNames } from '../promoted/columns.js'

/** The properties with a typed column, by stored key. */
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
    const read = withPromoted(plan, promoted, propertyKeysOf(plan))
    return read === plan ? null : read
  },
}

/** Returns the plan with the promoted ones of these property keys on its scans; itself if there are none. */
function withPromoted(relation: Relation, promoted: PromotedNames, keys: ReadonlySet<string>): Relation {
  const scan = scanOf(relation)
  if (scan === null) return mapInputs(relation, (input) => withPromoted(input, promoted, keys))
  const table = jsonTableOf(scan.source)
  if (table === null) return relation
  const names = [...keys].flatMap((key) => {
    const name = promoted.get(storedKey(table, key))
    return name === undefined ? [] : [[key, name] as const]
  })
  return names.length === 0 ? relation : storedScan({ ...scan, promoted: new Map(names) })
}

/** Returns the scan that a relation is, with or without persons to resolve, or null if it is none. */
function scanOf(relation: Relation): StoredScan | null {
  if (isOperator(relation, storedScanOperator)) return relation.options as StoredScan
  if (relation.kind !== 'scan') return null
  const { source, from, to } = relation
  return { source, from, to }
}
