import {
  aggregate,
  bucket,
  choose,
  column,
  compare,
  countDistinct,
  equals,
  instant,
  nothing,
  number,
  presence,
  rowsOf,
  select,
  splitOf,
  union,
  where,
  type Expr,
  type Grain,
  type Interval,
  type Question,
  type Relation,
} from '../../core/contract/index.js'

export interface RollingPeriod {
  readonly length: number
  /** Buckets as long as the period or longer stand for themselves. */
  readonly coarse: ReadonlySet<Grain>
}

/**
 * Active users with a period of their own: at a finer granularity each bucket counts the persons of the period that
 * ends with it (or with now), history before the range included; the total is the period that ends with the range.
 */
export function rollingUsers(question: Question, period: RollingPeriod): Relation {
  const end = Math.min(question.range.to, question.now + 1)
  const whole = { from: end - period.length, to: end }
  return period.coarse.has(question.grain)
    ? perBucket(question, whole)
    : perWindow(question, whole, period.length)
}

const person = countDistinct(column('person'))

function perBucket(question: Question, whole: Interval): Relation {
  const interval = { from: Math.min(question.range.from, whole.from), to: question.range.to }
  const rows = rowsOf(question, { interval })
  const split = columnsNamed(splitOf(question))
  const place = bucket(column('timestamp'), question.edges)
  const buckets = aggregate(
    where(rows, compare('gte', column('timestamp'), instant(question.range.from))),
    { bucket: place, ...split },
    { value: person },
  )
  return union(buckets, totals(rows, split, whole))
}

function perWindow(question: Question, whole: Interval, length: number): Relation {
  const ends = question.edges.slice(1).map((edge) => Math.min(edge, question.now + 1))
  const windows = [...ends.map((end) => ({ from: end - length, to: end })), whole]
  const first = windows[0] ?? whole
  const rows = rowsOf(question, { interval: { from: first.from, to: whole.to } })
  const by = splitOf(question)
  const split = columnsNamed(by)
  const position = choose(
    [{ when: equals(column('window'), number(ends.length)), then: nothing('int') }],
    column('window'),
  )
  const counted = select(presence(rows, { windows, by }), {
    bucket: position,
    ...split,
    value: column('persons'),
  })
  return by.length === 0 ? counted : union(counted, totals(rows, split, whole, [[]]))
}

/** The persons of the whole period: by dimension and, as a person may be in several, of all together. */
function totals(
  rows: Relation,
  split: Readonly<Record<string, Expr>>,
  whole: Interval,
  sets: readonly (readonly string[])[] = [Object.keys(split), []],
): Relation {
  const time = column('timestamp')
  const inside = where(
    where(rows, compare('gte', time, instant(whole.from))),
    compare('lt', time, instant(whole.to)),
  )
  const counted = aggregate(inside, split, { value: person }, Object.keys(split).length > 0 ? sets : null)
  return select(counted, { bucket: nothing('int'), ...split, value: column('value') })
}

const columnsNamed = (names: readonly string[]): Readonly<Record<string, Expr>> =>
  Object.fromEntries(names.map((name) => [name, column(name)]))
