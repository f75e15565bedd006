import type { Static, TObject, TSchema } from 'typebox'
import type { Access, AccessControl, Caller, WorkspaceRole } from './access.js'
import type { OperatorDefinition } from './operators/operator.js'
import type { Relation } from './plan.js'
import type { ReadConditions } from './audience.js'
import type { LoadGuard } from './capacity.js'
import type { ErrorCode } from './errors.js'
import type {
  AskedBody,
  AskedBodyQuestion,
  PageRequest,
  PageAnswer,
  SeriesRequest,
} from './request-shapes.js'
import type { Grain, PointRef, Question } from './question.js'
import type { SavedAsk } from './saved.js'
import type { Series } from './series-body.js'
import type { Settings } from './settings.js'
import type { SourceName } from './sources.js'
import type { PropertiesFound, PropertySample, PropertySource } from './properties.js'
import type { SqlBudget, SqlFormat, SqlResult } from './sql.js'
import type { AnalyticsStore, RecordStore, Row } from './storage.js'
import type { AnswerKind, MetricKind } from './metric-kind.js'
import { serviceRef, type ServiceRef } from './service-ref.js'
import type { WorkspaceRef } from './workspace.js'

/** The number of this contract; a plugin written for another one is refused at boot. */
export const contractNumber = 1

export interface Plugin {
  /** kebab-case, equal to the folder's name. */
  readonly name: string
  readonly contract: number
  /** Plugins that register before this one, if they are there: an order, never a way to call them. */
  readonly after: readonly string[]
  /** Declares, synchronously; everything is frozen afterwards. */
  register(host: PluginHost): void
}

export interface PluginHost {
  metric<P extends TObject>(definition: MetricDefinition<P>): void
  query<I extends TObject>(definition: QueryDefinition<I>): void
  route<P extends TObject, Q extends TObject, B extends TSchema>(definition: RouteDefinition<P, Q, B>): void
  operator(definition: OperatorDefinition): void
  /** One instance for the whole service, made at boot; closed with it if it has close(). */
  service<T extends object>(ref: ServiceRef<T>, make: (parts: ServiceParts) => T): void
  /** A folder of numbered SQL files (0001-name.sql …) for the plugin's record tables. */
  migrations(directory: URL): void
  /**
   * A folder of files for browsers (a trailing slash, as of migrations), each served under its own path. Its index.html
   * also answers every other address that a browser asks for as a page, unless a route of the service has the
   * same first part (/api/…). Those in assets/ carry a hash in their names and are kept for ever. One plugin has such a folder.
   */
  pages(directory: URL): void
}

export const definePlugin = (plugin: Plugin): Plugin => Object.freeze(plugin)

/** The one service that the core cannot do without; a plugin supplies it. */
export const accessControl = serviceRef<AccessControl>('accessControl')

export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What a service is made of. */
export interface ServiceParts {
  readonly settings: Settings
  readonly records: RecordStore
  readonly analytics: AnalyticsStore
  readonly log: Log
  /** Milliseconds since 1970 UTC. */
  readonly clock: () => number
  /** A new id: the prefix and 22 URL-safe characters. */
  readonly newId: (prefix: string) => string
  /** The key that signs and checks this service's own tokens (HS256). */
  readonly tokenKey: Uint8Array
  /** What slows workspaces that bring the engine to its limits. */
  readonly loadGuard: LoadGuard
  use<T extends object>(ref: ServiceRef<T>): T
  /** Null: no plugin supplies it. */
  find<T extends object>(ref: ServiceRef<T>): T | null
}

/** An argument of several parts: how it is written, as lists show it (`name:fn`), and the parameters that a text sets. */
export interface ArgumentForm {
  readonly form: string
  read(text: string): Readonly<Record<string, string>>
}

