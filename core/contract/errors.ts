/**
 * The error catalogue: every code an answer may carry, its HTTP status and its meaning.
 * docs/errors.md is kept equal to it by a test.
 */
export const errorCatalogue = {
  UNAUTHORIZED: { status: 401, meaning: 'The token or key is missing, invalid, expired or ended.' },
  FORBIDDEN: { status: 403, meaning: 'The caller may not do this, or not in this workspace.' },
  NOT_FOUND: { status: 404, meaning: 'There is no such resource or path.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path exists, but not with this method.' },
  CONFLICT: { status: 409, meaning: 'The request contradicts what is already there.' },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The body, or one item of it, is over its limit.' },
  VALIDATION_ERROR: { status: 422, meaning: 'A parameter, a body field or a statement is not valid.' },
  RATE_LIMITED: {
    status: 429,
    meaning: 'Too many tries, or too many questions at once; Retry-After says when to come back.',
  },
  INTERNAL: { status: 500, meaning: 'A fault of the service itself; quote the request_id.' },
  UNAVAILABLE: {
    status: 503,
    meaning: 'The storage is down or overloaded; Retry-After says when to come back.',
  },
  TIMEOUT: { status: 504, meaning: 'The query went over its time or memory budget.' },
} as const

export type ErrorCode = keyof typeof errorCatalogue

/** One complaint about one place of the input; `path` is a parameter name or a JSON pointer. */
export interface ErrorDetail {
  readonly path: string
  readonly message: string
}

export interface ServiceErrorOptions {
  readonly details?: readonly ErrorDetail[]
  /** Seconds, for the Retry-After header. */
  readonly retryAfter?: number
  /** What really happened: logged, never answered. */
  readonly cause?: unknown
}

/** The one error that may reach a caller: its message is written for the caller. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[]
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.details = options.details ?? []
    this.retryAfter = options.retryAfter
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}

/** A statement asked for something that the store's facts named and that is gone by now: ask for facts and compile again. */
export class FactsChanged extends ServiceError {
  constructor(cause: unknown) {
    super('UNAVAILABLE', 'the tables were just rebuilt; try again', { cause, retryAfter: 1 })
  }
}

/** A 422 about one parameter or field. */
export function invalid(path: string, message: string): ServiceError {
  return new ServiceError('VALIDATION_ERROR', message, { details: [{ path, message }] })
}
