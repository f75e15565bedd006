import {
  bucket,
  choose,
  coalesce,
  column,
  compare,
  derive,
  instant,
  lifecycleStates,
  math,
  missing,
  number,
  periodBounds,
  where,
  type LifecycleOptions,
  type LifecycleState,
  type OperatorNode,
  type Relation,
} from '../../../contract/index.js'
import type { NativeOperator } from '../../sql/dialect.js'
import { group } from '../../sql/group.js'
import { columnOf, intColumn, staged, type Column } from '../../sql/select.js'
import { rangeOf } from '../../sql/range-of.js'
import { maskType, mostBits, personMasks, positions } from './bitmap/activity.js'
import type { Span } from '../views/activity-snapshot/day-bitmap.js'
import { inputOf } from '../../sql/identity/nodes.js'

/** Bit 0: active before the preceding period; bit 1: active in it; then one bit per bucket. */
const firstBucket = 2

/**
 * Compiles lifecycle by bitmaps: one bit per period, and the states of all buckets at once by arithmetic on
 * the mask. Example, a person active in the preceding period and in the second of three buckets:
 *
 *   bits      earlier  before  b0       b1           b2
 *   mask      0        1       0        1            0        lowest set bit: before
 *   mask << 1 0        0       1        0            1
 *   state                      dormant  resurrected  dormant
 */
export const compileLifecycle: NativeOperator = (node, _needed, scope) => {
  const options = node.options as LifecycleOptions
  const input = inputOf(node)
  const { buckets, cut, bits } = shapeOf(options)

  const masks = personMasks(located(input, options), { bit: bitColumn, bits, by: [], input }, scope)
  const type = maskType(bits)
  const states = stateMasks(columnOf(masks, 'mask').sql, { buckets, cut, type })
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

/**
 * Returns the number of buckets and bits, and whether rows lie between the preceding period and the first
 * bucket.
 */
function shapeOf({ edges, before }: LifecycleOptions): { buckets: number; cut: boolean; bits: number } {
  const buckets = edges.length - 1
  const cut = before.to < (edges[0] ?? 0)
  return { buckets, cut, bits: firstBucket + buckets + (cut ? 1 : 0) }
}

/** Whether the periods fit into 256 bits. */
export function lifecycleFits({ options }: OperatorNode): boolean {
  const { buckets, bits } = shapeOf(options as LifecycleOptions)
  return buckets >= 1 && bits <= mostBits
}

const bitColumn = '@bit'

/**
 * Returns the rows before the last bucket's end with the number of their bit. Rows between the preceding
 * period and the first bucket have the last bit.
 */
function located(input: Relation, options: LifecycleOptions): Relation {
  const { edges, before } = options
  const [start = 0, end = 0] = [edges[0], edges.at(-1)]
  const time = column('timestamp')
  const period = coalesce(math('+', bucket(time, periodBounds(options)), number(1)), number(0))
  // Written as a bucket, the condition reads only the stored day if the range starts at midnight.
  const isInside = missing(bucket(time, [before.to, start]))
  const cutOff = number(firstBucket + edges.length - 1)
  const bit = before.to < start ? choose([{ when: isInside, then: period }], cutOff) : period
  // The condition on time is skipped if no row can be later.
  const { to } = rangeOf(input)
  const rows = to !== null && to <= end ? input : where(input, compare('lt', time, instant(end)))
  return derive(rows, { [bitColumn]: bit })
}

/** Returns the time range of each bit. */
export function spansOfLifecycle(options: LifecycleOptions): readonly Span[] {
  const { edges, before } = options
  const start = edges[0] ?? 0
  const cutOff = firstBucket + edges.length - 1
  return [
    { bit: 0, from: null, to: before.from },
    { bit: 1, from: before.from, to: before.to },
    ...(before.to < start ? [{ bit: cutOff, from: before.to, to: start }] : []),
    ...edges.slice(1).map((to, index) => ({ bit: firstBucket + index, from: edges[index] ?? to, to })),
  ]
}

/**
 * Returns, for each state, the SQL of the mask of the buckets in which a person with this mask is in that
 * state.
 */
function stateMasks(
  mask: string,
  { buckets, cut, type }: { buckets: number; cut: boolean; type: string },
): Readonly<Record<LifecycleState, string>> {
  const one = `to${type}(1)`
  const all = `to${type}('${((1n << BigInt(buckets)) - 1n) << BigInt(firstBucket)}')`
  const inside = `bitAnd(${mask}, ${all})`
  // A person active only in the cut-off part of the first bucket's period counts as active for the next
  // bucket's state, but is not counted in the first bucket.
  const cutOff = `bitShiftLeft(bitAnd(bitShiftRight(${mask}, ${firstBucket + buckets}), ${one}), ${firstBucket})`
  const whole = cut ? `bitOr(${mask}, ${cutOff})` : mask
  const after = `bitShiftLeft(${whole}, 1)`
  const lowest = `bitAnd(${whole}, bitNot(${whole}) + ${one})`
  return {
    new: `bitAnd(${inside}, ${lowest})`,
    returning: `bitAnd(${inside}, ${after})`,
    resurrected: `bitAnd(${inside}, bitNot(bitOr(${after}, ${lowest})))`,
    dormant: `bitAnd(${all}, bitAnd(${after}, bitNot(${inside})))`,
  }
}
