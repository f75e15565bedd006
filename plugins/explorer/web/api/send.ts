import { addressOf, type Call } from './call.js'
import { asApiError, errorOf, isAbort } from './error.js'
import { dropSession, token } from './session.js'
import { workspace } from './workspace.js'

/** Sends a request as the logged-in user, for the open workspace. Rejects with an ApiError or an AbortError. */
export async function send<T>(call: Call, signal?: AbortSignal): Promise<T> {
  const response = await respond(call, signal)
  return (response.status === 204 ? null : await response.json()) as T
}

/** Like send(), but returns the response itself, for files and streams. */
export async function respond(call: Call, signal?: AbortSignal): Promise<Response> {
  const response = await answerOf(call, signal)
  if (response.ok) return response
  throw await errorOf(response)
}

/** Like respond(), but returns responses with an error status as well. */
export async function answerOf(call: Call, signal?: AbortSignal): Promise<Response> {
  const sent = token.peek()
  const response = await reach(call, sent, signal)
  // The token has expired or was revoked. Dropping the session shows the login; the view loads again after it.
  if (response.status === 401 && sent !== null && sent === token.peek()) dropSession()
  return response
}

type Reach = (call: Call, bearer: string | null, signal?: AbortSignal) => Promise<Response>

let reach: Reach = overFetch

/** Sends all requests in another way: the document of a plugin's page asks the explorer to send them. */
export const sendOver = (other: Reach): void => void (reach = other)

async function overFetch(call: Call, bearer: string | null, signal?: AbortSignal): Promise<Response> {
  const id = workspace.peek()?.id
  const headers = new Headers()
  if (bearer !== null) headers.set('Authorization', `Bearer ${bearer}`)
  if (id !== undefined) headers.set('X-Workspace-ID', id)
  if (call.body !== undefined) headers.set('Content-Type', 'application/json')
  try {
    return await fetch(addressOf(call), {
      method: call.method,
      headers,
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (error) {
    throw isAbort(error) ? error : asApiError(error)
  }
}
