import type { components } from './api.js'

type Envelope = components['schemas']['Error']

/** The codes of docs/errors.md. */
export type ErrorCode = Envelope['error']

/** What is wrong with one parameter or one member of the body. */
export type ErrorDetail = components['schemas']['ErrorDetail']

/** An error response of the service. */
export class SextantError extends Error {
  override readonly name = 'SextantError'
  readonly status: number
  /** Null if the response is not the service's own, such as that of a proxy before it. */
  readonly code: ErrorCode | null
  /** Empty unless the code is VALIDATION_ERROR. */
  readonly details: readonly ErrorDetail[]
  /** The id of the request in the service's log; null if the response has none. */
  readonly requestId: string | null
  /** Seconds after which the same request may succeed; null if the response does not say. */
  readonly retryAfter: number | null

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, body: Partial<Envelope>) {
    super(body.message ?? `HTTP ${status}`)
    this.status = status
    this.code = body.error ?? null
    this.details = body.details ?? []
    this.requestId = body.request_id ?? headers.get('X-Request-ID')
    const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
    this.retryAfter = Number.isFinite(seconds) ? seconds : null
  }
}

/** Reads an error response, which is JSON if it is the service's own. */
export async function errorOf(response: Response): Promise<SextantError> {
  const text = await response.text().catch(() => '')
  return new SextantError(response, envelopeIn(text))
}

function envelopeIn(text: string): Partial<Envelope> {
  try {
    const body: unknown = JSON.parse(text)
    return isEnvelope(body) ? body : {}
  } catch {
    return {}
  }
}

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  typeof body.error === 'string' &&
  'message' in body &&
  typeof body.message === 'string'
