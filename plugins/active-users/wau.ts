import Type from 'typebox'
import type { MetricDefinition } from '../../core/contract/index.js'
import { rollingPeople, rollingUsers, type RollingPeriod } from './rolling.js'

const params = Type.Object({})
export const week: RollingPeriod = {
  length: 7 * 86_400_000,
  coarse: new Set(['weekly', 'monthly', 'quarterly', 'yearly']),
}

export const wau: MetricDefinition<typeof params> = {
  key: 'wau',
  summary: 'Active users of the 7 days that end with each bucket',
  unit: 'users',
  kind: 'distinct',
  source: 'events',
  params,
  answer: 'series',
  plan: (question) => rollingUsers(question, week),
  people: (question, _, point) => rollingPeople(question, week, point),
}
