import type { Capacity } from './capacity.js'
import type { Relation } from './plan.js'
import type { PropertiesFound, PropertySample, PropertySource } from './properties.js'
import type { Rollups } from './rollups.js'
import type { Explanation, FiredRule, ViewState } from './views.js'
import type { SqlReader } from './sql.js'
import type { StatementControl } from './statements.js'
import type { Columns, ContextColumn, MetricType, Temporality } from './sources.js'
import type { JsonObject, JsonValue } from './json.js'
import type { WorkspaceRef } from './workspace.js'

/** A decoded cell: text, int, float and time are string and number, json any JSON; `key` columns are never read. */
export type Cell = JsonValue
export type Row = Readonly<Record<string, Cell>>

/** The budget of one query. Over time or memory: TIMEOUT; over rows: VALIDATION_ERROR. */
export interface Limits {
  readonly timeMs: number
  readonly memoryBytes: number
  readonly rows: number
  /** Threads that the engine may use for it at most; unset: as many as it likes. */
  readonly threads?: number
}

/** A plan as one engine's statement: bound parameters apart from the text, and the types to decode its rows by. */
export interface CompiledQuery {
  readonly workspace: WorkspaceRef
  readonly text: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly columns: Columns
  /** The names of the rules that changed the plan, in order; none of an engine without rules. */
  readonly rules?: readonly string[]
  /** The same rules, with the plan after each. */
  readonly fired?: readonly FiredRule[]
  /** The names of the materialized views that the statement reads; none of an engine without views. */
  readonly reads?: readonly string[]
  /** What it finds out; unset: the answer. */
  readonly purpose?: string
}

/**
 * What a store knows of a workspace at one moment and compiles by, as plain frozen data. A store has facts of its own beside
 * these; nobody else reads them.
 */
export interface StoreFacts {
  readonly views: readonly ViewState[]
}

export interface EventRow {
  /** Milliseconds since 1970 UTC, not before 0. */
  readonly timestamp: number
  readonly event_name: string
  readonly device_id: string
  readonly session_id: string | null
  /** As sent with the event; who the person is, is resolved when asked. */
  readonly user_id: string | null
  readonly message_id: string | null
  readonly seq: number
  readonly context: Readonly<Partial<Record<ContextColumn, string>>>
  readonly properties: JsonObject
}

export interface LogRow {
  readonly timestamp: number
  readonly level: string
  readonly service: string | null
  readonly source: string | null
  readonly message: JsonObject
  readonly session_id: string | null
  readonly message_id: string | null
  readonly seq: number
}

/** One bucket of a histogram's point. */
export interface MetricBucket {
  /** The upper bound, inclusive; null: none. */
  readonly le: number | null
  /** The observations of this bucket alone. */
  readonly count: number
}

export interface MetricRow {
  readonly timestamp: number
  readonly name: string
  readonly type: MetricType
  readonly temporality: Temporality
  readonly unit: string | null
  readonly service: string | null
  readonly source: string | null
  readonly labels: Readonly<Record<string, string>>
  /** The names of the labels, sorted, as a JSON list. */
  readonly label_names: string
  /** Equal for the points of one series and for no others. */
  readonly series: string
  /** Of gauges and counters. */
  readonly value: number | null
  /** Of histograms: all observations. */
  readonly count: number | null
  readonly sum: number | null
  readonly min: number | null
  readonly max: number | null
  /** In ascending order of their bounds, which differ; the one without a bound last. */
  readonly buckets: readonly MetricBucket[]
  readonly message_id: string | null
  readonly seq: number
}

/** A device is a user's from now on and ever was; the greatest (timestamp, user_id) of a device wins. */
export interface LinkRow {
  readonly timestamp: number
  readonly device_id: string
  readonly user_id: string
}

export interface TraitRow {
  readonly timestamp: number
  readonly device_id: string
  readonly message_id: string | null
  readonly seq: number
  readonly traits: JsonObject
}

export interface ContextRow {
  readonly timestamp: number
  readonly device_id: string
  readonly session_id: string | null
  readonly message_id: string | null
  readonly seq: number
  readonly context: Readonly<Partial<Record<ContextColumn, string>>>
  readonly properties: JsonObject
}

/** What is stored together. Texts hold no NUL and no lone surrogates; JSON holds no null members and no empty objects as members. */
export interface Batch {
  readonly events: readonly EventRow[]
  readonly logs: readonly LogRow[]
  readonly links: readonly LinkRow[]
  readonly traits: readonly TraitRow[]
  readonly contexts: readonly ContextRow[]
  readonly metrics: readonly MetricRow[]
}

/** A device between two times, both inside. */
export interface DeviceSpan {
  readonly device_id: string
  readonly from: number
  readonly to: number
}

/** A null session asks for what was said of the device as such. */
export interface ContextSpan extends DeviceSpan {
  readonly session_id: string | null
}

/** What ingestion must know of the past of the devices at hand. No two context spans are of one device and session. */
export interface RecallRequest {
  readonly sessions: readonly DeviceSpan[]
  readonly contexts: readonly ContextSpan[]
}

export interface SessionSighting {
  readonly device_id: string
  readonly session_id: string
  readonly timestamp: number
}

export type ContextSighting = Pick<ContextRow, 'device_id' | 'session_id' | 'timestamp' | 'context'>

