import Type from 'typebox'
import {
  column,
  countDistinct,
  peopleOf,
  rowsAt,
  series,
  type MetricDefinition,
} from '../../contract/index.js'

const params = Type.Object({})

/** Distinct persons of each bucket, at any granularity. */
export const dau: MetricDefinition<typeof params> = {
  key: 'dau',
  title: 'Active people per day',
  summary: 'Active users: distinct persons with an event in the bucket',
  unit: 'users',
  kind: 'distinct',
  source: 'events',
  actors: true,
  params,
  answer: 'series',
  plan: (question) => series(question, countDistinct(column('person'))),
  people: (question, _, point) => peopleOf(rowsAt(question, point)),
}
