import Type from 'typebox'
import type { MetricDefinition } from '../../contract/index.js'
import { rollingPeople, rollingUsers, type RollingPeriod } from './rolling.js'

const params = Type.Object({})

/** The period of wau: 7 days of 24 h. */
export const week: RollingPeriod = {
  length: 7 * 86_400_000,
  coarse: new Set(['weekly', 'monthly', 'quarterly', 'yearly']),
}

/** Distinct persons of the 7 days that end with each bucket; of the bucket from weekly granularity on. */
export const wau: MetricDefinition<typeof params> = {
  key: 'wau',
  title: 'Active people per week',
  summary: 'Weekly active users: distinct persons with an event in the 7 days up to the end of each bucket',
  unit: 'users',
  kind: 'distinct',
  source: 'events',
  actors: true,
  params,
  answer: 'series',
  plan: (question) => rollingUsers(question, week),
  people: (question, _, point) => rollingPeople(question, week, point),
}
