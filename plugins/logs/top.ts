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
} from '../../contract/index.js'
import { filteredBy, logFilters } from './filters.js'

const params = Type.Object({
  ...logFilters,
  field: Type.String({
    minLength: 1,
    maxLength: 1000,
    default: 'level',
    description: 'The field to rank: level, service, source, session_id or message.<path>',
  }),
})

/** The label of a field as in a breakdown: missing and empty values share one. Throws a 422 if it cannot be ranked. */
function labelOf(field: string): Expr {
  const { label } = resolveField('logs', field, 'field')
  if (label === null) throw invalid('field', `${field} cannot be ranked`)
  return shownLabel(label)
}

/** The values of a field, ranked by number of log lines. */
export const topLogs: MetricDefinition<typeof params> = {
  key: 'top_logs',
  title: 'Most frequent log values',
  path: 'logs/top',
  argument: 'field',
  summary: 'Levels, or the values of another field, ranked by number of log lines',
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
