import Type from 'typebox'
import { column, descending, rowsOf, select, sort, type MetricDefinition } from '../../contract/index.js'
import { filteredBy, logFilters } from './filters.js'

const params = Type.Object(logFilters)
const shown = ['timestamp', 'level', 'service', 'source', 'message', 'session_id'] as const
const columns = Object.fromEntries(shown.map((name) => [name, column(name)]))

/** Log lines, newest first; on equal timestamps, the last stored first. */
export const logsRaw: MetricDefinition<typeof params> = {
  key: 'logs_raw',
  title: 'Latest log lines',
  path: 'logs/raw',
  summary: 'Raw log lines, newest first',
  unit: 'logs',
  kind: 'rows',
  source: 'logs',
  params,
  answer: 'page',
  plan(question, filters) {
    const rows = rowsOf({ ...question, breakdown: null }, { where: filteredBy(filters) })
    return select(sort(rows, [descending(column('timestamp')), descending(column('seq'))]), columns)
  },
}
