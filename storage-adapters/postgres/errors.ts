import pg from 'pg'
import { FactsChanged, overMemory, overTime, ServiceError } from '../../core/contract/index.js'
import { recordError } from './records/errors.js'
import { notHolding } from './views/rollups/triggers.js'

/** What a caller may learn of a failed question or insert; the server's own text never. */
export function analyticsError(error: unknown): unknown {
  if (error instanceof ServiceError) return error
  const options = { cause: error }
  if (error instanceof Error && error.name === 'AbortError')
    return new ServiceError('UNAVAILABLE', 'The query was cancelled.', { ...options, retryAfter: 1 })
  if (!(error instanceof pg.DatabaseError)) return recordError(error)
  switch (error.code) {
    case '57014': // cancelled: by its time limit, or because nobody waits for it any more
      return overTime('query', error)
    case '53200': // out of memory
    case '53400': // a configured limit (of temporary files)
    case '54001': // too complex
      return overMemory('query', error)
    case '2201B': // a regular expression that is valid, but beyond what Postgres takes
      return new ServiceError(
        'VALIDATION_ERROR',
        'The regular expression is too complex for this storage.',
        options,
      )
    case '42P06': // the schema is there
      return new ServiceError('CONFLICT', 'There is a schema of this workspace number already.', options)
    case notHolding:
      return new FactsChanged(error)
    case '22003': // numbers of the data that together go beyond what a float holds
      return new ServiceError('VALIDATION_ERROR', 'A number of the answer is out of range.', options)
    case '3F000': // the schema is gone
    case '42P01': // the table is gone
      return new ServiceError('NOT_FOUND', 'The workspace has no data any more.', options)
    default:
      return recordError(error)
  }
}
