import type { Capacity } from './capacity.js'
import type { GroupSighting, GroupSpan, SessionSighting } from './recall.js'
import type { OperatorNode, Relation } from './plan.js'
import type { PropertiesFound, PropertySample, PropertySource } from './properties.js'
import type { Views } from './views.js'
import type { Explanation, FiredRule, ViewState } from './views.js'
import type { SqlReader } from './sql.js'
import type { StatementControl } from './statements.js'
import type { Columns, ContextColumn, MetricType, Temporality } from './sources.js'
import type { JsonObject, JsonValue } from './json.js'
import type { WorkspaceRef } from './workspace.js'

/** A decoded cell: text is a string; int, float and time are numbers; json any JSON; `key` is never read. */
export type Cell = JsonValue
export type Row = Readonly<Record<string, Cell>>

/** The budget of one query. Exceeding time or memory is a TIMEOUT, exceeding rows a VALIDATION_ERROR. */
export interface Limits {
  readonly timeMs: number
  readonly memoryBytes: number
  readonly rows: number
  /** The maximum number of engine threads; unset for no limit. */
  readonly threads?: number
}

/** A plan as one engine's statement, with bound parameters; rows are decoded by the types in `columns`. */
export interface CompiledQuery {
  readonly workspace: WorkspaceRef
  readonly text: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly columns: Columns
  /** The names of the rules that changed the plan, in order; unset for an engine without rules. */
  readonly rules?: readonly string[]
  /** The same rules, each with the plan after it. */
  readonly fired?: readonly FiredRule[]
  /** The names of the materialized views that the statement reads; unset for an engine without views. */
  readonly reads?: readonly string[]
  /** What the statement determines; unset for the statement that answers the query. */
  readonly purpose?: string
}

/**
 * A store's knowledge of a workspace at one moment, used by compile(), as plain frozen data. A store has
 * further facts of its own, which only it reads.
 */
export interface StoreFacts {
  readonly views: readonly ViewState[]
}

