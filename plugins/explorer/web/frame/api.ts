import { get, post, put, remove, type Call } from '../api/call.js'
import { respond, send } from '../api/send.js'
import type { Api, CallOptions, Parameters } from '../page/contract.js'

const ask = <T>(call: Call, { signal }: CallOptions = {}): Promise<T> => send<T>(call, signal)

/** The HTTP API for a page; the explorer sends the requests (see bridge.ts). */
export const api: Api = {
  get: <T>(path: string, query?: Parameters, options?: CallOptions) => ask<T>(get(path, query), options),
  post: <T>(path: string, body?: unknown, options?: CallOptions) => ask<T>(post(path, body), options),
  put: <T>(path: string, body: unknown, options?: CallOptions) => ask<T>(put(path, body), options),
  delete: <T>(path: string, query?: Parameters, options?: CallOptions) =>
    ask<T>(remove(path, query), options),
  file: async (path, query, { signal } = {}) => (await respond(get(path, query), signal)).blob(),
}
