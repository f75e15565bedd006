import type { Static, TSchema } from 'typebox'

/**
 * A response other than 200 (or the route's own status) with a JSON body. Strings and bytes are sent as they
 * are. An async iterable of bytes is streamed. An error before its first chunk is answered like any other; a
 * later error closes the connection, so that the client does not take a part for the whole.
 */
export class Reply<const T = unknown, S extends number = number> {
  readonly status: S
  readonly body: T
  readonly headers: Readonly<Record<string, string>>

  constructor(status: S, body: T, headers: Readonly<Record<string, string>> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** The statuses of a success whose handler returns a plain body. */
export type RouteStatus = 200 | 201 | 202 | 204

/** Schemas of replies by their status. */
export type ReplySchemas = Readonly<Record<number, TSchema>>

/** No further replies: no response has the status 0. */
export type NoReplySchemas = Readonly<Record<0, never>>

/** A body that is sent as it is, which no schema describes: text, bytes or a stream of bytes. */
export type FileBody = string | Uint8Array | AsyncIterable<Uint8Array>

/**
 * What a handler may return where a schema describes T: the same, all of it may be read-only, and an optional
 * member may be undefined, since JSON omits it.
 */
export type Sent<T> = T extends readonly unknown[]
  ? { readonly [K in keyof T]: Sent<T[K]> }
  : T extends object
    ? { readonly [K in keyof T]: Sent<T[K]> | Omitted<T, K> }
    : T

/** `undefined` if K is optional. */
type Omitted<T, K extends keyof T> = Partial<Pick<T, K>> extends Pick<T, K> ? undefined : never

/** The replies under the statuses of `otherwise`. */
type OtherReplies<O extends ReplySchemas> = {
  readonly [K in keyof O & number]: Reply<Sent<Static<O[K]>>, K>
}[keyof O & number]

/**
 * What the handler of a route returns: nothing if its status is 204; otherwise the body that its `response`
 * describes, plain or in a Reply of its status. Any route may reply with a file, and with what `otherwise`
 * describes. Without a `response`, the type does not limit what is returned.
 */
export type Handled<R extends TSchema, S extends RouteStatus, O extends ReplySchemas> = [S] extends [204]
  ? // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- the type of a handler without a return
    undefined | void | OtherReplies<O>
  : unknown extends Static<R>
    ? unknown
    : Sent<Static<R>> | Reply<Sent<Static<R>>, S> | Reply<FileBody> | OtherReplies<O>
