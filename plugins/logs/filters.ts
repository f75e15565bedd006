import Type from 'typebox'
import { and, column, equals, text, type Expr } from '../../contract/index.js'
import { storedLevel } from './level.js'

const filterText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description }))

/** Parameters of every log metric. */
export const logFilters = {
  service: filterText('Only logs of this service'),
  level: filterText(
    'Only logs of this level, case-insensitive; fatal, crit, err and warn are accepted as synonyms',
  ),
  source: filterText('Only logs of this host or instance'),
}

export interface LogFilters {
  readonly service?: string
  readonly level?: string
  readonly source?: string
}

/** The conjunction of the given filters; undefined if none is given. */
export function filteredBy({ service, level, source }: LogFilters): Expr | undefined {
  const wanted = { service, level: level === undefined ? undefined : storedLevel(level), source }
  const terms = Object.entries(wanted).flatMap(([name, value]) =>
    value === undefined ? [] : [equals(column(name), text(value))],
  )
  return terms.length === 0 ? undefined : and(...terms)
}
