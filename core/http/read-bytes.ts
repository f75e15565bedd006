import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../contract/index.js'

export const tooLarge = (limit: number, what = 'the body'): ServiceError =>
  new ServiceError('PAYLOAD_TOO_LARGE', `${what} is over its limit of ${limit} bytes`)

/**
 * The body's bytes as sent. Stops keeping them as soon as they are over the limit (413). `take` is told of all bytes
 * before they are kept: at once if the request says how many they are; what it throws ends the reading.
 */
export async function readBytes(
  request: IncomingMessage,
  limit: number,
  take: (bytes: number) => void,
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > limit) throw tooLarge(limit)
  take(announced)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const stop = (): void => {
      request.off('data', keep).off('end', finish).off('error', fail).off('close', gone)
    }
    const fail = (error: Error): void => {
      stop()
      reject(error)
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
        if (size > announced) take(chunk.length)
        chunks.push(chunk)
      } catch (error) {
        // The rest is let go unread, so that the client can finish sending and see the answer.
        fail(error as Error)
        request.resume()
      }
    }
    request.on('data', keep).on('end', finish).on('error', fail).on('close', gone)
  })
}
