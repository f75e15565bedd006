import { ServiceError } from '../../../contract/index.js'
import pg from 'pg'

/** SQLSTATEs of a server that is temporarily unavailable; a class is the first two characters. */
const unavailableClasses = new Set(['08', '53'])
const unavailableStates = new Set([
  '25006', // read-only: a standby after a failover
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock timeout
  '57014', // statement timeout
  '57P01', // shut down by its administrator
  '57P02', // shut down by a crash
  '57P03', // starting up
])

/** Codes of the operating system and of name resolution. */
const networkCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** The messages of errors in pg and pg-pool that have no code. */
const driverSentences =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

function isUnavailable(error: Error & { code?: unknown }): boolean {
  const code = typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError)
    return unavailableStates.has(code) || unavailableClasses.has(code.slice(0, 2))
  return networkCodes.has(code) || driverSentences.test(error.message)
}

/**
 * Converts the error of a statement to a ServiceError: CONFLICT, UNAVAILABLE, or VALIDATION_ERROR for a
 * string with a NUL. All other errors are faults of the service and are returned unchanged.
 */
export function recordError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ServiceError) return error
  const { code } = error as { code?: unknown }
  if (code === '23505') return new ServiceError('CONFLICT', 'record already exists', { cause: error })
  if (code === '23503')
    return new ServiceError(
      'CONFLICT',
      'record references a missing record, or is still referenced by another',
      {
        cause: error,
      },
    )
  if (code === '22021')
    return new ServiceError('VALIDATION_ERROR', 'strings must not contain NUL characters', {
      cause: error,
    })
  if (isUnavailable(error))
    return new ServiceError('UNAVAILABLE', 'the record database does not respond', {
      retryAfter: 2,
      cause: error,
    })
  return error
}

/** The error of the driver or server, if a ServiceError was made from it. */
const driverError = (error: unknown): unknown => (error instanceof ServiceError ? error.cause : error)

/**
 * Whether a prepared statement is invalid because another process
 * migrated its table; it succeeds without preparation.
 */
export function isStalePlan(error: unknown): boolean {
  const from = driverError(error)
  return from instanceof pg.DatabaseError && from.code === '0A000' && from.routine === 'RevalidateCachedQuery'
}

/** Whether the connection must be closed. After an ordinary error of a statement it can be used again. */
export function isBroken(error: unknown): boolean {
  const from = driverError(error)
  return !(from instanceof pg.DatabaseError) || from.severity === 'FATAL' || isStalePlan(from)
}
