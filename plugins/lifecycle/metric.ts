import Type from 'typebox'
import {
  choose,
  column,
  compare,
  equals,
  lifecycle,
  lifecycleStates,
  math,
  number,
  rowsOf,
  select,
  text,
  where,
  type LifecycleState,
  type MetricDefinition,
  type Question,
  type Relation,
} from '../../contract/index.js'
import { lifecyclePeople } from './people.js'

const params = Type.Object({
  dormant: Type.Boolean({
    default: false,
    description:
      'Adds the dimension dormant as negative numbers: persons active in the period before but not in the bucket',
  }),
})

const isDormant = equals(column('state'), text('dormant' satisfies LifecycleState))

/** Persons by state; reads all history up to the range's end, because `new` depends on it. */
function states(question: Question, withDormant: boolean): Relation {
  const { edges, before, range } = question
  const all = lifecycle(rowsOf(question, { interval: { from: null, to: range.to } }), { edges, before })
  const counted = withDormant ? all : where(all, compare('ne', column('state'), text('dormant')))
  const less = math('-', number(0), column('persons'))
  return select(counted, {
    bucket: column('bucket'),
    dimension: column('state'),
    value: withDormant ? choose([{ when: isDormant, then: less }], column('persons')) : column('persons'),
  })
}

const dimensions = ({ dormant }: { readonly dormant: boolean }): readonly LifecycleState[] =>
  lifecycleStates.filter((state) => dormant || state !== 'dormant')

/** Persons by lifecycle state. Each person has one state per bucket, so the dimensions add up. */
export const lifecycleMetric: MetricDefinition<typeof params> = {
  key: 'lifecycle',
  title: 'People by lifecycle state',
  summary:
    'Active persons of each period, split into new, returning and resurrected; a breakdown has no effect',
  unit: 'users',
  kind: 'distinct',
  source: 'events',
  actors: true,
  params,
  answer: 'series',
  grain: 'weekly',
  total: 'sum',
  dimensions,
  plan: (question, { dormant }) => states(question, dormant),
  people: (question, given, point) => lifecyclePeople(question, dimensions(given), point),
}
