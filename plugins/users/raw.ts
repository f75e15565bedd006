import Type from 'typebox'
import {
  ascending,
  column,
  count,
  descending,
  peopleOf,
  rowsOf,
  type MetricDefinition,
} from '../../contract/index.js'
import { byTrait, columns } from './order.js'

const params = Type.Object({
  sort: Type.String({
    default: 'last_seen',
    minLength: 1,
    maxLength: 300,
    examples: ['first_seen', 'events', 'trait:plan'],
    description: 'last_seen, first_seen, events, or trait:<name>; ties by device_id',
  }),
  order: Type.Union(
    ['desc', 'asc'].map((name) => Type.Literal(name)),
    {
      default: 'desc',
      description:
        'desc: the latest, most or greatest first; asc: the earliest, fewest or least. Of traits, numbers come before texts, texts before booleans, and persons without the trait last, in either order',
    },
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
    const inOrder = order === 'asc' ? ascending : descending
    const rows = rowsOf({ ...question, breakdown: null })
    if (columns.includes(sort)) return peopleOf(rows, { events: count() }, inOrder(column(sort)))
    const { keys, joined } = byTrait(sort, inOrder)
    return peopleOf(rows, { events: count() }, keys, joined)
  },
}
