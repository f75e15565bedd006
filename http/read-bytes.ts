import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../contract/index.js'
import { Refusal } from './refusal.js'

export const tooLarge = (limit: number, what = 'the body'): ServiceError =>
  new ServiceError('PAYLOAD_TOO_LARGE', `${what} exceeds its limit of ${limit} bytes`)

/** The minimum speed of a body. */
export interface Pace {
  /** Bytes per second, on average over each span of `bodyGrace` milliseconds; 0 for none. */
  readonly bodyMinRate: number
  readonly bodyGrace: number
  /** Milliseconds that a whole body may take. */
  readonly requestTimeout: number
}

export interface ReadLimits {
  /** Bytes. */
  readonly limit: number
  readonly pace: Pace
}

const retrySeconds = 1

/**
 * Returns the body's bytes as sent. `take` is called with the number of bytes before they are stored; an
 * error it throws ends the reading. Throws PAYLOAD_TOO_LARGE as soon as the body is known to exceed the
 * limit, and UNAVAILABLE if it arrives too slowly: slow uploads are retryable, clients drop on 4xx.
 */
export async function readBytes(
  request: IncomingMessage,
  { limit, pace }: ReadLimits,
  take: (bytes: number) => void,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let watch: NodeJS.Timeout | null = null
    const stop = (): void => {
      if (watch !== null) clearInterval(watch)
      request.off('data', keep).off('end', finish).off('error', fail).off('close', gone)
    }
    const fail = (error: Error): void => {
      stop()
      reject(error)
      // The rest is read and dropped, so that the client can finish sending and read the response.
      request.on('error', () => undefined).resume()
    }
    const gone = (): void => fail(new Error('the connection closed before the end of the body'))
    const finish = (): void => {
      stop()
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size))
    }
    const keep = (chunk: Buffer): void => {
      size += chunk.length
      try {
        if (size > limit) throw tooLarge(limit)
        take(chunk.length)
        chunks.push(chunk)
      } catch (error) {
        fail(error as Error)
      }
    }
    request.on('data', keep).on('end', finish).on('error', fail).on('close', gone)
    if (!request.complete) watch = watchPace(pace, () => size, request, fail)
  })
}

function watchPace(
  { bodyMinRate, bodyGrace, requestTimeout }: Pace,
  sizeNow: () => number,
  request: IncomingMessage,
  fail: (error: Error) => void,
): NodeJS.Timeout {
  const least = (bodyMinRate * bodyGrace) / 1000
  let spans = 0
  let before = 0
  const judge = (): void => {
    if (request.complete) return
    const size = sizeNow()
    if (size - before < least)
      fail(late(`the body arrived at less than ${bodyMinRate} bytes per second (BODY_MIN_RATE)`))
    else if (++spans * bodyGrace >= requestTimeout)
      fail(late('the request took too long to arrive (REQUEST_TIMEOUT)'))
    before = size
  }
  // Timers run before sockets are read: after a pause of this process, bytes may have arrived and not been
  // read yet.
  return setInterval(() => setImmediate(judge), bodyGrace)
}

const late = (message: string): Refusal => new Refusal('body_too_slow', message, retrySeconds)
