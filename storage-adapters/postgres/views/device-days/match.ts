import { cohortsOperator, type CohortsOptions, type OperatorNode } from '../../../../contract/index.js'
import { deviceKey } from '../../../sql/dialect.js'
import type { Rule } from '../../../sql/optimizer.js'
import { viewScanOf, withScanOptions } from '../../../sql/views/all-rows.js'
import { spansOf } from '../../../sql/views/periods-of-operator.js'
import { dayBits, optionsOf } from './masks.js'

/** Whether the days of devices may answer for a workspace. */
export interface DaysFacts {
  readonly days: boolean
}

/**
 * Answers which persons were active in which period from the days of devices, for questions by whole days (UTC) about all
 * persons, or all identified ones. Their rows have the person already, so no links are joined. Runs after rollups are matched.
 *
 *   before: SELECT …, count(*) FROM (SELECT device, bit_or(1 << day) AS mask FROM device_slots GROUP BY device) JOIN links … GROUP BY person
 *
 *   after:  SELECT …, count(*) FROM (SELECT person, bit_or(days >> 4) AS mask FROM device_days GROUP BY person) …
 */
export const matchDeviceDays: Rule<DaysFacts> = {
  name: 'match-device-days',
  at: 'every-node',
  apply(node, { days }) {
    if (!days || node.kind !== 'operator' || !asksActivity(node)) return null
    const [input] = node.inputs
    const rows = input === undefined ? null : viewScanOf(input)
    const spans = spansOf(node)
    const options = optionsOf(rows?.scan)
    if (rows === null || spans === null || options === undefined || options.cuts.length > 0) return null
    const bits = deviceKey in rows.scan.columns ? dayBits(spans, options) : null
    return bits === null ? null : withScanOptions(node, rows.scan, { ...options, days: bits })
  },
}

/** Whether an operator asks only in which periods persons were active: not what their events were. */
function asksActivity({ operator, inputs, options }: OperatorNode): boolean {
  if (inputs.length > 1) return false
  if (operator !== cohortsOperator.name) return true
  const { mode, starts, returns, by } = options as CohortsOptions
  return mode === 'on' && starts === null && returns === null && by.length === 0
}
