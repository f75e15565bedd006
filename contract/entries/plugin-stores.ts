/** A part of `sextant/plugin`. */

// The stores: records for tables of a plugin, analytics for its services.
export type {
  AnalyticsStore,
  Batch,
  ClusterMember,
  ContextRow,
  ContextSighting,
  ContextSpan,
  DeviceSpan,
  EventRow,
  LinkRow,
  LogRow,
  MetricBucket,
  MetricRow,
  Recalled,
  RecallRequest,
  Records,
  RecordStore,
  TraitRow,
} from '../storage.js'
export type { Capacity, DiskSpace, EngineResources, Usage, WorkspaceLoad } from '../capacity.js'
export type { Ending, LateStatement, StatementControl } from '../statements.js'
export { metricTypes, temporalities, type MetricType, type Temporality } from '../sources.js'
export {
  propertyColumns,
  propertyTypes,
  type PropertiesFound,
  type PropertyFound,
  type PropertySample,
  type PropertySource,
  type PropertyType,
} from '../properties.js'
export { sqlFormats, type SqlBudget, type SqlColumn, type SqlFormat, type SqlResult } from '../sql.js'
export { sqlParameterTypes, type SqlParameters } from '../sql-parameters.js'
export type {
  ExplainedPlan,
  ExplainedStatement,
  Explanation,
  FiredRule,
  ViewReport,
  Views,
  ViewState,
} from '../views.js'
export type { SessionSighting } from '../recall.js'
export { batchHeader, batchPlaceText, readBatchPlace, type BatchPlace } from '../batch-place.js'
