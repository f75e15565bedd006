import type { Call } from './call.js'
import { ApiError } from './error.js'
import { send } from './send.js'
import { apiText } from '../text/api.js'

const mostTries = 4
const longestWait = 30

/**
 * send() with retries on 429: waits for `Retry-After` and sends up to four times. Does not wait longer than 30 seconds.
 * Rejects with the error of the last answer, or an AbortError.
 */
export async function sendPatiently<T>(call: Call, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send<T>(call, signal)
    } catch (error) {
      const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfter : null
      if (seconds === null || seconds > longestWait || tries === mostTries) throw error
      // Jitter: the tiles of a board must not all retry at the same moment.
      await pause(seconds * 1_000 * (1 + Math.random() / 2), signal)
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer)
      reject(new DOMException(apiText.theRequestWasCancelled, 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave)
      resolve()
    }, milliseconds)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
}
