import { setMaxListeners } from 'node:events'
import type { ServerResponse } from 'node:http'

/** A signal that is aborted when the connection closes before the answer is out. */
export function abortedWith(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  // Every statement of the request listens: a formula has dozens.
  setMaxListeners(0, controller.signal)
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}
