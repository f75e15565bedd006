import {
  cohortsOperator,
  column,
  columnsOf,
  typeOf,
  type AggregateNode,
  type CohortsOptions,
  type Columns,
  type Expr,
  type Measure,
  type OperatorNode,
  type Relation,
} from '../../../../contract/index.js'
import { isEnd, type End } from '../../../sql/identity/late-measures.js'
import type { Rule } from '../../../sql/optimizer.js'
import {
  aggregateFromView,
  needsOfCohorts,
  operatorFromView,
  type ViewFacts,
} from '../../../sql/rules/match-views.js'
import { endOfSlots, firstColumn, lastColumn, type RollupSet } from '../../../sql/views/operator.js'
import { isSlotSafe, type Needs } from '../../../sql/views/slot-safe.js'
import { cohortsFitClickHouse } from '../cohorts.js'

/**
 * Takes first and last texts from a rollup, by the first or last times of its rows. A rollup has no `seq`, which orders events of
 * one instant: if rows of that instant have several texts, the statement fails, and the one without this rule answers.
 *
 *     SELECT session, argMin(country, (timestamp, seq)) FROM events GROUP BY session
 *     SELECT session, argMin(country, first), throwIf(several countries have the least first) FROM device_slots GROUP BY session
 */
export const endsBySlot: Rule<ViewFacts> = {
  name: 'ends-by-slot',
  at: 'every-node',
  apply(node, { views }) {
    if (views === null) return null
    if (node.kind === 'aggregate') return ofAggregate(node, views)
    return node.kind === 'operator' && node.operator === cohortsOperator.name ? ofCohorts(node, views) : null
  },
}

function ofAggregate(node: AggregateNode, views: RollupSet): Relation | null {
  if (!Object.values(node.measures).some(isEnd)) return null
  const types = columnsOf(node.input)
  return aggregateFromView(node, views, (measure, needed) => endOf(measure, types, needed))
}

function endOf(measure: End, types: Columns, needed: Needs): Measure | null {
  const { kind, value, order } = measure
  if (!isByArrival(order) || !isText(value, types) || !isSlotSafe(value, needed)) return null
  needed.columns.add(kind === 'first' ? firstColumn : lastColumn)
  return endOfSlots(kind, value)
}

/** Whether the order is that of `timestamp`, then `seq`. */
const isByArrival = (order: readonly Expr[]): boolean =>
  order.map((expr) => (expr.kind === 'column' ? expr.name : '')).join() === 'timestamp,seq'

const isText = (expr: Expr, types: Columns): boolean => typeOf(expr, types) === 'text'

function ofCohorts(node: OperatorNode, views: RollupSet): Relation | null {
  const options = node.options as CohortsOptions
  const [input] = node.inputs
  // The lowering of cohorts that do not fit orders a person's rows by `seq`.
  if (input === undefined || options.by.length === 0 || !cohortsFitClickHouse(node)) return null
  const needed = needsOfCohorts(options)
  if (needed === null) return null
  const types = columnsOf(input)
  if (!options.by.every((name) => isText(column(name), types))) return null
  for (const name of [...options.by, firstColumn]) needed.columns.add(name)
  return operatorFromView(node, needed, views)
}
