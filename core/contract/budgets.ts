import { ServiceError } from './errors.js'

/** What a budget ended: an analytics query, or a member's SQL statement. */
type Ended = 'query' | 'statement'

/** A 504: the engine ended it at its time limit. `cause` is logged only. */
export const overTime = (what: Ended, cause?: unknown): ServiceError =>
  new ServiceError('TIMEOUT', `The ${what} took longer than its time budget (QUERY_TIMEOUT)`, { cause })

/** A 504: it needed more memory than it may use. `cause` is logged only. */
export const overMemory = (what: Ended, cause?: unknown): ServiceError =>
  new ServiceError('TIMEOUT', `The ${what} needed more memory than its budget (QUERY_MEMORY)`, { cause })

/** A 422: a query answers more rows than it may return. `cause` is logged only. */
export const overRows = (cause?: unknown): ServiceError =>
  new ServiceError(
    'VALIDATION_ERROR',
    'The answer has too many rows; narrow the range or the breakdown (QUERY_ROWS)',
    { cause },
  )
