import { ClickHouseError } from '@clickhouse/client'
import { FactsChanged, overMemory, overRows, overTime, ServiceError } from '../../core/contract/index.js'

/** The engine's codes by what they mean for a caller. */
const tooSlow = new Set(['159', '160', '290'])
const tooMuchMemory = new Set(['241', '167', '306'])
const tooManyRows = new Set(['396', '158'])
const cancelled = new Set(['394', '735'])
const goneWorkspace = new Set(['81', '60'])
const takenWorkspace = '82'
/** A generation of rollups that was asked for has just been removed. */
const goneRollup = '582'
const overloaded = new Set(['202', '252', '243', '203'])
/**
 * A server of a cluster does not answer, or has not all that was acknowledged: what it would say is not known. The last
 * ones are of replicas that are too few, read-only, behind, or busy with another insert.
 */
const unreachable = new Set([
  ...['209', '210', '236', '279', '32', '999'],
  ...['242', '254', '285', '286', '289', '319'],
])

/** Never the engine's own text: it holds the statement and names of tables. */
export function clickhouseError(error: unknown): unknown {
  if (error instanceof ServiceError) return error
  const options = { cause: error }
  if (!(error instanceof ClickHouseError)) {
    if (!isNetworkError(error)) return error
    return new ServiceError('UNAVAILABLE', 'The analytics storage does not answer now.', {
      ...options,
      retryAfter: 2,
    })
  }
  const { code } = error
  if (tooSlow.has(code)) return overTime('query', error)
  if (tooMuchMemory.has(code)) return overMemory('query', error)
  if (tooManyRows.has(code)) return overRows(error)
  if (cancelled.has(code))
    return new ServiceError('UNAVAILABLE', 'The query was cancelled.', { ...options, retryAfter: 1 })
  if (goneWorkspace.has(code))
    return new ServiceError('NOT_FOUND', 'The workspace has no data any more.', options)
  if (code === takenWorkspace)
    return new ServiceError('CONFLICT', 'There is a database of this workspace number already.', options)
  if (code === goneRollup) return new FactsChanged(error)
  if (overloaded.has(code))
    return new ServiceError('UNAVAILABLE', 'The analytics storage is overloaded.', {
      ...options,
      retryAfter: 2,
    })
  // ENFILE and EMFILE, under whichever of the engine's codes for files.
  if (/errno: 2[34]\b/.test(error.message))
    return new ServiceError('UNAVAILABLE', 'The analytics storage has too many files open.', {
      ...options,
      retryAfter: 5,
    })
  if (unreachable.has(code))
    return new ServiceError('UNAVAILABLE', 'A part of the analytics storage does not answer now.', {
      ...options,
      retryAfter: 2,
    })
  return error
}

/** Whether a generation of views was asked for that is not there. */
export const isGoneView = (error: unknown): boolean =>
  error instanceof FactsChanged && error.cause instanceof ClickHouseError && error.cause.code === goneRollup

/** Whether a table was asked for that is not there. */
export const isGoneTable = (error: unknown): boolean =>
  error instanceof ServiceError && error.cause instanceof ClickHouseError && error.cause.code === '60'

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** The client's own words for a connection that ended or a server that is silent. */
const networkSentences = /socket hang up|Timeout error|aborted|The user aborted a request/i

export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' && networkCodes.has(code)) || networkSentences.test(error.message)
}
