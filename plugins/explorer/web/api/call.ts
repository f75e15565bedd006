/** A request to the service as data: it can be sent, shown as a curl command, compared and stored in an address. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Absolute: `/api/v1/…` */
  readonly path: string
  readonly query: readonly Parameter[]
  readonly body?: unknown
}

export type Parameter = readonly [name: string, value: string]
export type Parameters = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Query parameters; undefined, null and empty values are omitted. */
export const parameters = (given: Parameters): readonly Parameter[] =>
  Object.entries(given).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)] as const],
  )

export const get = (path: string, query: Parameters | readonly Parameter[] = []): Call => ({
  method: 'GET',
  path,
  query: isList(query) ? query : parameters(query),
})

export const post = (path: string, body: unknown = {}): Call => ({ method: 'POST', path, query: [], body })
export const put = (path: string, body: unknown): Call => ({ method: 'PUT', path, query: [], body })
export const remove = (path: string, query: Parameters = {}): Call => ({
  method: 'DELETE',
  path,
  query: parameters(query),
})

/** The same request with more query parameters. */
export const withQuery = (call: Call, more: Parameters): Call => ({
  ...call,
  query: [...call.query, ...parameters(more)],
})

/** Path and query string. Brackets are not percent-encoded: the service accepts them as they are. */
export function addressOf({ path, query }: Call): string {
  if (query.length === 0) return path
  const text = new URLSearchParams(query.map(([name, value]) => [name, value])).toString()
  return `${path}?${text.replaceAll('%5B', '[').replaceAll('%5D', ']')}`
}

/** A curl command for a shell; it reads the token from `$SEXTANT_TOKEN`. */
export function curlOf(call: Call, origin: string, workspace: string | null): string {
  const parts = [
    `curl ${call.method === 'GET' || call.method === 'POST' ? '' : `-X ${call.method} `}-g ${quoted(origin + addressOf(call))}`,
    '-H "Authorization: Bearer $SEXTANT_TOKEN"',
    ...(workspace === null ? [] : [`-H ${quoted(`X-Workspace-ID: ${workspace}`)}`]),
    ...(call.body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(call.body))}`]),
  ]
  return parts.join(' \\\n  ')
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const isList = (query: Parameters | readonly Parameter[]): query is readonly Parameter[] =>
  Array.isArray(query)
