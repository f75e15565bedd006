import type { paths } from './api.js'

export type Method = 'get' | 'post' | 'put' | 'delete'

/** The paths that have a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends Operation ? P : never
}[keyof paths]

/** What the generated types say of one method of one path. */
export interface Operation {
  readonly parameters: { readonly query?: object; readonly path?: object }
  readonly requestBody?: { readonly content: object }
  readonly responses: object
}

/** The operation of a method and a path. */
export type OperationAt<M extends Method, P extends keyof paths> = Extract<paths[P][M], Operation>

export interface CallOptions {
  /** The id of the workspace, in place of the client's. */
  readonly workspace?: string
  /** Ends the request, and the reading of its response. */
  readonly signal?: AbortSignal
  /** Further headers, or others in place of the client's. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The parameters, the body and the options of a call. */
export type Input<O extends Operation> = Pick<O['parameters'], 'query' | 'path'> & BodyOf<O> & CallOptions

/** The arguments after the path: the input may be left out if it has no required member. */
export type Arguments<O extends Operation> =
  Partial<Input<O>> extends Input<O> ? [input?: Input<O>] : [input: Input<O>]

type BodyOf<O extends Operation> = O extends { readonly requestBody?: never }
  ? { readonly body?: never }
  : O extends { readonly requestBody: { readonly content: infer C } }
    ? { readonly body: ContentOf<C> }
    : O extends { readonly requestBody?: { readonly content: infer C } }
      ? { readonly body?: ContentOf<C> }
      : never

/** JSON is given as a value; a body of any other type as text or bytes, with its Content-Type in the headers. */
type ContentOf<C> =
  | (C extends { readonly 'application/json': infer J } ? J : never)
  | (Exclude<keyof C, 'application/json'> extends never ? never : string | Uint8Array<ArrayBuffer>)

type Successes = 200 | 201 | 202 | 204 | 207

/** The body of a success: JSON as a value, other types as text, undefined for a response without a body. */
export type Result<O extends Operation> = {
  [S in keyof O['responses']]: S extends Successes ? ResultOf<O['responses'][S]> : never
}[keyof O['responses']]

type ResultOf<R> = R extends { readonly content: infer C }
  ? C extends { readonly 'application/json': infer J }
    ? J
    : string
  : undefined
