import {
  choose,
  column,
  equals,
  nothing,
  number,
  presence,
  select,
  type AggregateNode,
  type Expr,
  type Interval,
  type Relation,
} from '../../../contract/index.js'
import type { Rule } from '../optimizer.js'
import { rangeOf } from '../range-of.js'

export interface DistinctToBitmap {
  /** The number of bits of the engine's widest mask. */
  readonly mostBits: number
  /** Whether distinct sessions become presence, too: the engine's form of it must ignore rows without a person. */
  readonly sessions: boolean
}

/**
 * Counts distinct persons (or sessions) per bucket, and overall, as presence: one grouping by device (or
 * session) with a bit per bucket. Does not apply where rows may lie outside the buckets.
 *
 *   before: SELECT day, uniqExact(person) FROM events GROUP BY day
 *
 *   after:  SELECT day, count() FROM (SELECT person, groupBitOr(1 << day) AS days FROM events GROUP BY person)
 *           ARRAY JOIN bitPositionsToArray(days) AS day GROUP BY day
 */
export const distinctToBitmap = (engine: DistinctToBitmap): Rule<unknown> => ({
  name: 'distinct-to-bitmap',
  at: 'every-node',
  apply: (node) => (node.kind === 'aggregate' ? asPresence(node, engine) : null),
})

function asPresence(node: AggregateNode, { mostBits, sessions }: DistinctToBitmap): Relation | null {
  const [place, ...moreKeys] = Object.entries(node.by)
  const [persons, ...moreMeasures] = Object.entries(node.measures)
  if (place === undefined || persons === undefined || moreKeys.length + moreMeasures.length > 0) return null
  const [name, bucket] = place
  const [value, measure] = persons
  if (bucket.kind !== 'bucket' || !isColumn(bucket.time, 'timestamp')) return null
  if (measure.kind !== 'count-distinct') return null
  const { value: what } = measure
  const rows = isColumn(what, 'person')
    ? node.input
    : sessions && isColumn(what, 'session')
      ? bySession(node.input)
      : null
  if (rows === null) return null
  const withTotal = node.sets !== null
  if (withTotal && JSON.stringify(node.sets) !== JSON.stringify([[name], []])) return null

  const { edges } = bucket
  const [first, end] = [edges[0], edges.at(-1)]
  const { from, to } = rangeOf(node.input)
  if (first === undefined || end === undefined || edges.length < 2 || edges.length > mostBits) return null
  if (from === null || to === null || from < first || to > end) return null

  const buckets = edges.slice(0, -1).map((start, at): Interval => ({ from: start, to: edges[at + 1] ?? end }))
  const windows = withTotal ? [...buckets, { from: first, to: end }] : buckets
  const isTotal = equals(column('window'), number(buckets.length))
  const shown = withTotal
    ? choose([{ when: isTotal, then: nothing('int') }], column('window'))
    : column('window')
  return select(presence(rows, { windows, by: [] }), { [name]: shown, [value]: column('persons') })
}

/** Renames the session to `person`. Rows without a session stay, so that their bucket is in the answer. */
const bySession = (rows: Relation): Relation =>
  select(rows, { timestamp: column('timestamp'), person: column('session') })

/** Whether an expression is the column of this name. */
export const isColumn = (expr: Expr | undefined, name: string): boolean =>
  expr?.kind === 'column' && expr.name === name
