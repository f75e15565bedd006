import {
  aggregate,
  ascending,
  bucket,
  column,
  derive,
  descending,
  equals,
  max,
  missing,
  not,
  number,
  select,
  where,
  window,
} from '../builders.js'
import type { Expr, Relation } from '../plan.js'
import { record } from './sequence-instants.js'
import type { Runs } from './sequence-runs.js'
import type { SequenceOptions } from './sequence-options.js'

/** The deepest run of each person (in each interval), the earliest of equally deep ones. */
export function deepest(
  runs: Runs,
  { edges, times, label }: SequenceOptions,
  answer: readonly (readonly [string, Expr])[],
): Relation {
  const start = column('timestamp')
  const located = edges === null ? runs.rows : derive(runs.rows, { bucket: bucket(start, edges) })
  const inside = edges === null ? located : where(located, not(missing(column('bucket'))))
  const keys = { person: column('person'), ...(edges === null ? {} : { bucket: column('bucket') }) }
  if (!times && label === null) return aggregate(inside, keys, { depth: max(column('depth')) })
  const ranked = window(
    inside,
    Object.values(keys),
    [descending(column('depth')), ascending(start), ...runs.ties],
    { place: { kind: 'running-sum', value: number(1) } },
  )
  const best = where(ranked, equals(column('place'), number(1)))
  return select(times ? runs.withTimes(best) : best, record(answer))
}
