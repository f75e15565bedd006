/**
 * The error catalogue: each error code with its HTTP status and meaning. A test keeps docs/errors.md equal to
 * it.
 */
export const errorCatalogue = {
  UNAUTHORIZED: { status: 401, meaning: 'The token or key is missing, invalid, expired or revoked.' },
  FORBIDDEN: { status: 403, meaning: 'The caller lacks the permission, or access to this workspace.' },
  NOT_FOUND: { status: 404, meaning: 'The resource or path does not exist.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path exists, but does not support this method.' },
  CONFLICT: { status: 409, meaning: 'The request conflicts with existing data.' },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The body, or one item in it, exceeds its limit.' },
  VALIDATION_ERROR: { status: 422, meaning: 'A parameter, body field or statement is invalid.' },
  RATE_LIMITED: {
    status: 429,
    meaning: 'Too many attempts, or too many queries at once; retry after Retry-After seconds.',
  },
  INTERNAL: { status: 500, meaning: 'An internal error; quote the request_id.' },
  UNAVAILABLE: {
    status: 503,
    meaning: 'The storage is down or overloaded; retry after Retry-After seconds.',
  },
  TIMEOUT: { status: 504, meaning: 'The query exceeded its time or memory budget.' },
} as const

export type ErrorCode = keyof typeof errorCatalogue

/** One problem at one location of the input; `path` is a parameter name or a JSON pointer. */
export interface ErrorDetail {
  readonly path: string
  readonly message: string
}

export interface ServiceErrorOptions {
  readonly details?: readonly ErrorDetail[]
  /** Seconds, for the Retry-After header. */
  readonly retryAfter?: number
  /** The underlying error: logged, never sent. */
  readonly cause?: unknown
}

/** The only error whose message reaches the caller. Write the message for the caller. */
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

/**
 * A statement used something that existed when the store's facts were read and has since been dropped. Read
 * the facts again and recompile.
 */
export class FactsChanged extends ServiceError {
  constructor(cause: unknown) {
    super('UNAVAILABLE', 'the tables were just rebuilt; try again', { cause, retryAfter: 1 })
  }
}

/** A 422 about one parameter or field. */
export function invalid(path: string, message: string): ServiceError {
  return new ServiceError('VALIDATION_ERROR', message, { details: [{ path, message }] })
}
