import type { ServerResponse } from 'node:http'

/** Returns a signal that is aborted if the connection closes before the response is complete. */
export function abortedWith(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}
