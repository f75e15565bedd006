import {
  cohortsOperator,
  lifecycleOperator,
  presenceOperator,
  type CohortsOptions,
  type Interval,
  type LifecycleOptions,
  type OperatorNode,
  type PresenceOptions,
} from '../../../contract/index.js'
import { firstBucket } from '../lifecycle.js'
import type { TimeRange } from '../select.js'

/** A time range and the bit that its rows set in their person's mask. */
export interface Span extends TimeRange {
  readonly bit: number
}

/** Returns the bounds of all windows in ascending order; a segment lies between two of them. */
export const edgesOf = (windows: readonly Interval[]): readonly number[] =>
  [...new Set(windows.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)

/**
 * Returns the time range of each bit of the mask of a person, for operators that ask in which periods each person was active;
 * null for others, and where persons are grouped by more columns.
 */
export function spansOf({ operator, options }: OperatorNode): readonly Span[] | null {
  switch (operator) {
    case presenceOperator.name: {
      const { windows, by } = options as PresenceOptions
      return by.length > 0 ? null : between(edgesOf(windows))
    }
    case lifecycleOperator.name:
      return ofLifecycle(options as LifecycleOptions)
    case cohortsOperator.name:
      return between((options as CohortsOptions).edges)
    default:
      return null
  }
}

const between = (edges: readonly number[]): readonly Span[] =>
  edges.slice(1).map((to, bit) => ({ bit, from: edges[bit] ?? to, to }))

function ofLifecycle({ edges, before }: LifecycleOptions): readonly Span[] {
  const start = edges[0] ?? 0
  const cutOff = firstBucket + edges.length - 1
  return [
    { bit: 0, from: null, to: before.from },
    { bit: 1, from: before.from, to: before.to },
    ...(before.to < start ? [{ bit: cutOff, from: before.to, to: start }] : []),
    ...between(edges).map((span) => ({ ...span, bit: firstBucket + span.bit })),
  ]
}
