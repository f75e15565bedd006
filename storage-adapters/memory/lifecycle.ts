import {
  column,
  lifecycleStates,
  type LifecycleOptions,
  type LifecycleState,
  type OperatorNode,
  type Row,
} from '../../core/contract/index.js'
import { groupRows } from './rows.js'

/** The operator's definition, word for word; its lowering must give the same. */
export function evaluateLifecycle(node: OperatorNode, input: readonly Row[]): readonly Row[] {
  const { edges, before } = node.options as LifecycleOptions
  const buckets = edges.slice(1).map((to, index) => ({ from: edges[index] ?? to, to }))
  // Whole periods: a bucket's own starts where the one before it ends.
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
