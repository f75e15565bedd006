export interface ErrorDetail {
  readonly path: string
  readonly message: string
}

/** An error of the service's envelope, or of the way there. */
export class ApiError extends Error {
  /** 0: there was no answer. */
  readonly status: number
  /** A code of the service (`VALIDATION_ERROR` …), or `OFFLINE`. */
  readonly code: string
  readonly details: readonly ErrorDetail[]
  /** Seconds to wait, where the service says so. */
  readonly retryAfter: number | null
  readonly requestId: string | null

  constructor(status: number, code: string, message: string, more: Partial<ApiErrorMore> = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = more.details ?? []
    this.retryAfter = more.retryAfter ?? null
    this.requestId = more.requestId ?? null
  }
}

interface ApiErrorMore {
  readonly details: readonly ErrorDetail[]
  readonly retryAfter: number | null
  readonly requestId: string | null
}

interface Envelope {
  readonly error?: unknown
  readonly message?: unknown
  readonly details?: readonly ErrorDetail[]
}

export async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Envelope
  const retryAfter = Number(response.headers.get('Retry-After'))
  return new ApiError(
    response.status,
    typeof body.error === 'string' ? body.error : 'INTERNAL',
    typeof body.message === 'string' ? body.message : `The service answered ${response.status}.`,
    {
      details: body.details ?? [],
      retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
      requestId: response.headers.get('X-Request-ID'),
    },
  )
}

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError(0, 'OFFLINE', 'The service could not be reached. Check the connection and try again.')
