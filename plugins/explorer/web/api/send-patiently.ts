import type { Call } from './call.js'
import { ApiError } from './error.js'
import { send } from './send.js'

const mostTries = 4
const longestWait = 30

/**
 * As send(), for questions: where the service says that too much is asked at once, it waits as long as the service says
 * and asks again, a few times. Rejects with the last answer's error.
 */
export async function sendPatiently<T>(call: Call, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send<T>(call, signal)
    } catch (error) {
      const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfter : null
      if (seconds === null || seconds > longestWait || tries === mostTries) throw error
      // Not all tiles of a board at the same moment.
      await pause(seconds * 1_000 * (1 + Math.random() / 2), signal)
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer)
      reject(new DOMException('The question was taken back.', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave)
      resolve()
    }, milliseconds)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
}
