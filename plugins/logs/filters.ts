import Type from 'typebox'
import { and, column, equals, text, type Expr } from '../../core/contract/index.js'
import { storedLevel } from './level.js'

const filterText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description }))

/** The parameters that every metric of logs has. */
export const logFilters = {
  service: filterText('only logs of this service'),
  level: filterText('only logs of this level, in any case; fatal, crit, err and warn are known too'),
  source: filterText('only logs of this host or instance'),
}

export interface LogFilters {
  readonly service?: string
  readonly level?: string
  readonly source?: string
}

/** What the filters ask for, all of it together; nothing if none is given. */
export function filteredBy({ service, level, source }: LogFilters): Expr | undefined {
  const wanted = { service, level: level === undefined ? undefined : storedLevel(level), source }
  const terms = Object.entries(wanted).flatMap(([name, value]) =>
    value === undefined ? [] : [equals(column(name), text(value))],
  )
  return terms.length === 0 ? undefined : and(...terms)
}
