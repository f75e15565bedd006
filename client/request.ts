import { queryOf } from './query.js'

/** A call whose types are erased: the client's methods check them. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly input: {
    readonly path?: Readonly<Record<string, unknown>>
    readonly query?: Readonly<Record<string, unknown>>
    readonly body?: unknown
    readonly headers?: Readonly<Record<string, string>>
    readonly workspace?: string
    readonly signal?: AbortSignal
  }
}

/** What the client adds to each call. */
export interface Caller {
  readonly url: string
  readonly token: string | null
  readonly workspace: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** Returns the arguments of fetch. Throws a TypeError for a parameter of the path without a value. */
export function requestOf(
  { method, path, input }: Call,
  { url, token, workspace, headers }: Caller,
): readonly [string, RequestInit] {
  const chosen = input.workspace ?? workspace
  const sent = new Headers({
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(chosen === null ? {} : { 'X-Workspace-ID': chosen }),
    ...(isJson(input.body) ? { 'Content-Type': 'application/json' } : {}),
  })
  for (const [name, value] of Object.entries({ ...headers, ...input.headers })) sent.set(name, value)
  const query = queryOf(input.query ?? {})
  return [
    `${url.replace(/\/+$/, '')}${filled(path, input.path ?? {})}${query === '' ? '' : `?${query}`}`,
    {
      method: method.toUpperCase(),
      headers: sent,
      ...(input.body === undefined ? {} : { body: written(input.body) }),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    },
  ]
}

/** Fills `{name}` in a path. A value may contain any character, `/` included. */
const filled = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new TypeError(`path.${name} is required for ${path}`)
    return encodeURIComponent(value)
  })

const isJson = (body: unknown): boolean =>
  body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)

const written = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array
    ? (body as string | Uint8Array<ArrayBuffer>)
    : JSON.stringify(body)
