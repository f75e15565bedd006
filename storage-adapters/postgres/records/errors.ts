import { ServiceError } from '../../../core/contract/index.js'
import pg from 'pg'

/** SQLSTATEs of a server that cannot serve now; a class is its first two characters. */
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

/** What pg and pg-pool say without any code. */
const driverSentences =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

function isUnavailable(error: Error & { code?: unknown }): boolean {
  const code = typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError)
    return unavailableStates.has(code) || unavailableClasses.has(code.slice(0, 2))
  return networkCodes.has(code) || driverSentences.test(error.message)
}

/**
 * What a caller may learn of a failed statement: CONFLICT, UNAVAILABLE, or VALIDATION_ERROR for a text with a NUL.
 * Everything else is a fault of ours and comes back as it is.
 */
export function recordError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ServiceError) return error
  const { code } = error as { code?: unknown }
  if (code === '23505')
    return new ServiceError('CONFLICT', 'There is such a record already.', { cause: error })
  if (code === '23503')
    return new ServiceError(
      'CONFLICT',
      'A record that this one belongs to, or that needs it, is in the way.',
      {
        cause: error,
      },
    )
  if (code === '22021')
    return new ServiceError('VALIDATION_ERROR', 'A text holds a character that cannot be stored.', {
      cause: error,
    })
  if (isUnavailable(error))
    return new ServiceError('UNAVAILABLE', 'The record database does not answer now.', {
      retryAfter: 2,
      cause: error,
    })
  return error
}

/** What the driver or server said, if this error was made of it. */
const driverError = (error: unknown): unknown => (error instanceof ServiceError ? error.cause : error)

/** A prepared statement whose table was migrated by another service: it runs again when prepared anew. */
export function isStalePlan(error: unknown): boolean {
  const from = driverError(error)
  return from instanceof pg.DatabaseError && from.code === '0A000' && from.routine === 'RevalidateCachedQuery'
}

/** Is the connection unfit for further use? Its server's plain complaint about a statement leaves it whole. */
export function isBroken(error: unknown): boolean {
  const from = driverError(error)
  return !(from instanceof pg.DatabaseError) || from.severity === 'FATAL' || isStalePlan(from)
}
