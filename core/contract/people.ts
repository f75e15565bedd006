import {
  aggregate,
  and,
  ascending,
  column,
  compare,
  count,
  descending,
  equals,
  instant,
  last,
  max,
  min,
  select,
  sort,
  text,
  where,
} from './builders.js'
import type { Expr, Measure, Relation } from './plan.js'
import type { Interval, PointRef, Question } from './question.js'
import { rowsOf, type RowsOptions } from './rows.js'

const newest = [column('timestamp'), column('seq')] as const

/** What a person's row counts, under this name. */
export type Counted = Readonly<Record<string, Measure>>

/**
 * One row a person of these rows of events, the last seen first, then by device (a device is one person's):
 * `device_id`, `user_id`, `first_seen`, `last_seen` and how many rows there are as `events` (or what is given instead).
 * The device is the one seen last; `user_id` is null for an anonymous device.
 */
export function peopleOf(rows: Relation, counted: Counted = { events: count() }): Relation {
  const people = aggregate(
    rows,
    { person: column('person') },
    {
      device_id: last(column('device_id'), ...newest),
      user_id: last(column('user_id'), ...newest),
      first_seen: min(column('timestamp')),
      last_seen: max(column('timestamp')),
      ...counted,
    },
  )
  const shown = ['device_id', 'user_id', 'first_seen', 'last_seen', ...Object.keys(counted)]
  const order = [descending(column('last_seen')), ascending(column('device_id'))]
  return select(sort(people, order), Object.fromEntries(shown.map((name) => [name, column(name)])))
}

/** The rows of the question that lie in one of its points: rowsOf() cut to the bucket and the dimension. */
export function rowsAt(question: Question, point: PointRef, options: RowsOptions = {}): Relation {
  const interval = intervalAt(question, point.bucket)
  // The values of a breakdown that are told apart are those of the whole range.
  if (question.breakdown === null) return rowsOf(question, { ...options, interval })
  return within(rowsOf(question, options), interval, point.dimension)
}

/** The time of a bucket; null: the question's whole range. */
export function intervalAt({ range, edges }: Question, bucket: number | null): Interval {
  if (bucket === null) return range
  const [from, to] = [edges[bucket], edges[bucket + 1]]
  if (from === undefined || to === undefined) throw new Error(`the question has no bucket ${bucket}`)
  return { from, to }
}

/** Rows that have a `dimension`, cut to those of an interval and (unless null) of one dimension. */
export function within(rows: Relation, { from, to }: Interval, dimension: string | null): Relation {
  const time = column('timestamp')
  const terms: Expr[] = [compare('gte', time, instant(from)), compare('lt', time, instant(to))]
  if (dimension !== null) terms.push(equals(column('dimension'), text(dimension)))
  return where(rows, and(...terms))
}