export interface EventRow {
  /** Milliseconds since 1970 UTC, at least 0. */
  readonly timestamp: number
  readonly event_name: string
  readonly device_id: string
  readonly session_id: string | null
  /** As sent with the event. The person is resolved when queried. */
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

/** One bucket of a histogram point. */
export interface MetricBucket {
  /** The upper bound, inclusive; null if unbounded. */
  readonly le: number | null
  /** The observations in this bucket alone. */
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
  /** The sorted label names, as a JSON list. */
  readonly label_names: string
  /** Equal for the points of one series and different for all others. */
  readonly series: string
  /** Set for gauges and counters. */
  readonly value: number | null
  /** Set for histograms: the number of all observations. */
  readonly count: number | null
  readonly sum: number | null
  readonly min: number | null
  readonly max: number | null
  /** Ascending by their bounds, which are distinct; the unbounded one is last. */
  readonly buckets: readonly MetricBucket[]
  readonly message_id: string | null
  readonly seq: number
}

/** Links a device to a user, for past and future events. The greatest (timestamp, user_id) wins. */
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

/** The rows of one append. Strings have no NUL or lone surrogates, JSON no null or empty-object members. */
export interface Batch {
  readonly events: readonly EventRow[]
  readonly logs: readonly LogRow[]
  readonly links: readonly LinkRow[]
  readonly traits: readonly TraitRow[]
  readonly contexts: readonly ContextRow[]
  readonly metrics: readonly MetricRow[]
}

/** A device within an interval of time, both ends inclusive. */
export interface DeviceSpan {
  readonly device_id: string
  readonly from: number
  readonly to: number
}

/** A null session selects the attributes of the device itself. */
export interface ContextSpan extends DeviceSpan {
  readonly session_id: string | null
}

/**
 * The past of the devices at hand, as ingestion requires it. No two context spans share device and session.
 */
export interface RecallRequest {
  readonly sessions: readonly DeviceSpan[]
  readonly contexts: readonly ContextSpan[]
  /** No two share a device. None if unset. */
  readonly groups?: readonly GroupSpan[]
}

export type ContextSighting = Pick<ContextRow, 'device_id' | 'session_id' | 'timestamp' | 'context'>

export interface Recalled {
  /**
   * Events with a session inside the spans: at least the first and the last of every ten minutes since 1970.
   */
  readonly sessions: readonly SessionSighting[]
  /** For each span the row with the greatest (timestamp, seq). */
  readonly contexts: readonly ContextSighting[]
  /**
   * For each span and type of group, the last call until then, and all later ones; of those at one time the one
   * stored last. Unset if the store keeps no such calls apart.
   */
  readonly groups?: readonly GroupSighting[]
}

/** The analytics data of all workspaces, each in its own database. One implementation per engine. */
export interface AnalyticsStore {
  readonly engine: string
  /** The operators that compile() accepts as they are; all others must be lowered first. */
  readonly native: ReadonlySet<string>
  /** Whether compile() accepts this node of a native operator; one that it does not is lowered. By default it does. Pure. */
  fits?(node: OperatorNode): boolean
  /**
   * The state that statements depend on besides the plan. A store without it compiles from the plan alone.
   */
  facts?(workspace: WorkspaceRef): Promise<StoreFacts>
  /**
   * Pure: the same plan and facts yield the same statement. Without facts the statement reads the base rows.
   */
  compile(workspace: WorkspaceRef, plan: Relation, facts?: StoreFacts): CompiledQuery
  /**
   * Settles when the engine no longer runs the statement, even after the signal was aborted: the caller holds
   * a slot for it. Never compiles: rejects with FactsChanged if the facts behind the statement are outdated.
   */
  run(query: CompiledQuery, limits: Limits, signal?: AbortSignal): Promise<readonly Row[]>
  /**
   * Explains how the plan would be answered now. Runs the queries that choose the statement, but not the
   * statement itself. A store without it answers every plan with the one statement that it compiles.
   */
  explain?(
    workspace: WorkspaceRef,
    plan: Relation,
    limits: Limits,
    signal?: AbortSignal,
  ): Promise<Explanation>
  /**
   * Returns the properties in a sample of the newest rows. The sample stays the same as long as the data
   * does. On one engine it is the latest by time, on another the latest by storage order (of the last day
   * those of some devices).
   */
  properties(
    workspace: WorkspaceRef,
    source: PropertySource,
    sample: PropertySample,
    limits: Limits,
    signal?: AbortSignal,
  ): Promise<PropertiesFound>
  /**
   * Durable and visible to the next query when it resolves. An item whose message_id is already stored for
   * its kind (event, log, trait, context, metric) is dropped.
   *
   * A process may run two appends to one workspace at a time, and several processes may append. A message in
   * two of them is stored once, and none counts as stored before it is.
   *
   * Rejects with UNAVAILABLE if the outcome is uncertain. A retry, here or in another process, is safe for
   * items with a message_id.
   */
  append(workspace: WorkspaceRef, batch: Batch): Promise<void>
  /**
   * Returns the version of the workspace's data, a string that never recurs. If two readings are equal, then
   * between them no process acknowledged, linked or removed anything that could change a response. The
   * version may change without such a change. Reading it is far cheaper than a query.
   */
  dataVersion(workspace: WorkspaceRef): Promise<string>
  /** Returns stored rows for ingestion. Without it, only rows stored by this process are known. */
  recall?(workspace: WorkspaceRef, request: RecallRequest): Promise<Recalled>
  /** Whether a context of any device is stored; cheap enough to call before every append. */
  hasContexts?(workspace: WorkspaceRef): Promise<boolean>
  /** Whether a group call of any device is stored; called once a minute until one is. Without it, none is. */
  hasGroupCalls?(workspace: WorkspaceRef): Promise<boolean>
  /**
   * Rejects with CONFLICT, and changes nothing, if a database of this number exists. Removes what it has
   * created if it cannot finish.
   */
  createWorkspace(workspace: WorkspaceRef): Promise<void>
  dropWorkspace(workspace: WorkspaceRef): Promise<void>
  /**
   * Called once, before any query. Its cost does not depend on the number of workspaces: tables of an older
   * layout are migrated when they are first used. Only missing tables are created now.
   */
  start(workspaces: readonly WorkspaceRef[]): Promise<void>
  /** Migrates the tables of these workspaces to this version's layout now. */
  prepare(workspaces: readonly WorkspaceRef[]): Promise<void>
  /** Compact copies of the events; unset for a store without any. */
  readonly views?: Views
  /** Runs members' SQL; unset for an engine without SQL. */
  readonly sql?: SqlReader
  /** Lists and ends statements past their limit; unset for a store whose statements always end. */
  readonly statements?: StatementControl
  /** The engine's usage, cheap enough for every few seconds; unset for a store without limits. */
  capacity?(): Promise<Capacity>
  /** Returns the engine's version. Rejects with UNAVAILABLE if the engine does not respond. */
  ping(): Promise<string>
  /**
   * Returns all servers of a cluster, queried now; unset for a single server. Rejects with UNAVAILABLE if one
   * does not respond.
   */
  readonly members?: () => Promise<readonly ClusterMember[]>
  close(): Promise<void>
}

/** A server of a cluster. */
export interface ClusterMember {
  /** Counted from 1. Servers of one shard have the same rows. */
  readonly shard: number
  readonly host: string
  readonly version: string
}

/** Runs statements over the records; always Postgres. Values are bound as $1, $2 … */
export interface Records {
  query<R extends object>(text: string, values?: readonly unknown[]): Promise<readonly R[]>
}

/** Users, workspaces, keys …: data with uniqueness and transactions, used only by plugins' repositories. */
export interface RecordStore extends Records {
  /** Rolls back if `work` rejects. A unique or foreign key violation rejects with CONFLICT. */
  transaction<T>(work: (records: Records) => Promise<T>): Promise<T>
  /** Applies a plugin's pending numbered SQL files, under a lock. A changed file is rejected. */
  migrate(plugin: string, directory: URL): Promise<void>
  ping(): Promise<string>
  close(): Promise<void>
}
