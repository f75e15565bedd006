import { columnsOf, type Expr, type OperatorNode, type Relation } from '../../../contract/index.js'
import { deviceKey } from '../dialect.js'
import { collectAll } from '../required-columns.js'
import { rollupOperator } from '../views/operator.js'
import { linkedTerms } from './linked-terms.js'
import { linkedOperator, resolved, resolveOperator, semiJoinOperator, type SemiJoin } from './nodes.js'

type Join = Extract<Relation, { kind: 'join' }>

/** The operator for a page's groups, each once; only rules/top-k-then-fetch.ts puts it into plans. */
export const topKGroupsOperator = '@first-groups'

/**
 * Whether a relation has rows of devices and reads the person of no row, so that persons may be resolved
 * above it.
 *
 *     where(scan(events), os = 'x')          true
 *     where(scan(events), user_id = 'ada')   true: rules/identity-semi-join.ts looks up the devices of the user
 *     where(scan(events), missing(user_id))  false: a device without a link has no row in the links
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
 * Whether a join only filters rows by person: its right side is a column of distinct persons and nothing
 * else. Such a join keeps or drops whole devices, so the person of each row is not required.
 */
export function isMembership({ how, left, right, on }: Join): boolean {
  const [key] = on
  if (how !== 'inner' || key === undefined || on.length > 1 || key.left !== 'person') return false
  const columns = columnsOf(right)
  const onlyKey = Object.keys(columns).length === 1 && columns[key.right] === 'key'
  return onlyKey && isDistinct(right, key.right) && isIdentityFree(left)
}

/**
 * Whether a join only filters rows by the groups of a page: its right side has the key of each group once.
 */
export const isChoice = ({ how, right }: Join): boolean =>
  how === 'inner' && right.kind === 'operator' && right.operator === topKGroupsOperator

/** Whether it is certain that no two rows have the same value in the column. */
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

/**
 * Whether the relation is a `sequence` with one row for each person;
 * with buckets it has one for each bucket too.
 */
const isOnceAPerson = ({ operator, columns }: OperatorNode): boolean =>
  operator === 'sequence' && !('bucket' in columns)
