import {
  aggregate,
  bucket,
  choose,
  column,
  compare,
  countDistinct,
  equals,
  instant,
  intervalAt,
  nothing,
  number,
  peopleOf,
  presence,
  rowsOf,
  select,
  splitOf,
  union,
  where,
  within,
  type Expr,
  type Grain,
  type Interval,
  type PointRef,
  type Question,
  type Relation,
} from '../../contract/index.js'

/** A period that slides along the range: 7 days for wau. */
export interface RollingPeriod {
  /** In milliseconds. */
  readonly length: number
  /** Granularities at which a bucket counts its own persons, because it is at least as long as the period. */
  readonly coarse: ReadonlySet<Grain>
}

/**
 * Active users over a rolling period. At a finer granularity each bucket counts the persons of the period that ends with
 * it (or with now), including time before the range. The total counts the period that ends with the range.
 */
export const rollingUsers = (question: Question, period: RollingPeriod): Relation =>
  period.coarse.has(question.grain) ? perBucket(question, period) : perWindow(question, period)

/** The persons behind one point of `rollingUsers`; those behind the total if `point.bucket` is null. */
export function rollingPeople(question: Question, period: RollingPeriod, point: PointRef): Relation {
  const interval = point.bucket === null ? wholeOf(question, period) : spanOf(question, period, point.bucket)
  if (question.breakdown === null) return peopleOf(rowsOf(question, { interval }))
  const rows = rowsOf(question, { interval: historyOf(question, period) })
  return peopleOf(within(rows, interval, point.dimension))
}

const person = countDistinct(column('person'))

/** `time`, or just after now if that is earlier: the future is not counted. */
const untilNow = ({ now }: Question, time: number): number => Math.min(time, now + 1)

function wholeOf(question: Question, { length }: RollingPeriod): Interval {
  const to = untilNow(question, question.range.to)
  return { from: to - length, to }
}

/** The interval that a bucket's value counts. */
function spanOf(question: Question, { length, coarse }: RollingPeriod, bucket: number): Interval {
  const interval = intervalAt(question, bucket)
  if (coarse.has(question.grain)) return interval
  const to = untilNow(question, interval.to)
  return { from: to - length, to }
}

/** The interval that covers all rows the question reads. */
function historyOf(question: Question, period: RollingPeriod): Interval {
  const whole = wholeOf(question, period)
  if (period.coarse.has(question.grain))
    return { from: Math.min(question.range.from, whole.from), to: question.range.to }
  return { from: Math.min(spanOf(question, period, 0).from, whole.from), to: whole.to }
}

function perBucket(question: Question, period: RollingPeriod): Relation {
  const rows = rowsOf(question, { interval: historyOf(question, period) })
  const split = columnsNamed(splitOf(question))
  const place = bucket(column('timestamp'), question.edges)
  const buckets = aggregate(
    where(rows, compare('gte', column('timestamp'), instant(question.range.from))),
    { bucket: place, ...split },
    { value: person },
  )
  return union(buckets, totals(rows, split, wholeOf(question, period)))
}

function perWindow(question: Question, period: RollingPeriod): Relation {
  const whole = wholeOf(question, period)
  const spans = question.edges.slice(1).map((_, index) => spanOf(question, period, index))
  const windows = [...spans, whole]
  const rows = rowsOf(question, { interval: historyOf(question, period) })
  const by = splitOf(question)
  const split = columnsNamed(by)
  const position = choose(
    [{ when: equals(column('window'), number(spans.length)), then: nothing('int') }],
    column('window'),
  )
  const counted = select(presence(rows, { windows, by }), {
    bucket: position,
    ...split,
    value: column('persons'),
  })
  return by.length === 0 ? counted : union(counted, totals(rows, split, whole, [[]]))
}

/** Distinct persons of the whole period, by dimension and over all: a person may be in several dimensions. */
function totals(
  rows: Relation,
  split: Readonly<Record<string, Expr>>,
  whole: Interval,
  sets: readonly (readonly string[])[] = [Object.keys(split), []],
): Relation {
  const counted = aggregate(
    within(rows, whole, null),
    split,
    { value: person },
    Object.keys(split).length > 0 ? sets : null,
  )
  return select(counted, { bucket: nothing('int'), ...split, value: column('value') })
}

const columnsNamed = (names: readonly string[]): Readonly<Record<string, Expr>> =>
  Object.fromEntries(names.map((name) => [name, column(name)]))
