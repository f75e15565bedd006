import { isDeepStrictEqual } from 'node:util'
import {
  and,
  column,
  compare,
  instant,
  where,
  type AggregateNode,
  type Expr,
  type OperatorNode,
  type Relation,
} from '../../../../contract/index.js'
import { dayMs } from '../../../sql/edges.js'
import { isOperator, semiJoinOperator } from '../../../sql/identity/nodes.js'
import type { IdentityFacts } from '../../../sql/identity/facts.js'
import type { Rule } from '../../../sql/optimizer.js'
import { midnightColumn, rollupOperator, type RollupOptions } from '../../../sql/views/operator.js'
import { sinceOrKnown } from '../since-or-known.js'
import { excludedHistory, filtersOf } from './excluded-history.js'

/**
 * Groups the rows of a range of days together with the earlier rows of the same keys, and keeps the groups that begin in
 * the range, in place of a look-up of keys that have an earlier row. It reads the rollup twice instead of three times, and
 * makes one set of keys instead of two. Applies where the groups' beginnings are days: their earlier rows would have to be
 * read with their slots otherwise, which costs what is saved.
 *
 *     SELECT session, min(day) AS begun FROM device_slots WHERE day >= from AND day < to GROUP BY session
 *     HAVING session NOT IN (SELECT session FROM device_slots WHERE day < from AND session IN
 *       (SELECT session FROM device_slots WHERE day >= from AND day < to))
 *
 *     SELECT session, min(day) AS begun FROM device_slots WHERE day < to AND (day >= from OR session IN
 *       (SELECT session FROM device_slots WHERE day >= from AND day < to)) GROUP BY session HAVING begun >= from
 *
 * Other measures stay the same: a group that begins in the range has no earlier row.
 */
export const groupWithHistory: Rule<Pick<IdentityFacts, 'sharded'>> = {
  name: 'group-with-history',
  at: 'every-node',
  apply: (node, { sharded }) => (!sharded && isOperator(node, semiJoinOperator) ? grouped(node) : null),
}

function grouped(node: OperatorNode): Relation | null {
  const found = excludedHistory(node)
  if (found === null) return null
  const { aggregate, conditions, key, history, present, presentRows, right } = found
  const range = rowsOf(aggregate.input)
  const before = rowsOf(history)
  const start = startOf(aggregate)
  if (range === null || before === null || start === null) return null
  const { from } = range.rollup
  if (from === null || from % dayMs !== 0 || !isDeepStrictEqual(rowsOf(presentRows), range)) return null
  if (!isDeepStrictEqual(before, { ...range, rollup: { ...range.rollup, from: null, to: from } })) return null
  const rows = withRollup(aggregate.input, { ...range.rollup, from: null })
  const all = sinceOrKnown(rows, present, { since: from, left: key, right })
  const inRange = compare('gte', column(start), instant(from))
  const others = conditions.filter((one) => !isDeepStrictEqual(one, endsBefore(start, range.rollup)))
  return where({ ...aggregate, input: all }, and(inRange, ...others))
}

interface Rows {
  readonly rollup: RollupOptions
  readonly conditions: readonly Expr[]
}

/** The rows of a rollup without cut slots, and the conditions on them, which require a session; null for others. */
function rowsOf(relation: Relation): Rows | null {
  const [conditions, rows] = filtersOf(relation)
  if (!isOperator(rows, rollupOperator)) return null
  const rollup = rows.options as RollupOptions
  return rollup.cuts.length > 0 ? null : { rollup, conditions }
}

const endsBefore = (start: string, { to }: RollupOptions): Expr | null =>
  to === null ? null : compare('lt', column(start), instant(to))

/** The measure that tells the day on which a group begins; null if there is none. */
function startOf({ measures }: AggregateNode): string | null {
  for (const [name, measure] of Object.entries(measures))
    if (measure.kind === 'min' && isDeepStrictEqual(measure.value, column(midnightColumn))) return name
  return null
}

/** The same filters over the rollup with other options. */
function withRollup(relation: Relation, options: RollupOptions): Relation {
  if (relation.kind === 'where') return { ...relation, input: withRollup(relation.input, options) }
  return relation.kind === 'operator' ? Object.freeze({ ...relation, options }) : relation
}
