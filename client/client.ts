import type { components } from './api.js'
import { errorOf } from './error.js'
import { linesOf } from './lines.js'
import type { Arguments, CallOptions, Method, OperationAt, PathOf, Result } from './operation.js'
import { rowsOf, type PagedPathOf, type Row } from './pages.js'
import { requestOf, type Call } from './request.js'

export interface ClientOptions {
  /** The service's address, with a path if a proxy adds one: `https://sextant.example.com`. */
  readonly url: string
  /** A query key, an ingest key or the token of a sign-in. A function is called before each request. */
  readonly token?: string | (() => string | Promise<string>)
  /** The id of the workspace, for calls that do not name another. */
  readonly workspace?: string
  /** Further headers of each request. */
  readonly headers?: Readonly<Record<string, string>>
  /** The fetch of the platform by default. */
  readonly fetch?: typeof fetch
}

/** Resolves with the body of the response, and rejects with a SextantError for an error response. */
export type Send<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...input: Arguments<OperationAt<M, P>>
) => Promise<Result<OperationAt<M, P>>>

export interface Client {
  readonly get: Send<'get'>
  readonly post: Send<'post'>
  readonly put: Send<'put'>
  readonly delete: Send<'delete'>
  /** Resolves with the successful response itself: for its headers, or to read its body as a stream. */
  fetch<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...input: Arguments<OperationAt<M, P>>
  ): Promise<Response>
  /** The rows of all pages of a list, from its `offset` on, with `limit` rows a request. */
  rows<M extends 'get' | 'post', P extends PagedPathOf<M>>(
    method: M,
    path: P,
    ...input: Arguments<OperationAt<M, P>>
  ): AsyncGenerator<Row<OperationAt<M, P>>, void, undefined>
  /** The rows of one SELECT while they arrive, as objects by the names of the columns. */
  sql<T = Readonly<Record<string, unknown>>>(
    question: string | Pick<components['schemas']['SqlQuery'], 'query' | 'parameters' | 'limit'>,
    options?: CallOptions,
  ): AsyncGenerator<T, void, undefined>
}

/**
 * Returns a client of a running service. Its calls reject with a SextantError for an error response, and with
 * what fetch throws if there is none or if their signal aborts.
 */
export function createClient({ url, token, workspace, headers = {}, fetch: given }: ClientOptions): Client {
  async function open(call: Call): Promise<Response> {
    const caller = {
      url,
      token: (typeof token === 'function' ? await token() : token) ?? null,
      workspace: workspace ?? null,
      headers,
    }
    const response = await (given ?? fetch)(...requestOf(call, caller))
    if (!response.ok) throw await errorOf(response)
    return response
  }
  const send = async (call: Call): Promise<unknown> => bodyOf(await open(call))
  const sender =
    (method: Method) =>
    (path: string, input: Call['input'] = {}) =>
      send({ method, path, input })

  async function* sql(question: string | object, options: CallOptions = {}) {
    const asked = typeof question === 'string' ? { query: question } : question
    const input = { ...options, body: { ...asked, format: 'ndjson' } }
    const { body } = await open({ method: 'post', path: '/api/v1/data/query', input })
    if (body !== null) yield* linesOf(body)
  }

  const client = {
    get: sender('get'),
    post: sender('post'),
    put: sender('put'),
    delete: sender('delete'),
    fetch: (method: Method, path: string, input: Call['input'] = {}) => open({ method, path, input }),
    rows: (method: Method, path: string, input: Call['input'] = {}) =>
      rowsOf(sender(method).bind(null, path), input),
    sql,
  }
  // The types of calls follow from the API description; at run time every call is the same.
  return client as unknown as Client
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const type = response.headers.get('Content-Type') ?? ''
  return type.startsWith('application/json') ? response.json() : response.text()
}