export interface Recalled {
  /** Events with a session inside the spans: of every ten minutes since 1970 the first and the last, at the least. */
  readonly sessions: readonly SessionSighting[]
  /** Of each span the row with the greatest (timestamp, seq). */
  readonly contexts: readonly ContextSighting[]
}

/** Analytics data of all workspaces, each in a database of its own. One implementation an engine. */
export interface AnalyticsStore {
  readonly engine: string
  /** The operators that compile() takes as they are; all others must arrive lowered. */
  readonly native: ReadonlySet<string>
  /** What statements depend on beside the plan; a store without it compiles by the plan alone. */
  facts?(workspace: WorkspaceRef): Promise<StoreFacts>
  /** Pure: the same plan and facts give the same statement. Without facts the statement reads the rows themselves. */
  compile(workspace: WorkspaceRef, plan: Relation, facts?: StoreFacts): CompiledQuery
  /**
   * Settles when the engine runs the statement no more, also after the signal was aborted: the caller holds a place for it.
   * Never compiles: rejects with FactsChanged if what the statement was compiled by is over.
   */
  run(query: CompiledQuery, limits: Limits, signal?: AbortSignal): Promise<readonly Row[]>
  /**
   * How the plan would be answered now. What decides which statement answers is asked, the answer is not. A store without it
   * answers every plan by the one statement that it compiles.
   */
  explain?(
    workspace: WorkspaceRef,
    plan: Relation,
    limits: Limits,
    signal?: AbortSignal,
  ): Promise<Explanation>
  /**
   * The properties in a sample of the newest rows, which is the same as long as the data is: on one engine the last by
   * time, on another the last as they are stored (of the last day those of some devices).
   */
  properties(
    workspace: WorkspaceRef,
    source: PropertySource,
    sample: PropertySample,
    limits: Limits,
    signal?: AbortSignal,
  ): Promise<PropertiesFound>
  /**
   * Durable and visible to the next query when it resolves; an item whose message_id is stored already (for an
   * item of its kind: event, log, trait, context, metric) is dropped.
   * A process may append to one workspace twice at a time, and several processes may: a message that two of them hold
   * is stored once, and none is taken for stored before it is. Rejects with UNAVAILABLE if the outcome is not certain; trying again, here or in another process, is safe
   * for items with a message_id.
   */
  append(workspace: WorkspaceRef, batch: Batch): Promise<void>
  /**
   * What the workspace's data is now, as a text that never comes back: two equal ones say that between the two
   * readings nothing was acknowledged, linked or removed, by whichever process, that could change an answer. It may
   * change when nothing did. Far cheaper than a question.
   */
  dataVersion(workspace: WorkspaceRef): Promise<string>
  /** What is stored, for ingestion; without it sessions and context go by what this process has stored itself. */
  recall?(workspace: WorkspaceRef, request: RecallRequest): Promise<Recalled>
  /** Whether a context of any device is stored; cheap enough to be asked before every append. */
  hasContexts?(workspace: WorkspaceRef): Promise<boolean>
  /** CONFLICT, and nothing is touched, if there is a database of this number; what it began and cannot finish it removes. */
  createWorkspace(workspace: WorkspaceRef): Promise<void>
  dropWorkspace(workspace: WorkspaceRef): Promise<void>
  /**
   * Called once, before anything is asked. Costs the same however many workspaces there are: those whose tables are of an older
   * layout are brought up to date when they are first used. Only tables that are missing are made now.
   */
  start(workspaces: readonly WorkspaceRef[]): Promise<void>
  /** Brings the tables of these workspaces to this version's layout now. */
  prepare(workspaces: readonly WorkspaceRef[]): Promise<void>
  /** Compact copies of the events; a store that keeps none has none. */
  readonly rollups?: Rollups
  /** What runs the SQL that members write; an engine without SQL has none. */
  readonly sql?: SqlReader
  /** What lists and ends statements past their limit; a store whose statements always end has none. */
  readonly statements?: StatementControl
  /**
   * How close the engine is to its limits; cheap enough to be asked every few seconds while data comes in. A store
   * without limits has none.
   */
  capacity?(): Promise<Capacity>
  /** The engine's version; rejects with UNAVAILABLE when it does not answer. */
  ping(): Promise<string>
  /** All servers of a cluster, asked now; what stands on one server has none. UNAVAILABLE if one of them does not answer. */
  readonly members?: () => Promise<readonly ClusterMember[]>
  close(): Promise<void>
}

/** A server of a cluster. */
export interface ClusterMember {
  /** From 1 on. Servers of one shard hold the same rows. */
  readonly shard: number
  readonly host: string
  readonly version: string
}

/** Statements over the records; always Postgres. Values are bound as $1, $2 … */
export interface Records {
  query<R extends object>(text: string, values?: readonly unknown[]): Promise<readonly R[]>
}

/** Users, workspaces, keys …: what needs uniqueness and transactions. Used by the repositories of plugins only. */
export interface RecordStore extends Records {
  /** Rolled back if `work` rejects. A unique or foreign key violation rejects with CONFLICT. */
  transaction<T>(work: (records: Records) => Promise<T>): Promise<T>
  /** Applies a plugin's numbered SQL files that are not applied yet, under a lock; a changed file is refused. */
  migrate(plugin: string, directory: URL): Promise<void>
  ping(): Promise<string>
  close(): Promise<void>
}
