import {
  coalesce,
  column,
  lookup,
  math,
  number,
  select,
  type Question,
  type Relation,
} from '../../contract/index.js'
import { placeOf } from './split.js'

/**
 * Divides a series' values by the seconds of their bucket, or of the whole range. Only the part of a bucket that lies in
 * the range and in the past counts: the current bucket lasts up to now.
 */
export function perSecond(question: Question, series: Relation): Relation {
  const { now, range, edges } = question
  const passed = (from: number, to: number): number => Math.max(0, Math.min(to, now) - from)
  const lengths = edges.slice(1).map((edge, index) => passed(edges[index] ?? edge, edge))
  const milliseconds = coalesce(lookup(column('bucket'), lengths), number(passed(range.from, range.to)))
  const seconds = math('/', milliseconds, number(1000))
  return select(series, { ...placeOf(question), value: math('/', column('value'), seconds) })
}
