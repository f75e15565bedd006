import Type from 'typebox'
import {
  aggregate,
  ascending,
  choose,
  coalesce,
  column,
  countDistinct,
  equals,
  join,
  max,
  min,
  number,
  select,
  sort,
  spine,
  sum,
  text,
  type Expr,
  type Measure,
  type MetricDefinition,
  type Question,
  type Relation,
} from '../../contract/index.js'
import { allSegments, type Segment } from './segments-of.js'
import { endOf, historyOf, rowsInside } from './snapshot.js'

const params = Type.Object({})

/** All eight segments with their number of persons, zeros included. */
export const segments: MetricDefinition<typeof params> = {
  key: 'segments',
  title: 'People by segment',
  summary: 'Number of persons in each lifecycle and engagement segment at the end of the range',
  unit: 'users',
  kind: 'distinct',
  source: 'events',
  actors: true,
  params,
  answer: 'list',
  plan: (question) => listed(counted(question)),
}

/** One row with a column for each segment, from one row for each person. */
function counted(question: Question): Relation {
  const end = endOf(question)
  const spans = aggregate(
    historyOf(question),
    { person: column('person') },
    { first_seen: min(column('timestamp')), last_seen: max(column('timestamp')) },
  )
  // A separate read: history is aggregated to two times per person, and only sessions inside the range are counted.
  const visits = aggregate(
    rowsInside(question),
    { visitor: column('person') },
    { session_count: countDistinct(column('session')) },
  )
  const people = join('left', spans, visits, [{ left: 'person', right: 'visitor' }])
  const users = ({ segment, holds }: Segment): readonly [string, Measure] => [
    segment,
    sum(choose([{ when: holds(end), then: number(1) }], number(0))),
  ]
  return aggregate(people, {}, Object.fromEntries(allSegments.map(users)))
}

/** Turns the columns into rows; without any person the columns are null and become 0. */
function listed(counts: Relation): Relation {
  const place = column('place')
  const each = (value: (one: Segment) => Expr, otherwise: Expr): Expr =>
    choose(
      allSegments.map((one, index) => ({ when: equals(place, number(index)), then: value(one) })),
      otherwise,
    )
  const rows = join('inner', counts, spine('place', allSegments.length), [])
  return select(sort(rows, [ascending(place)]), {
    segment: each(({ segment }) => text(segment), text('')),
    category: each(({ category }) => text(category), text('')),
    users: each(({ segment }) => coalesce(column(segment), number(0)), number(0)),
  })
}
