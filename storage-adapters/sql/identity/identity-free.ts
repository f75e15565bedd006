import { columnsOf, type Expr, type OperatorNode, type Relation } from '../../../core/contract/index.js'
import { deviceKey } from '../dialect.js'
import { collectAll } from '../required-columns.js'
import { rollupOperator } from '../views/operator.js'
import { linkedTerms } from './linked-terms.js'
import { linkedOperator, resolved, resolveOperator, semiJoinOperator, type SemiJoin } from './nodes.js'

type Join = Extract<Relation, { kind: 'join' }>

/** Distinct groups, which an adapter puts into plans itself (see rules/top-k-then-fetch.ts). */
export const topKGroupsOperator = '@first-groups'

/**
 * Rows of devices, with conditions and columns that do not ask for the person of each row: persons may be resolved above
 * them instead.
 */
export function isIdentityFree(relation: Relation): boolean {
  switch (relation.kind) {
    case 'scan':
      return 'person' in columnsOf(relation)
    case 'where':
      return !asks(linkedTerms(relation.condition).others) && isIdentityFree(relation.input)
    case 'derive':
      return !asks(Object.values(relation.columns)) && isIdentityFree(relation.input)
    case 'join':
      if (isMembership(relation)) return true
      return (
        !relation.on.some((key) => resolved.has(key.left)) &&
        isIdentityFree(relation.left) &&
        !('person' in columnsOf(relation.right))
      )
    case 'select':
    case 'aggregate':
    case 'window':
    case 'union':
    case 'spine':
    case 'sort':
      return false
    case 'operator':
      return isFreeOperator(relation)
  }
}

function isFreeOperator({ operator, inputs: [rows, keys], options, columns }: OperatorNode): boolean {
  switch (operator) {
    case rollupOperator:
      return 'person' in columns
    case resolveOperator:
      return true
    case linkedOperator:
      return rows !== undefined && isIdentityFree(rows)
    case semiJoinOperator: {
      const { left } = options as SemiJoin
      if (rows === undefined || keys === undefined || !isIdentityFree(rows)) return false
      return left === deviceKey || (!resolved.has(left) && !('person' in columnsOf(keys)))
    }
    default:
      return false
  }
}

const asks = (exprs: readonly Expr[]): boolean => [...collectAll(exprs)].some((name) => resolved.has(name))

/**
 * Whether a join only keeps the rows of certain persons: its right side is distinct persons and nothing else. Then
 * whole devices stay or go, and nobody needs to know the person of every row.
 */
export function isMembership({ how, left, right, on }: Join): boolean {
  const [key] = on
  if (how !== 'inner' || key === undefined || on.length > 1 || key.left !== 'person') return false
  const columns = columnsOf(right)
  const onlyKey = Object.keys(columns).length === 1 && columns[key.right] === 'key'
  return onlyKey && isDistinct(right, key.right) && isIdentityFree(left)
}

/** Whether a join only keeps the rows of certain groups: its right side is the key of each, once. */
export const isChoice = ({ how, right }: Join): boolean =>
  how === 'inner' && right.kind === 'operator' && right.operator === topKGroupsOperator

/** Whether no two rows have the same value in the column; false where that takes more to see. */
export function isDistinct(relation: Relation, name: string): boolean {
  switch (relation.kind) {
    case 'aggregate':
      return relation.sets === null && Object.keys(relation.by).join() === name
    case 'where':
    case 'sort':
      return isDistinct(relation.input, name)
    case 'derive':
    case 'select': {
      const expr = relation.columns[name]
      if (expr === undefined) return isDistinct(relation.input, name)
      return expr.kind === 'column' && isDistinct(relation.input, expr.name)
    }
    case 'join': {
      const [key] = relation.on
      const single = key !== undefined && relation.on.length === 1 && isDistinct(relation.right, key.right)
      return single && name in columnsOf(relation.left) && isDistinct(relation.left, name)
    }
    case 'operator':
      return relation.operator === topKGroupsOperator || (name === 'person' && isOnceAPerson(relation))
    case 'scan':
    case 'window':
    case 'union':
    case 'spine':
      return false
  }
}

/** A sequence has a row for each person, unless it has one for each bucket in which a run of theirs begins. */
const isOnceAPerson = ({ operator, columns }: OperatorNode): boolean =>
  operator === 'sequence' && !('bucket' in columns)
