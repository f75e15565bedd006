import Type from 'typebox'
import type { MetricDefinition } from '../../contract/index.js'
import { stickiness, stickyPeople, type Numerator } from './ratio.js'

const dayMs = 86_400_000
const params = Type.Object({})

const metric = (
  name: 'daily' | 'weekly',
  summary: string,
  numerator: Numerator,
): MetricDefinition<typeof params> => ({
  key: `stickiness_${name}`,
  title: `${name === 'daily' ? 'Daily' : 'Weekly'} stickiness`,
  path: `stickiness/${name}`,
  summary,
  unit: 'share',
  kind: 'ratio',
  source: 'events',
  actors: true,
  params,
  answer: 'series',
  total: 'avg',
  days: true,
  plan: (question) => stickiness(question, numerator),
  people: (question, _, point) => stickyPeople(question, numerator, point),
})

export const stickinessDaily = metric('daily', 'Daily active users as a share of monthly active users', {
  length: dayMs,
  coarse: new Set(['weekly', 'monthly', 'quarterly', 'yearly']),
})

export const stickinessWeekly = metric('weekly', 'Weekly active users as a share of monthly active users', {
  length: 7 * dayMs,
  coarse: new Set(['monthly', 'quarterly', 'yearly']),
})