export interface MetricDefinition<P extends TObject> {
  /** Its name in GET /metrics/query, formulas and lists: snake_case. */
  readonly key: string
  /** Its route is GET /api/v1/metrics/<path>; the key unless given. May hold :name parameters, which are params too. */
  readonly path?: string
  /** The parameter that a key of the form `<key>:<argument>` sets (`event:signup`), or the several that it is read as. */
  readonly argument?: string | ArgumentForm
  readonly summary: string
  readonly unit: string
  readonly kind: MetricKind
  readonly source: SourceName
  /** What this metric adds to the common parameters. */
  readonly params: P
  /**
   * `series`: plan gives `bucket`, `dimension?`, `value` (see series()). `top`: `label` and `count`, one row a label,
   * any order. `page`: the rows to page through, sorted so that no two are equal. `list`: the same as one bare array,
   * asked for whatever the range; it is paged only where `limit` is given.
   */
  readonly answer: AnswerKind
  /** The limit of a top list, page or list when none is asked for, and the highest; else 10, 100 or none. */
  readonly limit?: { readonly usual: number; readonly most: number }
  /**
   * A series' total where it is not the value over the whole range, which the plan's rows without a bucket give: the
   * sum or the mean of all its points.
   */
  readonly total?: 'sum' | 'avg'
  /** A bucket of a series without a row yields no point; else it is 0. */
  readonly sparse?: true
  /** The plan needs the local days of the range. */
  readonly days?: true
  /** The dimensions of a series that always has these, in their order; a breakdown then has no effect. */
  readonly dimensions?: (params: Static<P>) => readonly string[]
  /** The granularity when none is asked for; daily unless given. */
  readonly grain?: Grain
  /** The field that always breaks this metric down, read from its parameters. */
  readonly breakdown?: (params: Static<P>) => string
  plan(question: Question, params: Static<P>): Relation
  /**
   * The persons behind a point of the series, or behind a label of the top list (as the dimension): a plan as of a
   * page, see peopleOf(). It is answered under <path>/people. A point that has none of its own (one without a date,
   * say) is refused with a 422.
   */
  people?(question: Question, params: Static<P>, point: PointRef): Relation
}

/** An answer that is no list of buckets: POST /api/v1/<path> with a JSON body, for any member. */
export interface QueryDefinition<I extends TObject> {
  readonly key: string
  readonly path: string
  readonly summary: string
  readonly input: I
  /** What the whole body looks like, for the description of the API. */
  readonly response?: TSchema
  /**
   * Its answer holds figures and the values that they are told apart by, never a row of a person, an event or a log
   * line: only then may it be seen through a public link.
   */
  readonly figures?: true
  /** A question that somebody keeps is checked by running it over no rows at all, so that must work too. */
  run(ask: WorkspaceAsk, input: Static<I>): Promise<object>
}

/** A handler's only way to data: who asks, where, and what may be asked. */
export interface Ask {
  readonly requestId: string
  readonly now: number
  /** The caller's network address. */
  readonly address: string
  readonly log: Log
  readonly records: RecordStore
  readonly settings: Settings
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
  use<T extends object>(ref: ServiceRef<T>): T
  /** Null on public routes. */
  readonly caller: Caller | null
  readonly workspace: WorkspaceRef | null
  readonly role: WorkspaceRole | null
}

export interface UserAsk extends Ask {
  readonly caller: Caller
}

