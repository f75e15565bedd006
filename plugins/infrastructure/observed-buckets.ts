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
} from '../../core/contract/index.js'

export interface HistogramPoints {
  readonly condition: Expr
  readonly points: Relation
  /** The points that observed something, see histogram.ts. */
  readonly observed: Relation
  readonly level: number
}

/** The buckets of the points that observed something, with what came in `here` since the point before. */
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
        // A bound that the point before did not have counts from 0.
        { when: or(equals(column('point_whole'), number(1)), isNew), then: now },
        { when: compare('lt', now, before), then: literal(0, 'float') },
      ],
      math('-', now, before),
    ),
  })
}

/**
 * The buckets whose point is among these, with what the point knows: whether it counts whole, and which one came before.
 * Each point is put before its buckets and a running sum carries its numbers to them: a join would do the same, but a
 * planner that takes a new metric for a rare one answers it with loops over all pairs.
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
  const told = window(both, [column('seq')], [ascending(column('place'))], {
    point_whole: { kind: 'running-sum', value: column('whole') },
    point_before: { kind: 'running-sum', value: column('previous_seq') },
  })
  return where(told, and(equals(column('place'), number(1)), not(missing(column('point_whole')))))
}
