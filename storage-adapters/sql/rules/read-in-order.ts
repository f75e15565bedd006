import type { Expr, Relation } from '../../../contract/index.js'
import type { IdentityFacts } from '../identity/facts.js'
import {
  firstDays,
  isOperator,
  linkedOperator,
  resolveOperator,
  storedScanOperator,
} from '../identity/nodes.js'
import type { Rule } from '../optimizer.js'
import { isOverADay, rangeOf } from '../range-of.js'

/**
 * Reads only the days that contain the first rows of an order by time. A subquery finds the days in the order
 * in which tables are sorted: it reads only the columns of the conditions and stops at the limit. Without it
 * the engine reads all days of the range in parallel, whatever the limit.
 *
 *     SELECT … FROM events ORDER BY timestamp DESC LIMIT 100
 *
 *     SELECT … FROM events WHERE day >= (SELECT min(day) FROM (SELECT day FROM events ORDER BY day DESC LIMIT 100))
 *     ORDER BY timestamp DESC LIMIT 100
 */
export const readInOrder: Rule<IdentityFacts> = {
  name: 'read-in-order',
  at: 'every-node',
  apply(node, { liesByDay }) {
    if (!liesByDay || node.kind !== 'sort' || node.limit === null) return null
    const { input, keys, limit, offset } = node
    const [first] = keys
    if (first === undefined || !isStoredTime(first.by, input) || !isOverADay(storedRange(input))) return null
    const { by, descending } = first
    return Object.freeze({ ...node, input: firstDays(input, { by, descending, most: limit + offset }) })
  },
}

/**
 * Whether the expression is the time of a scan, resolved or not,
 * without further joins: these would run twice.
 */
function isStoredTime(expr: Expr, relation: Relation): boolean {
  if (expr.kind !== 'column') return false
  switch (relation.kind) {
    case 'scan':
      return expr.name === 'timestamp'
    case 'where':
      return isStoredTime(expr, relation.input)
    case 'derive':
    case 'select':
      return isStoredTime(relation.columns[expr.name] ?? expr, relation.input)
    case 'operator': {
      const [rows] = relation.inputs
      if (relation.operator === storedScanOperator) return expr.name === 'timestamp'
      return rows !== undefined && isOperator(relation, resolveOperator, linkedOperator)
        ? isStoredTime(expr, rows)
        : false
    }
    default:
      return false
  }
}

/** The range of the scan; a selection of columns does not change it. */
const storedRange = (relation: Relation): ReturnType<typeof rangeOf> =>
  relation.kind === 'select' ? storedRange(relation.input) : rangeOf(relation)
