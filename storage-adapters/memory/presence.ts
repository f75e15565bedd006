import {
  column,
  countDistinct,
  type OperatorNode,
  type PresenceOptions,
  type Row,
} from '../../contract/index.js'
import { evaluateMeasure } from './evaluate-measure.js'
import { groupRows } from './rows.js'

/**
 * The `presence` operator, as docs/operators.md defines it; its lowering must return the same rows. It counts
 * the distinct persons with a row in each half-open window, by the groups of `by`. A window or group without
 * a person has no row.
 *
 *     rows                            windows of two days: 0–2, 1–3, 4–6
 *     {person: a, timestamp: day 0}   {window: 0, persons: 2}
 *     {person: b, timestamp: day 1}   {window: 1, persons: 1}
 *     {person: b, timestamp: day 1}
 */
export function evaluatePresence(node: OperatorNode, input: readonly Row[]): readonly Row[] {
  const { windows, by } = node.options as PresenceOptions
  return windows.flatMap(({ from, to }, window) => {
    const inside = input.filter((row) => {
      const time = row['timestamp']
      return typeof time === 'number' && from <= time && time < to
    })
    return groupRows(inside, by.map(column)).map(({ tuple, rows }) => ({
      window,
      ...Object.fromEntries(by.map((name, index) => [name, tuple[index] ?? null])),
      persons: evaluateMeasure(countDistinct(column('person')), rows),
    }))
  })
}
