import { mapInputs, type Expr, type Relation } from '../../../contract/index.js'
import { collectAll } from '../required-columns.js'
import {
  inputOf,
  linkedDevices,
  linkedOperator,
  resolved,
  resolveOperator,
  semiJoin,
  semiJoinOperator,
  type Linked,
  type SemiJoin,
} from './nodes.js'

/**
 * Removes the resolution of persons from identity-free rows (isIdentityFree), so that a rule can place it
 * elsewhere. A node that reads persons itself, because the rule for it is left out, keeps its resolution.
 *
 *     where < @resolve-persons < @stored-scan    before
 *     where < @stored-scan                       after
 */
export function withoutResolution(relation: Relation): Relation {
  switch (relation.kind) {
    case 'where':
      return asksPerson(relation.condition) ? relation : mapInputs(relation, withoutResolution)
    case 'derive':
      return mapInputs(relation, withoutResolution)
    case 'join':
      if (relation.on.some(({ left }) => resolved.has(left))) return relation
      return Object.freeze({ ...relation, left: withoutResolution(relation.left) })
    case 'operator': {
      const { operator, options } = relation
      if (operator === resolveOperator) return inputOf(relation)
      if (operator === linkedOperator)
        return linkedDevices(withoutResolution(inputOf(relation)), (options as Linked).conditions)
      if (operator === semiJoinOperator)
        return semiJoin(withoutResolution(inputOf(relation)), inputOf(relation, 1), options as SemiJoin)
      return relation
    }
    default:
      return relation
  }
}

const asksPerson = (condition: Expr): boolean =>
  [...collectAll([condition])].some((name) => resolved.has(name))
