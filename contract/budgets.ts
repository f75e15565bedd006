import { ServiceError, type ServiceErrorOptions } from './errors.js'

/** The work that a budget or a cancellation ended: an analytics query, or a member's SQL statement. */
type Work = 'query' | 'statement'

/** A 504: the engine ended the work at its time limit. `cause` is logged only. */
export const overTime = (work: Work, cause?: unknown): ServiceError =>
  new ServiceError('TIMEOUT', `the ${work} exceeded its time budget (QUERY_TIMEOUT)`, { cause })

/** A 504: the work needed more memory than its budget. `cause` is logged only. */
export const overMemory = (work: Work, cause?: unknown): ServiceError =>
  new ServiceError('TIMEOUT', `the ${work} exceeded its memory budget (QUERY_MEMORY)`, { cause })

/** A 422: a query returns more rows than its budget. `cause` is logged only. */
export const overRows = (cause?: unknown): ServiceError =>
  new ServiceError(
    'VALIDATION_ERROR',
    'the answer has too many rows; narrow the range or the breakdown (QUERY_ROWS)',
    { cause },
  )

/** A 503: the work was cancelled before it ended. `cause` is logged only. */
export const cancelled = (work: Work, cause?: unknown): ServiceError =>
  new ServiceError('UNAVAILABLE', `the ${work} was cancelled`, { cause, retryAfter: 1 })

/** A 429 or 503: the workspace, or the whole service, runs as many SQL statements as it may. `cause` is logged only. */
export const tooManyStatements = (
  code: 'RATE_LIMITED' | 'UNAVAILABLE',
  of: 'workspace' | 'service',
  cause?: unknown,
): ServiceError =>
  new ServiceError(code, `this ${of} is running too many SQL statements; try again soon`, {
    cause,
    retryAfter: 2,
  })

/** A SQL result of more bytes than its budget: a 504 or a 422, as the engine ends it. */
export const overBytes = (
  code: 'TIMEOUT' | 'VALIDATION_ERROR',
  options: ServiceErrorOptions = {},
): ServiceError =>
  new ServiceError(code, 'the result exceeds its size budget; select fewer columns or rows', options)
