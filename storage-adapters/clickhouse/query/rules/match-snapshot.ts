import { mapInputs, type Relation } from '../../../../contract/index.js'
import { deviceKey } from '../../../sql/dialect.js'
import type { Rule } from '../../../sql/optimizer.js'
import { viewScanOf, withScanOptions } from '../../../sql/views/all-rows.js'
import { spansOf } from '../../../sql/views/periods-of-operator.js'
import { dayBitmap, type DayBitmap } from '../../views/activity-snapshot/day-bitmap.js'
import type { MatchedOptions } from '../../views/activity-snapshot/scan.js'
import type { SnapshotMatch } from '../../views/activity-snapshot/snapshot.js'

/** The snapshot that may answer, and which changes since it are read as well. */
export type SnapshotFacts = Omit<SnapshotMatch, 'bits'>

/**
 * Answers which persons were active in which period from the activity snapshot, for questions by whole days
 * about the events of all persons, or of all identified ones. Runs after views are matched: unless `form` is
 * `whole`, the view supplies the rows that the snapshot lacks. Example, the second to fifth days of the snapshot:
 *
 *   before: SELECT …, count() FROM (SELECT device, groupBitOr(1 << day) AS mask FROM device_slots GROUP BY device) …
 *
 *   after:  SELECT …, count() FROM (SELECT person, bitShiftRight(bitAnd(days_0, 60), 2) AS mask FROM person_days) …
 */
export const matchSnapshot: Rule<SnapshotFacts> = {
  name: 'match-snapshot',
  at: 'every-node',
  apply(node, { snapshot, held, form }) {
    if (node.kind !== 'operator') return null
    const spans = spansOf(node)
    const [input, ...others] = node.inputs
    const rows = input === undefined ? null : viewScanOf(input)
    if (spans === null || input === undefined || rows === null || others.length > 0) return null
    const options = rows.scan.options as MatchedOptions
    const bits = deviceKey in rows.scan.columns ? dayBitmap(spans, options, snapshot.first) : null
    if (bits === null) return null
    const { generation, first, parts } = snapshot
    const persons: SnapshotMatch = { snapshot: { generation, first, parts }, held, bits, form }
    return withScanOptions(node, rows.scan, { ...options, persons })
  },
}

/** Returns what the matched scans of a plan read from the snapshot. */
export const matchedBits = (plan: Relation): readonly DayBitmap[] => {
  const found = new Map<Relation, DayBitmap>()
  mapInputs(plan, function visit(node): Relation {
    const persons = node.kind === 'operator' ? (node.options as Partial<MatchedOptions>).persons : undefined
    if (persons !== undefined) found.set(node, persons.bits)
    return mapInputs(node, visit)
  })
  return [...found.values()]
}