export interface WorkspaceAsk extends UserAsk {
  readonly workspace: WorkspaceRef
  readonly role: WorkspaceRole
  /** Runs a plan in the workspace of the request, inside the budgets. */
  rows(plan: Relation): Promise<readonly Row[]>
  /** Runs a plan as of a page, and what it takes to count its rows if that is asked for. */
  page(plan: Relation, request: PageRequest): Promise<PageAnswer>
  /** What a JSON body asks (see bodyFields), parsed and checked like a metric's parameters: a 422 names its field. */
  question(asked: AskedBody): Promise<AskedBodyQuestion>
  /** The distinct persons of an audience as `member`; null: there is no such audience. Absent where nobody keeps any. */
  readonly members?: ((id: string) => Promise<Relation | null>) | undefined
  /** Reads filters of a body one by one, for what puts them together itself. */
  readonly conditions: ReadConditions
  /** Runs a registered metric of the answer kind `series` by its key: first its range, then the one to compare with. */
  series(request: SeriesRequest): Promise<readonly [Series, Series | null]>
  /** The properties that occur in the newest rows of the workspace. */
  properties(source: PropertySource, sample: PropertySample): Promise<PropertiesFound>
  /** Questions that were kept as a client would send them. */
  readonly saved: SavedAsk
  /** Runs what a member has written; absent where the storage has no SQL. */
  readonly sql?: SqlAsk | undefined
}

/** SQL in the workspace of the request, inside its budget of time and memory, ended when the client goes away. */
export interface SqlAsk {
  readonly formats: readonly SqlFormat[]
  /** As SqlReader has it. */
  query(text: string, size: SqlSize): Promise<SqlResult>
  export(text: string, format: SqlFormat, size: SqlSize): Promise<AsyncIterable<Uint8Array>>
}

/** The parts of SqlBudget that are a handler's to choose. */
export type SqlSize = Pick<SqlBudget, 'rows' | 'bytes'>

export interface RouteInput<P, Q, B> {
  readonly params: P
  readonly query: Q
  readonly body: B
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/**
 * A reply that is not 200 (or the route's own status) with a JSON body. A text is sent as it is, so are bytes; an async
 * iterable of bytes is streamed: an error before its first chunk is answered like any other, one behind it breaks the
 * connection off, so that nobody takes the part for the whole.
 */
export class Reply {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/**
 * Tries in a window of seconds, over all processes of the service; routes of one group share them. Those of an `address`
 * (the default) are counted before anything else; those of a `caller`, in each workspace apart, and of an `account`, in
 * all together, when it is admitted.
 */
export interface RateLimit {
  readonly group: string
  /** Or the name of the setting that has it. */
  readonly tries: number | 'authRateLimit' | 'publicRateLimit' | 'sqlRateLimit' | 'adminRateLimit'
  readonly seconds: number
  readonly of?: 'address' | 'caller' | 'account'
}

/** An encoding that says before it is decoded how long its content is. */
export interface BodyDecoder {
  /** Bytes of the content. Throws what the client shall read if the header is broken. */
  length(body: Uint8Array): number
  /** The content, of exactly that length. Throws likewise. */
  decode(body: Uint8Array): Uint8Array
}

export interface RouteDefinition<P extends TObject, Q extends TObject, B extends TSchema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Whole, with :name parameters: /api/v1/marks/:id */
  readonly path: string
  readonly summary: string
  readonly tag: string
  readonly access: Access
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** The body arrives as bytes, inflated and capped, whatever its type says. */
  readonly raw?: {
    readonly limit: number
    readonly inflatedLimit: number
    /** Encodings (`snappy`) that `decoder` takes off, and not the service. */
    readonly keeps?: readonly string[]
    /** An encoding of the route's own, inside what `Content-Encoding` says. */
    readonly decoder?: BodyDecoder
  }
  /** What clients beyond our reach add to the query string is no error; the handler sees all of it as texts. */
  readonly anyQuery?: true
  /** The status of success when a plain body is returned; 200 unless given. 204 sends no body. */
  readonly status?: 200 | 201 | 202 | 204
  readonly response?: TSchema
  /** What a Reply answers under other statuses, and what is refused here beside what every route of its kind may refuse. */
  readonly otherwise?: Readonly<Record<number, TSchema>>
  readonly refusals?: readonly ErrorCode[]
  /** The media types that it answers in; JSON unless given. */
  readonly produces?: readonly string[]
  readonly rateLimit?: RateLimit
  handle(ask: Ask, input: RouteInput<Static<P>, Static<Q>, Static<B>>): Promise<unknown>
}
