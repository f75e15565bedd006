import {
  column,
  countDistinct,
  type OperatorNode,
  type PresenceOptions,
  type Row,
} from '../../core/contract/index.js'
import { evaluateMeasure } from './evaluate-measure.js'
import { groupRows } from './rows.js'

/** The operator's definition, word for word; its lowering must give the same. */
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
