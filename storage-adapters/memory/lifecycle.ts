import {
  column,
  lifecycleStates,
  type LifecycleOptions,
  type LifecycleState,
  type OperatorNode,
  type Row,
} from '../../contract/index.js'
import { groupRows } from './rows.js'

/**
 * The `lifecycle` operator, as docs/operators.md defines it; its lowering must return the same rows. For each
 * bucket it counts the persons in each state: `new` (first active in the bucket's period), `returning`
 * (active in the period before too), `resurrected` (active earlier, not in the period before) and `dormant`
 * (active in the period before, not in the bucket). States without a person have no row.
 *
 *     periods        before   0       1           2
 *     active days    –        Mon     –           Sat
 *     state          –        new     dormant     resurrected
 */
export function evaluateLifecycle(node: OperatorNode, input: readonly Row[]): readonly Row[] {
  const { edges, before } = node.options as LifecycleOptions
  const buckets = edges.slice(1).map((to, index) => ({ from: edges[index] ?? to, to }))
  // Each bucket's period begins where the previous one ends: the
  // first bucket may begin later than its period.
  const periods = [
    before,
    ...buckets.map(({ from, to }, index) => ({ from: index === 0 ? before.to : from, to })),
  ]
  const counts = buckets.map(() => new Map<LifecycleState, number>())
  for (const { rows } of groupRows(input, [column('person')])) {
    const times = rows.flatMap(({ timestamp }) => (typeof timestamp === 'number' ? [timestamp] : []))
    const active = ({ from, to }: { from: number; to: number }): boolean =>
      times.some((time) => from <= time && time < to)
    const first = times.reduce((least, time) => Math.min(least, time), Infinity)
    for (const [index, bucket] of buckets.entries()) {
      const [previous = before, own = bucket] = [periods[index], periods[index + 1]]
      const state = stateOf(active(bucket), active(previous), first < own.from)
      if (state !== null) counts[index]?.set(state, (counts[index].get(state) ?? 0) + 1)
    }
  }
  return counts.flatMap((of, bucket) =>
    lifecycleStates.flatMap((state) => {
      const persons = of.get(state)
      return persons === undefined ? [] : [{ bucket, state, persons }]
    }),
  )
}

function stateOf(isActive: boolean, wasActive: boolean, isKnown: boolean): LifecycleState | null {
  if (!isActive) return wasActive ? 'dormant' : null
  if (!isKnown) return 'new'
  return wasActive ? 'returning' : 'resurrected'
}
