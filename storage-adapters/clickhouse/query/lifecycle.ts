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
} from '../../../core/contract/index.js'
import type { NativeOperator } from '../../sql/dialect.js'
import { group } from '../../sql/group.js'
import { columnOf, intColumn, staged, type Column } from '../../sql/select.js'
import { rangeOf } from '../../sql/range-of.js'
import { maskType, mostBits, personMasks, positions } from './bitmap/activity.js'
import type { Span } from '../views/activity-snapshot/day-bitmap.js'
import { inputOf } from '../../sql/identity/nodes.js'

/** Bit 0: seen before the period before; bit 1: in it; then a bit for each bucket. */
const firstBucket = 2

/**
 * Lifecycle by bit masks: one bit for each period, and the states of all buckets by arithmetic on the whole mask at
 * once.
 */
export const compileLifecycle: NativeOperator = (node, _needed, scope) => {
  const options = node.options as LifecycleOptions
  const input = inputOf(node)
  const { buckets, cut, bits } = shapeOf(options)

  const masks = personMasks(located(input, options), { bit: bitColumn, bits, by: [], input }, scope)
  const type = maskType(bits)
  const states = stateMasks(columnOf(masks, 'mask').sql, { buckets, cut, type })
  // A bit and its state as one small number: grouping by that needs no hash table.
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
  const told = columnOf(counted, 'code').sql
  const names = lifecycleStates.map((state) => `'${state}'`).join(', ')
  const columns = new Map<string, Column>([
    ['bucket', intColumn(`(toInt64(intDiv(${told}, 4)) - ${firstBucket})`)],
    ['state', { sql: `arrayElement([${names}], ${told} % 4 + 1)`, type: 'text', nullable: false }],
    ['persons', columnOf(counted, 'persons')],
  ])
  return { ...counted, columns, text: null }
}

function shapeOf({ edges, before }: LifecycleOptions): { buckets: number; cut: boolean; bits: number } {
  const buckets = edges.length - 1
  const cut = before.to < (edges[0] ?? 0)
  return { buckets, cut, bits: firstBucket + buckets + (cut ? 1 : 0) }
}

/** Whether the periods fit into the widest integer. */
export function lifecycleFits({ options }: OperatorNode): boolean {
  const { buckets, bits } = shapeOf(options as LifecycleOptions)
  return buckets >= 1 && bits <= mostBits
}

const bitColumn = '@bit'

/** The rows up to the last bucket's end, with the number of their bit; what the range cuts off has the last one. */
function located(input: Relation, options: LifecycleOptions): Relation {
  const { edges, before } = options
  const [start = 0, end = 0] = [edges[0], edges.at(-1)]
  const time = column('timestamp')
  const period = coalesce(math('+', bucket(time, periodBounds(options)), number(1)), number(0))
  // Asked as a bucket, it is told by the stored day where the range begins with one.
  const isInside = missing(bucket(time, [before.to, start]))
  const cutOff = number(firstBucket + edges.length - 1)
  const bit = before.to < start ? choose([{ when: isInside, then: period }], cutOff) : period
  // The time need not be read where no row can be later.
  const { to } = rangeOf(input)
  const rows = to !== null && to <= end ? input : where(input, compare('lt', time, instant(end)))
  return derive(rows, { [bitColumn]: bit })
}

/** The times of each bit. */
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

/** For each state, as text, the mask of the buckets in which a person of this mask is in it. */
function stateMasks(
  mask: string,
  { buckets, cut, type }: { buckets: number; cut: boolean; type: string },
): Readonly<Record<LifecycleState, string>> {
  const one = `to${type}(1)`
  const all = `to${type}('${((1n << BigInt(buckets)) - 1n) << BigInt(firstBucket)}')`
  const inside = `bitAnd(${mask}, ${all})`
  // In the first bucket's period, if only before the bucket.
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
