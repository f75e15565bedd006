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
} from '../../../core/contract/index.js'
import { rangeOf } from '../../sql/range-of.js'
import { mostBits } from './bitmap/activity.js'

/**
 * Distinct persons (or sessions, in their place) of each bucket, and of all together: asked as presence, which groups the
 * rows once and by the device (or session) alone. Null for any other aggregate, and where rows may lie outside the buckets.
 */
export function asPresence(node: AggregateNode): Relation | null {
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
    : isColumn(what, 'session')
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

/** Rows without a session stay: their bucket is in the answer, with what there is of others. */
const bySession = (rows: Relation): Relation =>
  select(rows, { timestamp: column('timestamp'), person: column('session') })

export const isColumn = (expr: Expr | undefined, name: string): boolean =>
  expr?.kind === 'column' && expr.name === name
