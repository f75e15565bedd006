import {
  cancelled,
  overMemory,
  overTime,
  ServiceError,
  workspaceDeleted,
  workspaceExists,
} from 'sextant/storage'

/** Whether the engine does not find a promoted column, which has been dropped since a statement was compiled. */
export const isGoneColumn = (error: unknown): boolean =>
  error instanceof Error && /^Binder Error:.*\bproperty_[0-9a-f]{24}\b/s.test(error.message)

/**
 * Converts an error of the engine to a ServiceError. The engine's own message is only its cause: it may
 * contain the statement. Faults of the service are returned unchanged.
 */
export function duckdbError(error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof ServiceError || !(error instanceof Error)) return error
  if (error.name === 'AbortError') return cancelled('query', error)
  // The words of an appender, which names no kind of error.
  if (/^Table ".*" could not be found$/.test(error.message)) return workspaceDeleted(error)
  const kind = /^([A-Za-z ]+?) Error:/.exec(error.message)?.[1] ?? ''
  switch (kind) {
    case 'INTERRUPT':
      return signal?.aborted === true ? cancelled('query', error) : overTime('query', error)
    case 'Out of Memory':
      return overMemory('query', error)
    case 'Out of Range':
      return new ServiceError('VALIDATION_ERROR', 'a number in the answer is out of range', { cause: error })
    case 'Catalog':
      if (/already exists/.test(error.message)) return workspaceExists(error)
      if (/does not exist/.test(error.message)) return workspaceDeleted(error)
      return error
    case 'IO':
    case 'Transaction':
    case 'TransactionContext':
    case 'Connection':
    case 'FATAL':
      return new ServiceError('UNAVAILABLE', 'the storage cannot be used now', { cause: error })
    default:
      return error
  }
}
