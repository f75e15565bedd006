import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorCatalogue, type ErrorCode } from '../contract/index.js'

/** Of a request that took too long to arrive, the same may be sent again: who reads 422 would drop it. */
const slow = 'ERR_HTTP_REQUEST_TIMEOUT'
const tooLong = 'HPE_HEADER_OVERFLOW'
const seconds = 1

/** Answers what never became a request, for no step sees it, in the shape of every other error. */
export const refuseUnread = (newId: (prefix: string) => string) => (error: Error, socket: Duplex) => {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const [code, message] = refusalOf('code' in error ? error.code : null)
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
}

function refusalOf(code: unknown): readonly [ErrorCode, string] {
  if (code === slow) return ['UNAVAILABLE', 'the request took too long to arrive']
  if (code === tooLong) return ['VALIDATION_ERROR', 'the address and the headers are too long']
  return ['VALIDATION_ERROR', 'this is not a valid HTTP request']
}
