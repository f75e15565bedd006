import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { errorCatalogue, type ErrorCode } from '../contract/index.js'
import { linger } from './linger.js'

/** Slow requests are retryable (503); clients drop on 4xx. */
const slow = 'ERR_HTTP_REQUEST_TIMEOUT'
const tooLong = 'HPE_HEADER_OVERFLOW'
const seconds = 1

/**
 * Responds to data that never became a request, in the shape of every other error, because no step sees it.
 * Then the connection ends within seconds, whatever the client does.
 */
export const refuseUnread = (newId: (prefix: string) => string) => (error: Error, socket: Duplex) => {
  // A connection without any data is closed silently: the client would take a response for the one to its
  // next request.
  if (!socket.writable || isSilent(socket)) {
    socket.destroy()
    return
  }
  const [code, message] = refusalOf('code' in error ? error.code : null)
  refuse(socket, code, message, newId)
}

/** Writes a complete response on the bare connection and ends it. */
export function refuse(
  socket: Duplex,
  code: ErrorCode,
  message: string,
  newId: (prefix: string) => string,
): void {
  const { status } = errorCatalogue[code]
  const body = JSON.stringify({ error: code, message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    ...(code === 'UNAVAILABLE' ? [`Retry-After: ${seconds}`] : []),
    `X-Request-ID: ${newId('req_')}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  if (socket instanceof Socket) linger(socket, () => false)
}

const isSilent = (socket: Duplex): boolean => socket instanceof Socket && socket.bytesRead === 0

function refusalOf(code: unknown): readonly [ErrorCode, string] {
  if (code === slow) return ['UNAVAILABLE', 'the request took too long to arrive (HEADERS_TIMEOUT)']
  if (code === tooLong) return ['VALIDATION_ERROR', 'the URL and the headers are too long']
  return ['VALIDATION_ERROR', 'this is not a valid HTTP request']
}
