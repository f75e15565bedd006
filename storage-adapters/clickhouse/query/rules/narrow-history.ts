import { isDeepStrictEqual } from 'node:util'
import {
  column,
  compare,
  instant,
  select,
  type AggregateNode,
  type Expr,
  type OperatorNode,
  type Relation,
} from '../../../../contract/index.js'
import { dayMs } from '../../../sql/edges.js'
import { isOperator, semiJoinOperator, type SemiJoin } from '../../../sql/identity/nodes.js'
import type { Rule } from '../../../sql/optimizer.js'
import {
  firstColumn,
  midnightColumn,
  rollupOperator,
  type RollupOptions,
} from '../../../sql/views/operator.js'
import { straddlingSessions, type SessionsUse } from '../straddling-sessions.js'
import { excludedHistory, hasColumn, rowsBelow } from './excluded-history.js'

/** How the sessions of several days may be read; null if they may not. */
export interface SessionFacts {
  readonly sessions: SessionsUse | null
}

/**
 * Looks up earlier rows of the few sessions that can have one, in place of all sessions of a range: the snapshot holds those
 * that have events on several days. Without other conditions than on the range, they need no look-up at all. Example, a
 * range that begins on the 10th:
 *
 *     SELECT session … WHERE day >= 10 GROUP BY session HAVING session NOT IN
 *       (SELECT session FROM events WHERE day < 10 AND session IN (SELECT session FROM events WHERE day >= 10))
 *
 *     SELECT session … WHERE day >= 10 GROUP BY session HAVING session NOT IN
 *       (SELECT session FROM person_sessions WHERE first < 10 AND last >= 10)
 */
export const narrowHistory: Rule<SessionFacts> = {
  name: 'narrow-history',
  at: 'every-node',
  apply: (node, { sessions }) =>
    sessions !== null && isOperator(node, semiJoinOperator) ? narrowed(node, sessions) : null,
}

function narrowed(node: OperatorNode, use: SessionsUse): Relation | null {
  const found = excludedHistory(node)
  if (found?.key !== 'session') return null
  const { aggregate, conditions, earlier, history, presentRows, right } = found
  const own = rowsOf(aggregate.input)
  const before = rowsOf(history)
  const range = rowsOf(presentRows)
  if (own === null || before === null || range === null || !areAmong(own, range)) return null
  const { from, to } = range
  if (from === null || before.to !== from || own.from !== from) return null
  // A group without a row in the range is not looked up there. The few sessions may contain it, so another condition must leave it out.
  if (own.to !== to && !conditions.some((one) => beginsBefore(one, aggregate, to))) return null
  const [groups] = node.inputs
  if (groups === undefined) return null
  const excluding = (keys: Relation): Relation => Object.freeze({ ...node, inputs: [groups, keys] })
  const { right: begun } = node.options as SemiJoin
  const isExact = !use.late && from % dayMs === 0 && before.from === null
  if (isExact && isDeepStrictEqual(before.conditions, [hasColumn('session')]))
    return excluding(straddlingSessions({ name: begun, from, use }))
  const few = Object.freeze({
    ...earlier,
    inputs: [history, straddlingSessions({ name: right, from, use })],
  })
  return excluding(select(few, { [begun]: column('session') }))
}

/** Events of an interval, or their slots, that meet the conditions. */
interface Rows {
  readonly from: number | null
  readonly to: number | null
  readonly conditions: readonly Expr[]
}

/** The rows of sessions below filters and further columns; null for other relations. */
function rowsOf(relation: Relation): Rows | null {
  const [conditions, rows] = rowsBelow(relation)
  if (rows.kind === 'scan' && rows.source === 'events') return { from: rows.from, to: rows.to, conditions }
  if (!isOperator(rows, rollupOperator)) return null
  const { from, to } = rows.options as RollupOptions
  return { from, to, conditions }
}

/** Whether the rows of the same interval are all among the others, because they meet the others' conditions. */
const areAmong = ({ conditions }: Rows, others: Rows): boolean =>
  others.conditions.every((one) => conditions.some((own) => isDeepStrictEqual(own, one)))

/** Whether the condition keeps groups that begin before the time; rules before have chosen the column that tells it. */
function beginsBefore(condition: Expr, { measures }: AggregateNode, to: number | null): boolean {
  if (to === null || condition.kind !== 'compare' || condition.left.kind !== 'column') return false
  const { name } = condition.left
  const measure = measures[name]
  if (measure?.kind !== 'min' || measure.value.kind !== 'column') return false
  return (
    times.has(measure.value.name) && isDeepStrictEqual(condition, compare('lt', column(name), instant(to)))
  )
}

const times: ReadonlySet<string> = new Set(['timestamp', firstColumn, midnightColumn])
