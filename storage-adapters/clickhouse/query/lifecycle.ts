import { lifecycleStates, type LifecycleOptions, type OperatorNode } from '../../../contract/index.js'
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
import { columnOf, intColumn, staged, type Column } from '../../sql/select.js'
import { maskType, mostBits, personMasks, positions } from './bitmap/activity.js'

/** Compiles lifecycle by bitmaps: one bit per period, and the states of all buckets at once by arithmetic on the mask. */
export const compileLifecycle: NativeOperator = (node, _needed, scope) => {
  const options = node.options as LifecycleOptions
  const input = inputOf(node)
  const shape = lifecycleShape(options)
  const { bits } = shape
  const rowsOf = { bit: lifecycleBit, bits, by: [], input }
  const masks = personMasks(lifecycleRows(input, options), rowsOf, scope)
  const states = lifecycleMasks(columnOf(masks, 'mask').sql, shape, maskText(bits))
  // Packs a bit and its state into one UInt16: grouping by it needs no hash table.
  const codes = lifecycleStates.map(
    (state, code) => `arrayMap(b -> toUInt16(b * 4 + ${code}), ${positions(states[state], bits)})`,
  )
  const code = intColumn(`arrayJoin(arrayConcat(${codes.join(', ')}))`)
  const rows = staged(
    masks,
    [
      ['code', code],
      ['size', columnOf(masks, 'size')],
    ],
    scope,
  )
  const persons = intColumn(`toInt64(sum(${columnOf(rows, 'size').sql}))`)
  const counted = group(rows, [['code', columnOf(rows, 'code')]], [['persons', persons]], null, scope)
  const packed = columnOf(counted, 'code').sql
  const names = lifecycleStates.map((state) => `'${state}'`).join(', ')
  const columns = new Map<string, Column>([
    ['bucket', intColumn(`(toInt64(intDiv(${packed}, 4)) - ${firstBucket})`)],
    ['state', { sql: `arrayElement([${names}], ${packed} % 4 + 1)`, type: 'text', nullable: false }],
    ['persons', columnOf(counted, 'persons')],
  ])
  return { ...counted, columns, text: null }
}

/** Whether the periods fit into 256 bits. */
export const lifecycleFitsClickHouse = (node: OperatorNode): boolean => lifecycleFits(mostBits, node)

const maskText = (bits: number): MaskText => {
  const type = maskType(bits)
  return {
    and: (one, other) => `bitAnd(${one}, ${other})`,
    or: (one, other) => `bitOr(${one}, ${other})`,
    not: (mask) => `bitNot(${mask})`,
    left: (mask, by) => `bitShiftLeft(${mask}, ${by})`,
    right: (mask, by) => `bitShiftRight(${mask}, ${by})`,
    lowest: (mask) => `bitAnd(${mask}, bitNot(${mask}) + to${type}(1))`,
    constant: (mask) => (mask === 1n ? `to${type}(1)` : `to${type}('${mask}')`),
  }
}
