import {
  aggregate,
  and,
  choose,
  column,
  compare,
  equals,
  instant,
  invalid,
  lookup,
  math,
  number,
  or,
  peopleOf,
  presence,
  rowsOf,
  select,
  splitOf,
  sum,
  text,
  where,
  type Expr,
  type Interval,
  type PointRef,
  type Question,
  type Relation,
} from '../../contract/index.js'
import { around, windowsOf, type BucketWindows, type Numerator } from './windows.js'

export type { Numerator } from './windows.js'

/**
 * Persons of the numerator's period that ends with the bucket (or with now), divided by those of the 30 days that end
 * with it; at monthly granularity, divided by those of the month. One pass counts both, as windows of one `presence`.
 */
export function stickiness(question: Question, numerator: Numerator): Relation {
  const buckets = windowsOf(question, numerator)
  const recent = buckets.flatMap((one) => one.recent)
  const owners = [
    ...buckets.flatMap((one, bucket) => one.recent.map(() => bucket)),
    ...buckets.map((_, bucket) => bucket),
  ]
  const by = splitOf(question)
  const windows = [...recent, ...buckets.map(({ whole }) => whole)]
  const counted = presence(rowsOf(question, { interval: historyOf(buckets) }), { windows, by })
  const isRecent = compare('lt', column('window'), number(recent.length))
  const [persons, none] = [column('persons'), number(0)]
  const sides = aggregate(
    counted,
    {
      bucket: lookup(column('window'), owners),
      ...Object.fromEntries(by.map((name) => [name, column(name)])),
    },
    {
      active: sum(choose([{ when: isRecent, then: persons }], none)),
      whole: sum(choose([{ when: isRecent, then: none }], persons)),
    },
  )
  const size = lookup(
    column('bucket'),
    buckets.map((one) => one.size),
  )
  return select(sides, {
    bucket: column('bucket'),
    ...Object.fromEntries(by.map((name) => [name, column(name)])),
    value: atMostOne(math('/', column('active'), math('*', column('whole'), size))),
  })
}

/** Limits the ratio to 1: persons active in the days before a month need not be among the month's persons. */
const atMostOne = (ratio: Expr): Expr =>
  choose([{ when: compare('gt', ratio, number(1)), then: number(1) }], ratio)

/** The interval that covers all rows the question reads. */
const historyOf = (buckets: readonly BucketWindows[]): Interval =>
  around(buckets.flatMap(({ recent, whole }) => [...recent, whole]))

/** The persons of the numerator; for a long bucket, those of all its days. Throws a 422 without a bucket. */
export function stickyPeople(
  question: Question,
  numerator: Numerator,
  { bucket, dimension }: PointRef,
): Relation {
  if (bucket === null)
    throw invalid('date', 'date is required: the total is a mean of the points and has no persons of its own')
  const buckets = windowsOf(question, numerator)
  const recent = joined(buckets[bucket]?.recent ?? [])
  // The breakdown chooses its values by all rows that the metric reads, so a breakdown must read them all.
  const interval = question.breakdown === null && recent.length > 0 ? around(recent) : historyOf(buckets)
  const inside = or(...recent.map(insideOf))
  const condition = dimension === null ? inside : and(inside, equals(column('dimension'), text(dimension)))
  return peopleOf(where(rowsOf(question, { interval }), condition))
}

const time = column('timestamp')
const insideOf = ({ from, to }: Interval): Expr =>
  and(compare('gte', time, instant(from)), compare('lt', time, instant(to)))

/** Merges ascending windows that touch or overlap. */
function joined(windows: readonly Interval[]): readonly Interval[] {
  const all: Interval[] = []
  for (const window of windows) {
    const last = all.at(-1)
    if (last !== undefined && window.from <= last.to) all[all.length - 1] = { from: last.from, to: window.to }
    else all.push(window)
  }
  return all
}
