import Type from 'typebox'
import {
  aggregate,
  ascending,
  choose,
  coalesce,
  column,
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
} from '../../core/contract/index.js'
import { allSegments, type Segment } from './segments-of.js'
import { endOf, historyOf, sessionsInside } from './snapshot.js'

const params = Type.Object({})

/** All eight segments and how many persons are in each, zeros included. */
export const segments: MetricDefinition<typeof params> = {
  key: 'segments',
  summary: 'Users by lifecycle and by engagement: a picture at the end of the range',
  unit: 'users',
  kind: 'distinct',
  source: 'events',
  params,
  answer: 'list',
  plan: (question) => listed(counted(question)),
}

/** One pass over the events, one row a person, and one row of all with a column a segment. */
function counted(question: Question): Relation {
  const end = endOf(question)
  const people = aggregate(
    historyOf(question),
    { person: column('person') },
    {
      first_seen: min(column('timestamp')),
      last_seen: max(column('timestamp')),
      session_count: sessionsInside(question),
    },
  )
  const users = ({ segment, holds }: Segment): readonly [string, Measure] => [
    segment,
    sum(choose([{ when: holds(end), then: number(1) }], number(0))),
  ]
  return aggregate(people, {}, Object.fromEntries(allSegments.map(users)))
}

/** The columns as rows; over nobody they are null. */
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
