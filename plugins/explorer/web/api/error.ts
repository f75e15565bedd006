import { apiText } from '../text/api.js'

export interface ErrorDetail {
  readonly path: string
  readonly message: string
}

/** An error that the service answered, or a failure to reach it. */
export class ApiError extends Error {
  /** HTTP status; 0 if there was no answer. */
  readonly status: number
  /** The service's error code (`VALIDATION_ERROR` …), or `OFFLINE`. */
  readonly code: string
  readonly details: readonly ErrorDetail[]
  /** Seconds to wait before a retry; null if the service gives none. */
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

/** The service's messages begin in lower case, like the end of a sentence; pages show them on their own. */
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The error of an answer that is not 2xx; its messages begin with a capital letter. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Envelope
  const retryAfter = Number(response.headers.get('Retry-After'))
  return new ApiError(
    response.status,
    typeof body.error === 'string' ? body.error : 'INTERNAL',
    capitalized(
      typeof body.message === 'string' ? body.message : apiText.theServiceAnsweredWithStatus(response.status),
    ),
    {
      details: (body.details ?? []).map((one) => ({ ...one, message: capitalized(one.message) })),
      retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
      requestId: response.headers.get('X-Request-ID'),
    },
  )
}

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

/** Any thrown value as an ApiError; anything else than an ApiError counts as a failure to reach the service. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(0, 'OFFLINE', apiText.cannotReachTheServiceCheckThe)
