import type { Static, TObject, TSchema } from 'typebox'
import type { Access } from './access.js'
import type { Ask, WorkspaceAsk } from './ask.js'
import type { BodyDecoder } from './body-decoder.js'
import type { ErrorCode } from './errors.js'
import type { Handled, ReplySchemas, RouteStatus } from './reply.js'
import type { SettingRef } from './setting.js'
import type { Tag } from './tag.js'

export interface RouteInput<P, Q, B> {
  readonly params: P
  readonly query: Q
  readonly body: B
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** As the client sent it, without the `?`. */
  readonly queryString: string
}

/**
 * A limit on attempts per window of seconds, across all processes of the service. Routes of one group share
 * it. Attempts of an `address` (the default) are counted before anything else; those of a `caller` (per
 * workspace) and of an `account` (over all workspaces) are counted on admission.
 */
export interface RateLimit {
  readonly group: string
  /** A number, or the setting of a plugin that has it. */
  readonly tries: number | SettingRef<number>
  readonly seconds: number
  readonly of?: 'address' | 'caller' | 'account'
}

/** A route whose requests may be saved. A caller who asks one needs the route's access, and uses up its rate limit. */
export interface SavedRoute<B> {
  /** What `asks` names. Unique beside the keys of metrics and queries. */
  readonly key: string
  /** Throws what the route would, a 422 above all, without reading rows. */
  check(ask: WorkspaceAsk, body: B): Promise<unknown>
}

export interface RouteDefinition<
  P extends TObject,
  Q extends TObject,
  B extends TSchema,
  R extends TSchema = TSchema,
  S extends RouteStatus = RouteStatus,
  O extends ReplySchemas = ReplySchemas,
  A extends Handled<R, S, O> = Handled<R, S, O>,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The whole path, with :name parameters: /api/v1/marks/:id */
  readonly path: string
  readonly summary: string
  /** The chapter of the API description. */
  readonly tag: string | Tag
  readonly access: Access
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** The body is passed as bytes, decompressed and limited in size, whatever its Content-Type. */
  readonly raw?: {
    readonly limit: number
    readonly inflatedLimit: number
    /** Encodings (`snappy`) that `decoder` decodes instead of the service. */
    readonly keeps?: readonly string[]
    /** The route's own encoding, inside the one that Content-Encoding names. */
    readonly decoder?: BodyDecoder
    /** The bodies that the handler reads, by media type, for the API description; any bytes by default. */
    readonly media?: Readonly<Record<string, TSchema>>
  }
  /** Accepts unknown query parameters, for clients we cannot change. The handler gets all as strings. */
  readonly anyQuery?: true
  /**
   * The query string may have filters, conditions[N][field|op|value], beside the parameters in `query`. A
   * handler passes them on in `queryString`, to `ask.saved`.
   */
  readonly conditions?: true
  /** The status of a success whose handler returns a plain body; 200 by default. 204 sends no body. */
  readonly status?: S
  /** The shape of the body of a success; what the handler returns must have it. */
  readonly response?: R
  /** The shapes of a Reply under other statuses, and the error codes beyond those common to its kind. */
  readonly otherwise?: O
  readonly refusals?: readonly ErrorCode[]
  /**
   * The response may be a file of any exporter. The body must have an optional string `format`: the service
   * gives it the names of the formats (`json` first, for the answer that is not a file), and adds the media
   * types to `produces`.
   */
  readonly exports?: true
  /** The media types of the response; JSON by default. */
  readonly produces?: readonly string[]
  readonly rateLimit?: RateLimit
  /** For a POST without parameters, by any member: its body may be saved as a question, on boards and in the library. */
  readonly saved?: SavedRoute<Static<B>>
  handle(ask: Ask, input: RouteInput<Static<P>, Static<Q>, Static<B>>): Promise<A>
}
