import Type from 'typebox'
import {
  column,
  countDistinct,
  missing,
  not,
  peopleOf,
  rowsAt,
  series,
  type MetricDefinition,
} from '../../contract/index.js'

const params = Type.Object({})
const isKnown = not(missing(column('user_id')))

/** Distinct users with a known id. A user with several devices counts once; anonymous devices do not count. */
export const users: MetricDefinition<typeof params> = {
  key: 'users',
  title: 'Identified people',
  summary: 'Identified users with an event in the bucket',
  unit: 'users',
  kind: 'distinct',
  source: 'events',
  params,
  answer: 'series',
  plan: (question) => series(question, countDistinct(column('person')), { where: isKnown }),
  people: (question, _, point) => peopleOf(rowsAt(question, point, { where: isKnown })),
}
