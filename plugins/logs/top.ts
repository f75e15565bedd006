import Type from 'typebox'
import {
  aggregate,
  count,
  invalid,
  resolveField,
  rowsOf,
  shownLabel,
  type Expr,
  type MetricDefinition,
} from '../../core/contract/index.js'
import { filteredBy, logFilters } from './filters.js'

const params = Type.Object({
  ...logFilters,
  field: Type.String({
    minLength: 1,
    maxLength: 1000,
    default: 'level',
    description: 'what to rank: level, service, source, session_id or message.<path>',
  }),
})

/** As in a breakdown: what is missing or empty stands together. */
function labelOf(field: string): Expr {
  const { label } = resolveField('logs', field, 'field')
  if (label === null) throw invalid('field', `${field} cannot be ranked`)
  return shownLabel(label)
}

/** The values of a field by how many log lines have them. */
export const topLogs: MetricDefinition<typeof params> = {
  key: 'top_logs',
  path: 'logs/top',
  argument: 'field',
  summary: 'Log lines ranked by level, or by another field',
  unit: 'logs',
  kind: 'count',
  source: 'logs',
  params,
  answer: 'top',
  plan: (question, { field, ...filters }) =>
    aggregate(
      rowsOf({ ...question, breakdown: null }, { where: filteredBy(filters) }),
      { label: labelOf(field) },
      { count: count() },
    ),
}
