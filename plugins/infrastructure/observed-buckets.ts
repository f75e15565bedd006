import {
  and,
  ascending,
  choose,
  column,
  compare,
  derive,
  descending,
  equals,
  labelledRows,
  literal,
  math,
  missing,
  not,
  nothing,
  number,
  or,
  select,
  union,
  where,
  window,
  type Expr,
  type Question,
  type Relation,
} from '../../contract/index.js'

/** The points of a histogram that a quantile is asked of. */
export interface HistogramPoints {
  /** Selects the points. */
  readonly condition: Expr
  readonly points: Relation
  /** The points with new observations, see histogram.ts. */
  readonly observed: Relation
  /** The quantile, from 0 to 1. */
  readonly level: number
}

/** The buckets of the points with new observations; `here` is the number of new observations in the bucket. */
export function observedBuckets(question: Question, { condition, observed }: HistogramPoints): Relation {
  const rows = labelledRows({ ...question, source: 'metric_buckets' }, { where: condition })
  const newestFirst = [descending(column('timestamp')), descending(column('seq'))]
  const beside = window(rows, [column('series'), column('le')], newestFirst, {
    before: { kind: 'next', value: column('observations') },
    before_seq: { kind: 'next', value: column('seq') },
  })
  const [now, before] = [column('observations'), column('before')]
  const isNew = not(equals(column('before_seq'), column('point_before')))
  return derive(withPoints(question, beside, observed), {
    here: choose(
      [
        // A bound that the previous point did not have counts from 0.
        { when: or(equals(column('point_whole'), number(1)), isNew), then: now },
        { when: compare('lt', now, before), then: literal(0, 'float') },
      ],
      math('-', now, before),
    ),
  })
}

/**
 * The buckets of these points, with `point_whole` (1 if the point counts whole) and `point_before` (`seq` of the previous
 * point). A running sum over each point, followed by its buckets, carries these numbers to the buckets. A join would do
 * the same, but a planner that underestimates the rows of a new metric runs it as a nested loop over all pairs.
 */
function withPoints(question: Question, buckets: Relation, points: Relation): Relation {
  const [integer, float] = [nothing('int'), nothing('float')]
  const label = question.breakdown === null ? {} : { label: column('label') }
  const shared = { timestamp: column('timestamp'), seq: column('seq'), ...label }
  const whole = choose([{ when: column('whole'), then: number(1) }], number(0))
  const numbers = ['le', 'min', 'max', 'observations', 'before']
  const both = union(
    select(points, {
      ...shared,
      ...Object.fromEntries(numbers.map((name) => [name, float])),
      before_seq: integer,
      place: number(0),
      whole,
      previous_seq: column('previous_seq'),
    }),
    select(buckets, {
      ...shared,
      ...Object.fromEntries(numbers.map((name) => [name, column(name)])),
      before_seq: column('before_seq'),
      place: number(1),
      whole: integer,
      previous_seq: integer,
    }),
  )
  const withPoint = window(both, [column('seq')], [ascending(column('place'))], {
    point_whole: { kind: 'running-sum', value: column('whole') },
    point_before: { kind: 'running-sum', value: column('previous_seq') },
  })
  return where(withPoint, and(equals(column('place'), number(1)), not(missing(column('point_whole')))))
}
