import { columnsOf, type OperatorNode, type Relation } from '../../contract/index.js'
import type { StoredScan } from './dialect.js'
import { dayMs } from './edges.js'
import type { TimeRange } from './select.js'
import { linkedOperator, resolveOperator, semiJoinOperator, storedScanOperator } from './identity/nodes.js'
import { rollupOperator, type RollupOptions } from './views/operator.js'

/** A range without bounds. */
export const endless: TimeRange = { from: null, to: null }

/**
 * The time range that contains all rows of the relation, from the bounds of its scan; unbounded if not known.
 */
export function rangeOf(relation: Relation): TimeRange {
  switch (relation.kind) {
    case 'scan':
      return { from: relation.from, to: relation.to }
    case 'where':
    case 'derive':
      return rangeOf(relation.input)
    case 'join':
      return 'timestamp' in columnsOf(relation.left) ? rangeOf(relation.left) : endless
    case 'select':
    case 'aggregate':
    case 'window':
    case 'union':
    case 'spine':
    case 'sort':
      return endless
    case 'operator':
      return rangeOfOperator(relation)
  }
}

function rangeOfOperator({ operator, inputs: [rows], options }: OperatorNode): TimeRange {
  switch (operator) {
    case rollupOperator:
    case storedScanOperator: {
      const { from, to } = options as RollupOptions | StoredScan
      return { from, to }
    }
    case resolveOperator:
    case linkedOperator:
    case semiJoinOperator:
      return rows !== undefined && 'timestamp' in columnsOf(rows) ? rangeOf(rows) : endless
    default:
      return endless
  }
}

/** Whether the range is longer than 24 hours. */
export const isOverADay = ({ from, to }: TimeRange): boolean =>
  from === null || to === null || to - from > dayMs
