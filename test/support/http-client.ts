/** A response, read completely. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads what it expects of it
  readonly body: any
}

export type Init = Omit<RequestInit, 'headers'> & {
  /** The token or key to send. */
  readonly as?: string
  readonly headers?: Record<string, string>
}

export type Call = (path: string, init?: Init) => Promise<Answer>

/** Calls a running service over HTTP. */
export function callTo(url: string): Call {
  return async (path, { as, headers = {}, ...init } = {}) => {
    const authorization: Record<string, string> = as === undefined ? {} : { authorization: `Bearer ${as}` }
    const response = await fetch(url + path, { ...init, headers: { ...authorization, ...headers } })
    const text = await response.text()
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json')
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : null
    return { status: response.status, headers: response.headers, text, body }
  }
}

/** A POST of JSON; a string or bytes are sent as they are, with the same type. */
export const post = (body: unknown, init: Init = {}): Init => ({
  method: 'POST',
  body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  ...init,
  headers: { 'content-type': 'application/json', ...init.headers },
})
