import {
  and,
  ascending,
  choose,
  coalesce,
  column,
  compare,
  derive,
  descending,
  equals,
  literal,
  math,
  max,
  min,
  missing,
  not,
  nothing,
  number,
  or,
  select,
  sum,
  where,
  window,
  type Expr,
  type Question,
  type Relation,
} from '../../contract/index.js'
import { observedBuckets, type HistogramPoints } from './observed-buckets.js'
import { dimensioned, grouped, placeOf } from './split.js'

/**
 * A quantile by linear interpolation inside the bucket that holds its rank, level · observations, like Prometheus'
 * histogram_quantile (https://prometheus.io/docs/prometheus/latest/querying/functions/#histogram_quantile). A bucket's
 * lower end is the next lower bound; the lowest bucket starts at 0 if its bound is positive, and is only its bound
 * otherwise. In the bucket without an upper bound the result is the highest bound. In addition to Prometheus' rule,
 * `min` and `max` narrow a bucket if every point with observations in it has sent them.
 */
export function histogramQuantile(question: Question, histogram: HistogramPoints): Relation {
  const buckets = dimensioned(question, observedBuckets(question, histogram), histogram.points)
  const here = column('here')
  const [sent, hit] = [(name: string) => column(name), compare('gt', here, number(0))]
  const ofHit = (name: string): Expr => choose([{ when: hit, then: sent(name) }], nothing('float'))
  const lacks = (name: string): Expr =>
    choose([{ when: and(hit, missing(sent(name))), then: number(1) }], number(0))
  const bounds = grouped(
    question,
    buckets,
    {
      observations: sum(here),
      lowest: min(ofHit('min')),
      highest: max(ofHit('max')),
      without_min: sum(lacks('min')),
      without_max: sum(lacks('max')),
    },
    { le: column('le') },
  )
  const ranked = withRanks(question, bounds)
  const rank = math('*', literal(histogram.level, 'float'), column('all'))
  const holder = and(compare('lt', column('below'), rank), compare('lte', rank, column('up_to')))
  return interpolated(question, where(ranked, holder), rank)
}

/** Adds to each bound the next `lower` bound and the numbers of observations `below` the bucket, `up_to` it and in `all`. */
function withRanks(question: Question, bounds: Relation): Relation {
  const place = Object.values(placeOf(question))
  const unbounded = choose([{ when: missing(column('le')), then: number(1) }], number(0))
  const observations = column('observations')
  const down = window(bounds, place, [descending(unbounded), descending(column('le'))], {
    from_here: { kind: 'running-sum', value: observations },
    lower: { kind: 'next', value: column('le') },
  })
  const up = window(down, place, [ascending(unbounded), ascending(column('le'))], {
    up_to: { kind: 'running-sum', value: observations },
  })
  const below = math('-', column('up_to'), observations)
  return derive(up, { below, all: math('+', below, column('from_here')) })
}

function interpolated(question: Question, holders: Relation, rank: Expr): Relation {
  const [le, lower, lowest, highest] = [column('le'), column('lower'), column('lowest'), column('highest')]
  const all = (name: string): Expr => equals(column(name), number(0))
  const above = (bound: Expr, value: Expr): Expr => or(missing(bound), compare('gt', value, bound))
  const under = (bound: Expr, value: Expr): Expr => or(missing(bound), compare('lte', value, bound))
  const zero = literal(0, 'float')
  const usual = choose(
    [
      { when: not(missing(lower)), then: lower },
      { when: compare('gt', le, number(0)), then: zero },
    ],
    le,
  )
  const narrowed = and(all('without_min'), not(missing(lowest)), above(lower, lowest), under(le, lowest))
  const withStart = derive(holders, { start: choose([{ when: narrowed, then: lowest }], usual) })
  const start = column('start')
  const cut = and(
    all('without_max'),
    not(missing(highest)),
    or(missing(start), compare('gte', highest, start)),
    or(missing(le), compare('lt', highest, le)),
  )
  const withEnd = derive(withStart, {
    end: choose([{ when: cut, then: highest }], coalesce(le, start)),
  })
  const share = math('/', math('-', rank, column('below')), column('observations'))
  const value = math('+', start, math('*', math('-', column('end'), start), share))
  return select(withEnd, { ...placeOf(question), value })
}
