import { ClickHouseError } from '@clickhouse/client'
import {
  cancelled,
  FactsChanged,
  overMemory,
  overRows,
  overTime,
  ServiceError,
  workspaceDeleted,
  workspaceExists,
} from '../../contract/index.js'

/** ClickHouse error codes, grouped by what they mean for the caller. */
const tooSlow = new Set(['159', '160', '290'])
const tooMuchMemory = new Set(['241', '167', '306'])
const tooManyRows = new Set(['396', '158'])
const killed = new Set(['394', '735'])
const goneWorkspace = new Set(['81', '60'])
const takenWorkspace = '82'
/** NO_SUCH_PROJECTION: the generation of rollups that a statement reads has just been dropped. */
const goneRollup = '582'
const overloaded = new Set(['202', '252', '243', '203'])
/**
 * A server of a cluster does not respond, or lacks rows that were acknowledged, so its answer is unknown. The
 * second line lists replicas that are too few, read-only, behind, or busy with another insert.
 */
const unreachable = new Set([
  ...['209', '210', '236', '279', '32', '999'],
  ...['242', '254', '285', '286', '289', '319'],
])

/** A statement over the server's limits of length (http_max_field_value_size, max_query_size), of parameters or of its tree. */
const tooLong = /Field value too long|Too many form fields|Max query size exceeded|AST is too (?:big|deep)/

/**
 * Returns the error to answer with: a ServiceError for what the engine and the network report, else the error
 * unchanged. The engine's own message is only its `cause`, because it contains the statement and table names.
 */
export function clickhouseError(error: unknown): unknown {
  if (error instanceof ServiceError) return error
  const options = { cause: error }
  if (error instanceof Error && tooLong.test(error.message))
    return new ServiceError(
      'VALIDATION_ERROR',
      'the question is too long for this storage; use fewer conditions or smaller calculated properties',
      options,
    )
  if (!(error instanceof ClickHouseError)) {
    if (!isNetworkError(error)) return error
    return new ServiceError('UNAVAILABLE', 'the analytics storage does not respond', {
      ...options,
      retryAfter: 2,
    })
  }
  const { code } = error
  if (tooSlow.has(code)) return overTime('query', error)
  if (tooMuchMemory.has(code)) return overMemory('query', error)
  if (tooManyRows.has(code)) return overRows(error)
  if (killed.has(code)) return cancelled('query', error)
  if (goneWorkspace.has(code)) return workspaceDeleted(error)
  if (code === takenWorkspace) return workspaceExists(error)
  if (code === goneRollup) return new FactsChanged(error)
  if (overloaded.has(code))
    return new ServiceError('UNAVAILABLE', 'the analytics storage is overloaded', {
      ...options,
      retryAfter: 2,
    })
  // ENFILE (23) and EMFILE (24), which ClickHouse reports under several of its codes.
  if (/errno: 2[34]\b/.test(error.message))
    return new ServiceError('UNAVAILABLE', 'the analytics storage has too many open files', {
      ...options,
      retryAfter: 5,
    })
  if (unreachable.has(code))
    return new ServiceError('UNAVAILABLE', 'a server of the analytics storage does not respond', {
      ...options,
      retryAfter: 2,
    })
  return error
}

/** Whether a statement read a generation of rollups that no longer exists. */
export const isGoneView = (error: unknown): boolean =>
  error instanceof FactsChanged && error.cause instanceof ClickHouseError && error.cause.code === goneRollup

/** Whether a statement read a table that does not exist. */
export const isGoneTable = (error: unknown): boolean =>
  error instanceof ServiceError && error.cause instanceof ClickHouseError && error.cause.code === '60'

/** Whether a database got a new table while it was dropped. */
export const isNotEmpty = (error: unknown): boolean =>
  error instanceof ClickHouseError && error.code === '219'

/**
 * Whether a condition of a statement threw: it looked persons up in a held map that is empty since the engine was started
 * again, or read another value than its guess.
 */
export const isThrown = (error: unknown): error is ClickHouseError =>
  error instanceof ClickHouseError && error.code === '395'

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

/** The client's messages for a closed connection or an unresponsive server. */
const networkSentences = /socket hang up|Timeout error|aborted|The user aborted a request/i

/**
 * Whether the connection failed or the server did not respond, as opposed to an error that the engine
 * reported.
 */
export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' && networkCodes.has(code)) || networkSentences.test(error.message)
}
