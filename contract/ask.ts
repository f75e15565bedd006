import type { Caller, WorkspaceRole } from './access.js'
import type { ReadConditions, ReadPersons } from './audience.js'
import type { KnowsCalculated } from './calculated.js'
import type { Emit } from './event.js'
import type { Clock } from './expression/index.js'
import type { Log } from './log.js'
import type { Relation } from './plan.js'
import type { PropertiesFound, PropertySample, PropertySource } from './properties.js'
import type {
  AskedBody,
  AskedBodyQuestion,
  PageAnswer,
  PageRequest,
  SeriesRequest,
} from './request-shapes.js'
import type { SavedAsk } from './saved.js'
import type { Series, SeriesTogether } from './series-body.js'
import type { ServiceRef } from './service-ref.js'
import type { ReadSetting } from './setting.js'
import type { Settings } from './settings.js'
import type { SqlAsk } from './sql-ask.js'
import type { RecordStore, Row } from './storage.js'
import type { ExplainedPlan } from './views.js'
import type { WorkspaceDefaults, WorkspaceRef } from './workspace.js'

/** A handler's only access to data: the caller, the workspace and the operations they permit. */
export interface Ask {
  readonly requestId: string
  readonly now: number
  /** The caller's network address. */
  readonly address: string
  readonly log: Log
  readonly records: RecordStore
  readonly settings: Settings
  /** Reads a setting that a plugin declares. */
  readonly setting: ReadSetting
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  use<T extends object>(ref: ServiceRef<T>): T
  /** Announces an event to the handlers that plugins declare with `host.on()`. */
  readonly emit: Emit
  /** Null on public routes. */
  readonly caller: Caller | null
  readonly workspace: WorkspaceRef | null
  readonly role: WorkspaceRole | null
}

export interface UserAsk extends Ask {
  readonly caller: Caller
}

export interface WorkspaceAsk extends UserAsk, KnowsCalculated {
  readonly workspace: WorkspaceRef
  readonly role: WorkspaceRole
  /** The time zone and week start of questions that name none. */
  readonly defaults: WorkspaceDefaults
  /** The clock of the workspace's time zone, for an expression that is not saved; null for UTC. */
  readonly clock?: (() => Clock | null) | undefined
  /** Runs a plan in the request's workspace, within the budgets. */
  rows(plan: Relation): Promise<readonly Row[]>
  /** Runs a plan as a page, and counts its rows if requested. */
  page(plan: Relation, request: PageRequest): Promise<PageAnswer>
  /** Parses and validates the fields of a body (see bodyFields) like parameters. A 422 names the field. */
  question(asked: AskedBody): Promise<AskedBodyQuestion>
  /** Returns an audience's distinct persons as `member`; null if it is unknown. Absent without audiences. */
  readonly members?: ((id: string) => Promise<Relation | null>) | undefined
  /** Reads filters of a body one by one, for a caller that combines them itself. */
  readonly conditions: ReadConditions
  /** Reads a filter tree about persons, as in an audience. */
  readonly persons: ReadPersons
  /** Runs a metric with a `series` answer by its key. Returns its series and the compared one. */
  series(request: SeriesRequest): Promise<readonly [Series, Series | null]>
  /**
   * Runs series together, in as few statements as it can, and returns each as series() does. Worth asking for totals of
   * one metric by several fields, or over several ranges. The others must be asked by themselves; see SeriesTogether. A
   * statement has the budget of one query: after a 504 the series may still be answered one by one.
   */
  seriesTogether(requests: readonly SeriesRequest[]): Promise<readonly SeriesTogether[]>
  /** Returns the properties in the workspace's newest rows. */
  properties(source: PropertySource, sample: PropertySample): Promise<PropertiesFound>
  /** Saved queries, in the form in which a client sends them. */
  readonly saved: SavedAsk
  /**
   * Returns the plans that a query runs, in order, and how each would be answered now. The query gets no rows
   * from `over`, except for the time of the first row, on which an all_time range depends.
   */
  explain(query: (over: WorkspaceAsk) => Promise<unknown>): Promise<readonly ExplainedPlan[]>
  /** Runs SQL that a member has written; absent if the storage has no SQL. */
  readonly sql?: SqlAsk | undefined
}
