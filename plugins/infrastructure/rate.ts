import {
  coalesce,
  column,
  lookup,
  math,
  number,
  select,
  type Question,
  type Relation,
} from '../../core/contract/index.js'
import { placeOf } from './split.js'

/**
 * A series' values per second of their bucket, or of the whole range. A bucket lasts as long as it lies in the range
 * and has passed: the running one up to now.
 */
export function perSecond(question: Question, series: Relation): Relation {
  const { now, range, edges } = question
  const passed = (from: number, to: number): number => Math.max(0, Math.min(to, now) - from)
  const lengths = edges.slice(1).map((edge, index) => passed(edges[index] ?? edge, edge))
  const milliseconds = coalesce(lookup(column('bucket'), lengths), number(passed(range.from, range.to)))
  const seconds = math('/', milliseconds, number(1000))
  return select(series, { ...placeOf(question), value: math('/', column('value'), seconds) })
}
