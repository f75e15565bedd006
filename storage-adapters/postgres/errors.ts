import pg from 'pg'
import {
  cancelled,
  FactsChanged,
  overMemory,
  overTime,
  ServiceError,
  workspaceDeleted,
  workspaceExists,
} from '../../contract/index.js'
import { recordError } from './records/errors.js'
import { notHolding } from './views/triggered/functions.js'

/**
 * Converts the error of a question or an append to a ServiceError. The server's own message is only its
 * cause: it may contain the statement and names of tables. Faults of the service are returned unchanged.
 */
export function analyticsError(error: unknown): unknown {
  if (error instanceof ServiceError) return error
  const options = { cause: error }
  if (error instanceof Error && error.name === 'AbortError') return cancelled('query', error)
  if (!(error instanceof pg.DatabaseError)) return recordError(error)
  switch (error.code) {
    case '57014': // cancelled: by its time limit, or because its client disconnected
      return overTime('query', error)
    case '53200': // out of memory
    case '53400': // a configured limit (of temporary files)
    case '54001': // too complex
      return overMemory('query', error)
    case '2201B': // a valid regular expression that exceeds Postgres' limits
      return new ServiceError(
        'VALIDATION_ERROR',
        'the regular expression is too complex for this storage; shorten it',
        options,
      )
    case '42P06': // the schema exists
      return workspaceExists(error)
    case notHolding:
      return new FactsChanged(error)
    case '22003': // a result of numbers in the data that exceeds a float
      return new ServiceError('VALIDATION_ERROR', 'a number in the answer is out of range', options)
    case '3F000': // the schema was dropped
    case '42P01': // the table was dropped
      return workspaceDeleted(error)
    default:
      return recordError(error)
  }
}
