import Type from 'typebox'
import { peopleOf, rowsOf, type MetricDefinition } from '../../core/contract/index.js'

const params = Type.Object({})

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
  plan: (question) => peopleOf(rowsOf({ ...question, breakdown: null })),
}
