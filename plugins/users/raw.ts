import Type from 'typebox'
import {
  ascending,
  column,
  count,
  descending,
  peopleOf,
  rowsOf,
  type MetricDefinition,
} from '../../core/contract/index.js'

const params = Type.Object({
  sort: Type.Union(
    ['last_seen', 'first_seen', 'events'].map((name) => Type.Literal(name)),
    { default: 'last_seen', description: 'The field to sort by; ties by device_id' },
  ),
  order: Type.Union(
    ['desc', 'asc'].map((name) => Type.Literal(name)),
    { default: 'desc', description: 'desc: the latest or the most first; asc: the earliest or the fewest' },
  ),
})

/** The persons with an event in the range, including anonymous ones; their times and count are of these events. */
export const usersRaw: MetricDefinition<typeof params> = {
  key: 'users_raw',
  title: 'List of people',
  path: 'users/raw',
  summary: 'Persons with an event in the range, last seen first',
  unit: 'users',
  kind: 'rows',
  source: 'events',
  params,
  answer: 'page',
  plan(question, { sort, order }) {
    const by = order === 'asc' ? ascending(column(sort)) : descending(column(sort))
    return peopleOf(rowsOf({ ...question, breakdown: null }), { events: count() }, by)
  },
}
