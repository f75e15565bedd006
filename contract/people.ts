import { actorColumns } from './actors.js'
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
import { columnsOf } from './columns.js'
import type { Expr, Measure, Relation, SortKey } from './plan.js'
import type { Interval, PointRef, Question } from './question.js'
import { rowsOf, type RowsOptions } from './rows.js'

const newest = [column('timestamp'), column('seq')] as const

/** Measures of a person's rows, by column name. */
export type Counted = Readonly<Record<string, Measure>>

/**
 * One row per person in these event rows, sorted by `first` (last seen, descending), then by device (a device belongs
 * to one person). `joined` adds columns to the persons, by `person`, which `first` may read. Columns: `device_id`, `user_id`, `first_seen`, `last_seen` and the number of rows as
 * `events` (or the measures in `counted`). The device is the one seen last; `user_id` is null for an
 * anonymous device. Where the question counts another actor (see actorRows), the rows are that actor's: groups have
 * `group_type` and `group_id` instead of the device and the user, sessions a `session_id` beside them.
 */
export function peopleOf(
  rows: Relation,
  counted: Counted = { events: count() },
  first: SortKey | readonly SortKey[] = descending(column('last_seen')),
  joined: (people: Relation) => Relation = (people) => people,
): Relation {
  const { shown: names, order: unique } = actorColumns(columnsOf(rows))
  const latest = Object.entries(names).map(([name, from]) => [name, last(column(from), ...newest)] as const)
  const people = aggregate(
    rows,
    { person: column('person') },
    {
      ...Object.fromEntries(latest),
      first_seen: min(column('timestamp')),
      last_seen: max(column('timestamp')),
      ...counted,
    },
  )
  const shown = [...Object.keys(names), 'first_seen', 'last_seen', ...Object.keys(counted)]
  const order = [first, ascending(column(unique))].flat()
  return select(sort(joined(people), order), Object.fromEntries(shown.map((name) => [name, column(name)])))
}

/** The rows of the question at one of its points: rowsOf() restricted to the bucket and the dimension. */
export function rowsAt(question: Question, point: PointRef, options: RowsOptions = {}): Relation {
  const interval = intervalAt(question, point.bucket)
  // The kept values of a breakdown depend on the whole range, so the rows are restricted afterwards.
  if (question.breakdown === null) return rowsOf(question, { ...options, interval })
  return within(rowsOf(question, options), interval, point.dimension)
}

/**
 * Returns the interval of a bucket; the question's whole range for null. Throws if the bucket does not exist.
 */
export function intervalAt({ range, edges }: Question, bucket: number | null): Interval {
  if (bucket === null) return range
  const [from, to] = [edges[bucket], edges[bucket + 1]]
  if (from === undefined || to === undefined) throw new Error(`the question has no bucket ${bucket}`)
  return { from, to }
}

/** Restricts rows with a `dimension` to an interval and, unless null, to one dimension. */
export function within(rows: Relation, { from, to }: Interval, dimension: string | null): Relation {
  const time = column('timestamp')
  const terms: Expr[] = [compare('gte', time, instant(from)), compare('lt', time, instant(to))]
  if (dimension !== null) terms.push(equals(column('dimension'), text(dimension)))
  return where(rows, and(...terms))
}
