import Type from 'typebox'
import { count, series, type MetricDefinition } from '../../contract/index.js'
import { filteredBy, logFilters } from './filters.js'

const params = Type.Object(logFilters)

/** Number of log lines. */
export const logs: MetricDefinition<typeof params> = {
  key: 'logs',
  title: 'Log lines',
  summary: 'Number of log lines',
  unit: 'logs',
  kind: 'count',
  source: 'logs',
  params,
  answer: 'series',
  plan: (question, filters) => series(question, count(), { where: filteredBy(filters) }),
}
