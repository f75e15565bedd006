import {
  cohortsOperator,
  sequenceOperator,
  type AggregateNode,
  type CohortsOptions,
  type Expr,
  type OperatorNode,
  type Relation,
} from '../../../contract/index.js'
import { rollupOperator } from '../views/operator.js'
import type { IdentityFacts } from './facts.js'
import { isChoice } from './identity-free.js'
import { isOperator, linkedOperator, resolveOperator, semiJoinOperator, type SemiJoin } from './nodes.js'

/** The largest map whose join costs less for each row than a second grouping. */
const smallMap = 100_000

/**
 * Whether the person of each row is resolved at once, so that rows are grouped once: where an engine has a
 * map of the devices whose person is another, and either the map is small or the rows are few for what is
 * stored; without a map, where the engine joins few rows for less than it groups them, and an aggregate groups
 * them. Otherwise rows are grouped by device first, and only groups are joined; those of a page with their own links.
 *
 *     rows of named events, a view's rows    at once
 *     all events, a small map                at once
 *     all events, a large map or none        by groups
 *
 * Shards join only rows of named events at once: over rows of a view, grouping by device first costs less there.
 */
export function resolvesRows(
  node: AggregateNode | OperatorNode,
  { mapped, joinsFew, sharded }: Pick<IdentityFacts, 'mapped' | 'joinsFew' | 'sharded'>,
): boolean {
  const [rows] = node.kind === 'aggregate' ? [node.input] : node.inputs
  if (mapped === null)
    return joinsFew && node.kind === 'aggregate' && areFew(node.input, !sharded) && !areOfPage(node.input)
  return (
    (!sharded && mapped <= smallMap) ||
    (node.kind === 'operator' && namesItsEvents(node)) ||
    (rows !== undefined && areFew(rows, !sharded))
  )
}

/** Whether the operator reads only the rows of events that its options name. */
function namesItsEvents({ operator, options }: OperatorNode): boolean {
  if (operator !== cohortsOperator.name) return operator === sequenceOperator.name
  const { starts, returns } = options as CohortsOptions
  return starts !== null && returns !== null && namesEvents(starts) && namesEvents(returns)
}

/** Whether the rows are only those of a page's groups. */
export const areOfPage = (rows: Relation): boolean =>
  isOperator(rows, semiJoinOperator) ? (rows.options as SemiJoin).few : rows.kind === 'join' && isChoice(rows)

/** Whether the rows are those of named events, or of a view if those count. */
function areFew(rows: Relation, views: boolean): boolean {
  switch (rows.kind) {
    case 'where':
      return namesEvents(rows.condition) || areFew(rows.input, views)
    case 'derive':
      return areFew(rows.input, views)
    case 'join':
      return areFew(rows.left, views)
    case 'operator': {
      const {
        operator,
        inputs: [input],
      } = rows
      if (operator === rollupOperator) return views
      const passes = [resolveOperator, linkedOperator, semiJoinOperator].includes(operator)
      return passes && input !== undefined && areFew(input, views)
    }
    default:
      return false
  }
}

function namesEvents(condition: Expr): boolean {
  switch (condition.kind) {
    case 'compare':
      return condition.op === 'eq' && (isName(condition.left) || isName(condition.right))
    case 'in':
      return isName(condition.value)
    case 'and':
      return condition.terms.some(namesEvents)
    case 'or':
      return condition.terms.length > 0 && condition.terms.every(namesEvents)
    default:
      return false
  }
}

const isName = (expr: Expr): boolean => expr.kind === 'column' && expr.name === 'event_name'
