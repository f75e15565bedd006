import Type from 'typebox'
import type { MetricDefinition } from '../../contract/index.js'
import { rollingPeople, rollingUsers, type RollingPeriod } from './rolling.js'

const params = Type.Object({})

/** The period of mau: 30 days of 24 h. */
export const month: RollingPeriod = {
  length: 30 * 86_400_000,
  coarse: new Set(['monthly', 'quarterly', 'yearly']),
}

/** Distinct persons of the 30 days that end with each bucket; of the bucket from monthly granularity on. */
export const mau: MetricDefinition<typeof params> = {
  key: 'mau',
  title: 'Active people per month',
  summary: 'Monthly active users: distinct persons with an event in the 30 days up to the end of each bucket',
  unit: 'users',
  kind: 'distinct',
  source: 'events',
  actors: true,
  params,
  answer: 'series',
  plan: (question) => rollingUsers(question, month),
  people: (question, _, point) => rollingPeople(question, month, point),
}
