import Type from 'typebox'
import type { MetricDefinition } from '../../core/contract/index.js'
import { rollingPeople, rollingUsers, type RollingPeriod } from './rolling.js'

const params = Type.Object({})
export const month: RollingPeriod = {
  length: 30 * 86_400_000,
  coarse: new Set(['monthly', 'quarterly', 'yearly']),
}

export const mau: MetricDefinition<typeof params> = {
  key: 'mau',
  summary: 'Active users of the 30 days that end with each bucket',
  unit: 'users',
  kind: 'distinct',
  source: 'events',
  params,
  answer: 'series',
  plan: (question) => rollingUsers(question, month),
  people: (question, _, point) => rollingPeople(question, month, point),
}
