import {
  bucket,
  choose,
  coalesce,
  column,
  compare,
  derive,
  instant,
  math,
  missing,
  number,
  periodBounds,
  where,
  type LifecycleOptions,
  type LifecycleState,
  type OperatorNode,
  type Relation,
} from '../../contract/index.js'
import { rangeOf } from './range-of.js'

/** Bit 0: active before the preceding period; bit 1: active in it; then one bit per bucket. */
export const firstBucket = 2

/** The periods of a lifecycle as bits of a mask. */
export interface LifecycleShape {
  readonly buckets: number
  /** Whether rows lie between the preceding period and the first bucket: the last bit is theirs. */
  readonly cut: boolean
  readonly bits: number
}

export function lifecycleShape({ edges, before }: LifecycleOptions): LifecycleShape {
  const buckets = edges.length - 1
  const cut = before.to < (edges[0] ?? 0)
  return { buckets, cut, bits: firstBucket + buckets + (cut ? 1 : 0) }
}

/** Whether the periods fit into so many bits. */
export function lifecycleFits(mostBits: number, { options }: OperatorNode): boolean {
  const { buckets, bits } = lifecycleShape(options as LifecycleOptions)
  return buckets >= 1 && bits <= mostBits
}

/** The column that lifecycleRows adds. */
export const lifecycleBit = '@bit'

/**
 * Returns the rows before the last bucket's end with the number of their bit. Rows between the preceding
 * period and the first bucket have the last bit.
 */
export function lifecycleRows(input: Relation, options: LifecycleOptions): Relation {
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
  return derive(rows, { [lifecycleBit]: bit })
}

/** The SQL of one engine for masks. */
export interface MaskText {
  readonly and: (one: string, other: string) => string
  readonly or: (one: string, other: string) => string
  readonly not: (mask: string) => string
  readonly left: (mask: string, by: number) => string
  readonly right: (mask: string, by: number) => string
  /** The mask of the lowest set bit; empty for an empty mask. */
  readonly lowest: (mask: string) => string
  readonly constant: (mask: bigint) => string
}

/**
 * Returns, for each state, the SQL of the mask of the buckets in which a person with this mask is in that
 * state. Example, a person active in the preceding period and in the second of three buckets:
 *
 *   bits      earlier  before  b0       b1           b2
 *   mask      0        1       0        1            0        lowest set bit: before
 *   mask << 1 0        0       1        0            1
 *   state                      dormant  resurrected  dormant
 */
export function lifecycleMasks(
  mask: string,
  { buckets, cut }: LifecycleShape,
  { and, or, not, left, right, lowest, constant }: MaskText,
): Readonly<Record<LifecycleState, string>> {
  const all = constant(((1n << BigInt(buckets)) - 1n) << BigInt(firstBucket))
  const inside = and(mask, all)
  // A person active only in the cut-off part of the first bucket's period counts as active for the next
  // bucket's state, but is not counted in the first bucket.
  const cutOff = left(and(right(mask, firstBucket + buckets), constant(1n)), firstBucket)
  const whole = cut ? or(mask, cutOff) : mask
  const after = left(whole, 1)
  const first = lowest(whole)
  return {
    new: and(inside, first),
    returning: and(inside, after),
    resurrected: and(inside, not(or(after, first))),
    dormant: and(all, and(after, not(inside))),
  }
}
