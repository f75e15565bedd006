import {
  lifecycleStates,
  type LifecycleOptions,
  type LifecycleState,
  type OperatorNode,
} from '../../../contract/index.js'
import type { NativeOperator } from '../../sql/dialect.js'
import { group } from '../../sql/group.js'
import { inputOf } from '../../sql/identity/nodes.js'
import {
  firstBucket,
  lifecycleBit,
  lifecycleFits,
  lifecycleMasks,
  lifecycleRows,
  lifecycleShape,
  type MaskText,
} from '../../sql/lifecycle.js'
import { columnOf, intColumn, keyColumn, staged, type Column } from '../../sql/select.js'
import { personMasks } from './person-masks.js'

/** Whether the periods fit into a bigint without its sign. */
export const lifecycleFitsPostgres = (node: OperatorNode): boolean => lifecycleFits(63, node)

/**
 * Compiles lifecycle with one mask of periods for each person. Persons with equal masks are counted first, so the states
 * are computed for a few thousand masks and not for each person and period.
 */
export const compilePostgresLifecycle: NativeOperator = (node, _needed, scope) => {
  const options = node.options as LifecycleOptions
  const shape = lifecycleShape(options)
  const input = inputOf(node)
  const alike = personMasks(lifecycleRows(input, options), { bit: lifecycleBit, input }, scope)
  const states = lifecycleMasks(columnOf(alike, 'mask').sql, shape, maskText)
  const masks = lifecycleStates.map((state) => [state, keyColumn(states[state])] as const)
  const known = staged(alike, [['size', columnOf(alike, 'size')], ...masks], scope)
  const alias = scope.alias()
  const isIn = (state: LifecycleState): string => `(${columnOf(known, state).sql} >> ${alias}.number) & 1 = 1`
  const state = `CASE ${lifecycleStates.map((one) => `WHEN ${isIn(one)} THEN '${one}'`).join(' ')} END`
  const rows = {
    ...known,
    from: `${known.from} CROSS JOIN generate_series(${firstBucket}, ${firstBucket + shape.buckets - 1}) AS ${alias}(number)`,
    where: [...known.where, `(${lifecycleStates.map(isIn).join(' OR ')})`],
    text: null,
  }
  const text: Column = { sql: state, type: 'text', nullable: false }
  const keys = [
    ['bucket', intColumn(`(${alias}.number - ${firstBucket})::bigint`)] as const,
    ['state', text] as const,
  ]
  const sum = intColumn(`sum(${columnOf(known, 'size').sql})::bigint`)
  return group(rows, keys, [['persons', sum]], null, scope)
}

const maskText: MaskText = {
  and: (one, other) => `(${one} & ${other})`,
  or: (one, other) => `(${one} | ${other})`,
  not: (mask) => `(~ ${mask})`,
  left: (mask, by) => `(${mask} << ${by})`,
  right: (mask, by) => `(${mask} >> ${by})`,
  lowest: (mask) => `(${mask} & (- ${mask}))`,
  constant: (mask) => `${mask}::bigint`,
}
