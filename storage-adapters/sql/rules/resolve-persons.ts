import { columnsOf, column, mapInputs, select, type Relation } from '../../../contract/index.js'
import {
  inputOf,
  isOperator,
  isOwnColumn,
  resolvePersons,
  semiJoin,
  semiJoinOperator,
  storedScan,
  unresolvedColumns,
  type SemiJoin,
} from '../identity/nodes.js'
import type { Rule } from '../optimizer.js'
import { rollupOperator } from '../views/operator.js'

/**
 * Adds the resolution of persons to the plan, directly above every scan
 * with a column `person`. Later rules move it.
 *
 *     SELECT person FROM events
 *
 *     SELECT coalesce(links.actor, events.device) AS person FROM events LEFT JOIN links USING (device)
 */
export const resolveScans: Rule<unknown> = {
  name: 'resolve-persons',
  at: 'root',
  required: true,
  apply(plan) {
    const lowered = lower(plan)
    return lowered === plan ? null : lowered
  },
}

function lower(relation: Relation): Relation {
  if (relation.kind === 'scan') {
    const { source, from, to } = relation
    return 'person' in columnsOf(relation) ? resolvePersons(storedScan({ source, from, to })) : relation
  }
  if (isOperator(relation, rollupOperator) && 'person' in relation.columns)
    return resolvePersons(Object.freeze({ ...relation, columns: unresolvedColumns(relation.columns) }))
  const lowered = mapInputs(relation, lower)
  if (isOperator(lowered, semiJoinOperator))
    return semiJoin(inputOf(lowered), inputOf(lowered, 1), lowered.options as SemiJoin)
  // The sides of a join must not share a column name, and the inputs of a union must have the same columns.
  if (lowered.kind === 'join') {
    const right = withoutOwn(lowered.right)
    return right === lowered.right ? lowered : Object.freeze({ ...lowered, right })
  }
  if (lowered.kind !== 'union') return lowered
  return mapInputs(lowered, withoutOwn)
}

function withoutOwn(relation: Relation): Relation {
  const names = Object.keys(columnsOf(relation))
  const shown = names.filter((name) => !isOwnColumn(name))
  if (shown.length === names.length) return relation
  return select(relation, Object.fromEntries(shown.map((name) => [name, column(name)])))
}
