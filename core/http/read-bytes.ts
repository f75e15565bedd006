import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../contract/index.js'
import { Refusal } from './refusal.js'

export const tooLarge = (limit: number, what = 'the body'): ServiceError =>
  new ServiceError('PAYLOAD_TOO_LARGE', `${what} is over its limit of ${limit} bytes`)

/** How fast a body must arrive. */
export interface Pace {
  /** Bytes a second, on average over each span of `bodyGrace` milliseconds; 0: any. */
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
 * The body's bytes as sent. `take` gets the number of bytes before they are kept; what it throws ends the reading.
 * Throws PAYLOAD_TOO_LARGE as soon as the body is known to be over the limit, UNAVAILABLE if it arrives too slowly:
 * slow uploads are retryable, clients drop on 4xx.
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
      // The rest is read and dropped, so that the client can finish sending and see the answer.
      request.on('error', () => undefined).resume()
    }
    const gone = (): void => fail(new Error('the connection closed inside the body'))
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
      fail(late(`the body arrives at less than ${bodyMinRate} bytes a second (BODY_MIN_RATE)`))
    else if (++spans * bodyGrace >= requestTimeout)
      fail(late('the request took too long to arrive (REQUEST_TIMEOUT)'))
    before = size
  }
  // Timers run before sockets are read: after a pause of this process the bytes may be here, and only not yet read.
  return setInterval(() => setImmediate(judge), bodyGrace)
}

const late = (message: string): Refusal => new Refusal('body_too_slow', message, retrySeconds)
