import type { ServerResponse } from 'node:http'

/** A signal that is aborted when the connection closes before the answer is out. */
export function abortedWith(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}
