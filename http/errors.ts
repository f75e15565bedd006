import { ServiceError, type ErrorDetail, type Log } from '../contract/index.js'
import type { HttpContext, Step } from './context.js'

/** The body of every error response. */
export interface ErrorBody {
  readonly error: string
  readonly message: string
  readonly details?: readonly ErrorDetail[]
  readonly request_id?: string
}

/** Nginx's status for a client that disconnected before its response; only the log has it. */
const clientClosed = 499
const retrySeconds = 5

/**
 * Wraps all other steps: anything thrown inside is answered as `{error, message}`, and its cause is logged.
 */
export function errors(log: Log): Step {
  return async (ctx, next) => {
    try {
      await next()
    } catch (thrown) {
      answerError(ctx, thrown, log)
    }
  }
}

function answerError(ctx: HttpContext, thrown: unknown, log: Log): void {
  // Undefined if the request failed before it was set.
  const request = ctx.state.request as HttpContext['state']['request'] | undefined
  const fields = {
    request_id: ctx.state.requestId,
    route: ctx.state.route ?? 'unmatched',
    plugin: request?.plugin ?? 'core',
  }
  if (!ctx.writable || ctx.headerSent) {
    log.debug({ ...fields, err: thrown }, 'the client disconnected')
    ctx.res.statusCode = clientClosed
    return
  }
  const error = thrown instanceof ServiceError ? thrown : null
  if (error === null || error.code === 'INTERNAL') log.error({ ...fields, err: thrown }, 'request failed')
  else if (error.status >= 500) log.warn({ ...fields, code: error.code, err: error.cause }, error.message)
  else log.debug({ ...fields, code: error.code, err: error.cause }, error.message)

  const body = error === null ? unknownFault(ctx) : bodyOf(ctx, error)
  ctx.remove('Content-Encoding')
  ctx.status = error?.status ?? 500
  if (error?.code === 'UNAUTHORIZED') ctx.set('WWW-Authenticate', 'Bearer')
  const retryAfter =
    error?.retryAfter ?? (ctx.status === 503 || ctx.status === 429 ? retrySeconds : undefined)
  if (retryAfter !== undefined) ctx.set('Retry-After', String(Math.max(1, Math.ceil(retryAfter))))
  ctx.type = 'application/json'
  ctx.body = JSON.stringify(body)
}

const unknownFault = (ctx: HttpContext): ErrorBody => ({
  error: 'INTERNAL',
  message: 'an internal error; quote the request_id when you report it',
  request_id: ctx.state.requestId,
})

const bodyOf = (ctx: HttpContext, { code, message, details }: ServiceError): ErrorBody => ({
  error: code,
  message: cut(message),
  ...(details.length > 0 ? { details: details.map(cutDetail) } : {}),
  ...(code === 'INTERNAL' ? { request_id: ctx.state.requestId } : {}),
})

/** A message may quote the input, which can be long. */
const longestMessage = 1_000

const cut = (text: string): string =>
  text.length > longestMessage ? `${text.slice(0, longestMessage).toWellFormed()}…` : text

const cutDetail = ({ path, message }: ErrorDetail): ErrorDetail => ({
  path: cut(path),
  message: cut(message),
})
