import { Agent, request as open, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

export interface CallOptions {
  readonly query?: Readonly<Record<string, string>> | string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly token?: string | null
  readonly workspace?: string
}

export interface Called {
  readonly status: number
  readonly headers: Headers
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test looks into any answer
  readonly body: any
}

/**
 * Idle connections are reused for less time than the service keeps them, so that it never closes one in use.
 */
const agent = new Agent({ keepAlive: true, timeout: 3_000 })

/** A call as programs make it, at a fraction of the processor time of fetch(). */
export async function request(
  base: string,
  method: string,
  path: string,
  options: CallOptions,
): Promise<Called> {
  const { query, headers = {}, body, token, workspace } = options
  const search =
    query === undefined ? '' : `?${typeof query === 'string' ? query : new URLSearchParams(query).toString()}`
  const isText = typeof body === 'string' || body instanceof Uint8Array
  const sent = body === undefined || isText ? body : JSON.stringify(body)
  const response = await answerOf(base + path + search, method, sent, {
    'user-agent': 'node',
    accept: '*/*',
    ...(token == null ? {} : { authorization: `Bearer ${token}` }),
    ...(workspace === undefined ? {} : { 'x-workspace-id': workspace }),
    ...(typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {}),
    ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
    ...headers,
  })
  const said = await text(response)
  const isJson = response.headers['content-type']?.startsWith('application/json') === true && said !== ''
  return {
    status: response.statusCode ?? 0,
    headers: headersOf(response),
    body: isJson ? JSON.parse(said) : said,
  }
}

const answerOf = (
  url: string,
  method: string,
  body: string | Uint8Array | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    // As in fetch(), an invalid URL is normalized.
    const call = open(new URL(url), { method, headers, agent }, resolve)
    call.on('error', reject)
    call.end(body)
  })

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}
