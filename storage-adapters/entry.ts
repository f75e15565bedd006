/**
 * The package's entry `sextant/storage`: the contract of a storage adapter, and the SQL base, which compiles plans for an
 * engine by its dialect. How operators are lowered and which statement a plan becomes are no part of the promise, and
 * names of the SQL base may change with a minor version (docs/plugin-contract.md).
 */

// The contract: one store for each engine.
export type {
  AnalyticsStore,
  Batch,
  Cell,
  ClusterMember,
  CompiledQuery,
  ContextRow,
  ContextSighting,
  ContextSpan,
  DeviceSpan,
  EventRow,
  Limits,
  LinkRow,
  LogRow,
  MetricBucket,
  MetricRow,
  Recalled,
  RecallRequest,
  Row,
  StoreFacts,
  TraitRow,
} from '../contract/storage.js'
export type { GroupSighting, GroupSpan, SessionSighting } from '../contract/recall.js'
export type { Capacity, DiskSpace, EngineResources, Usage, WorkspaceLoad } from '../contract/capacity.js'
export type { JsonObject, JsonValue } from '../contract/json.js'
export type { Log } from '../contract/log.js'
export {
  defineSetting,
  settingRef,
  type ReadSetting,
  type SettingDefinition,
  type SettingRef,
} from '../contract/setting.js'
export { definePlugin, type Plugin } from '../contract/plugin.js'
export type { RecordServer, StorageDefinition, StorageOptions } from '../contract/storage-definition.js'
export {
  propertyColumns,
  propertyTypes,
  type PropertiesFound,
  type PropertyFound,
  type PropertySample,
  type PropertySource,
  type PropertyType,
} from '../contract/properties.js'
export {
  sqlFormats,
  type SqlBudget,
  type SqlColumn,
  type SqlFormat,
  type SqlReader,
  type SqlResult,
} from '../contract/sql.js'
export {
  checkParameters,
  placeholderIn,
  sqlParameterTypes,
  type SqlParameter,
  type SqlParameters,
  type SqlParameterType,
  type SqlPlaceholder,
} from '../contract/sql-parameters.js'
export type { Ending, LateStatement, StatementControl } from '../contract/statements.js'
export type {
  ExplainedStatement,
  Explanation,
  FiredRule,
  ViewReport,
  Views,
  ViewState,
} from '../contract/views.js'
export type { WorkspaceRef } from '../contract/workspace.js'

// Errors that the service expects of a store.
export {
  FactsChanged,
  invalid,
  ServiceError,
  type ErrorCode,
  type ErrorDetail,
  type ServiceErrorOptions,
} from '../contract/errors.js'
export {
  cancelled,
  overBytes,
  overMemory,
  overRows,
  overTime,
  tooManyStatements,
} from '../contract/budgets.js'
export { notFound, workspaceDeleted, workspaceExists } from '../contract/common-errors.js'

// Plans, as the adapter gets them.
export type {
  AggregateNode,
  CallName,
  CaseBranch,
  CompareOp,
  Expr,
  JoinKey,
  MatchHow,
  MathOp,
  Measure,
  OperatorNode,
  PropertyForm,
  Relation,
  Scalar,
  SortKey,
  WindowFunction,
} from '../contract/plan.js'
export type { Interval } from '../contract/question.js'
export {
  contextColumns,
  metricTypes,
  requiredColumns,
  sources,
  temporalities,
  type Columns,
  type ColumnType,
  type ContextColumn,
  type MetricType,
  type SourceName,
  type Temporality,
} from '../contract/sources.js'
export { columnsOf, measureType, PlanError, typeOf } from '../contract/columns.js'
export { mapInputs } from '../contract/map-inputs.js'
export {
  aggregate,
  and,
  bucket,
  choose,
  coalesce,
  column,
  compare,
  derive,
  equals,
  instant,
  join,
  literal,
  math,
  missing,
  not,
  nothing,
  number,
  or,
  scan,
  select,
  sort,
  text,
  union,
  where,
  window,
} from '../contract/builders.js'

// Operators: each lowers itself, and an adapter may have a native form.
export type { OperatorDefinition } from '../contract/operators/operator.js'
export type { NativeForm, NativeForms } from '../contract/operators/native-form.js'
export { builtInOperators } from '../contract/operators/index.js'
export { breakdownOperator, type BreakdownOptions } from '../contract/operators/breakdown.js'
export { cohortsOperator, type CohortsOptions, type ReturnMode } from '../contract/operators/cohorts.js'
export {
  lifecycleOperator,
  lifecycleStates,
  type LifecycleOptions,
  type LifecycleState,
} from '../contract/operators/lifecycle.js'
export { presenceOperator, type PresenceOptions } from '../contract/operators/presence.js'
export { sequenceOperator } from '../contract/operators/sequence.js'
export type {
  SequenceExclusion,
  SequenceOptions,
  SequenceOrder,
} from '../contract/operators/sequence-options.js'

// Patterns: RE2's syntax within a limit, for engines whose own differs.
export {
  asciiClass,
  checkRegexSize,
  complement,
  parseRegex,
  regexReach,
  type Assertion,
  type Ranges,
  type Regex,
} from '../contract/regex/index.js'
export { byBytes } from '../contract/numbers.js'
export { createSlices, type Slices } from '../contract/slices.js'

// The SQL base: the optimizer and its rules.
export { optimize, type Optimized, type Rule } from './sql/optimizer.js'
export { identityFacts, type IdentityFacts } from './sql/identity/facts.js'
export { deferIdentityJoin } from './sql/rules/defer-identity-join.js'
export { identitySemiJoin } from './sql/rules/identity-semi-join.js'
export { lowerUnfit } from './sql/rules/lower-unfit.js'
export { dropInnerBounds } from './sql/rules/drop-inner-bounds.js'
export { narrowTextTests } from './sql/rules/narrow-text-tests.js'
export { pruneColumns } from './sql/rules/prune-columns.js'
export { pushAggregateBelowIdentity } from './sql/rules/push-aggregate-below-identity.js'
export { readInOrder } from './sql/rules/read-in-order.js'
export { resolveAfterGrouping } from './sql/rules/resolve-after-grouping.js'
export { resolveScans } from './sql/rules/resolve-persons.js'
export { compileTopKGroups, topKThenFetch } from './sql/rules/top-k-then-fetch.js'

// The dialect of an engine, and statements.
export {
  deviceKey,
  mostSingleTexts,
  type Dialect,
  type NativeOperator,
  type Parameters,
  type ParameterType,
  type Scope,
  type Shards,
  type StoredScan,
} from './sql/dialect.js'
export { compileStatement, sourceTables, type CompiledStatement } from './sql/compile.js'
export { boundOnce } from './sql/bound-once.js'
export { bucketColumn, edgesReached, type BucketText } from './sql/bucket.js'
export { clockPart, trimmed, type ClockPart } from './sql/calls.js'
export { dayGrid, dayMs, evenStep, type DayGrid, type DayIndex } from './sql/edges.js'
export { identityOperators } from './sql/identity/compile.js'
export { devicesOf, linkedDevices, resolvePersons } from './sql/identity/links-by-device.js'
export { topKGroupsOperator } from './sql/identity/identity-free.js'

// Native forms of operators.
export { formsFit, withForms } from './sql/native-forms.js'
export { compileCondition, compileExpr } from './sql/expr.js'
export { compileMeasure } from './sql/group.js'
export {
  cohortsFit,
  cohortsGroupByDevice,
  compileCohorts,
  type CohortsText,
  type PartOfPerson,
} from './sql/cohorts.js'
export {
  asSubquery,
  columnOf,
  intColumn,
  keyColumn,
  nest,
  render,
  staged,
  whereClause,
  withColumns,
  wrap,
  type Column,
  type Gathering,
  type Naming,
  type Select,
  type TimeRange,
} from './sql/select.js'

export * from './entry-built-in.js'

// The rest of a store: properties, layouts of tables, the past of devices, statements in use.
export { propertyFinder, type PropertyCompiler, type PropertyQueries } from './sql/properties.js'
export {
  createLayouts,
  parseRecord,
  recordText,
  type LayoutEngine,
  type LayoutRecord,
  type Layouts,
  type LayoutStep,
} from './sql/layouts.js'
export { readyFirst, type Gate } from './sql/ready-first.js'
export { byDay, inParts, sightingMs, type DaySpan } from './sql/spans.js'
export { notedReader, statementUse, type StatementUse } from './sql/use.js'
export { limiter } from './sql/limiter.js'

// The reference: a store of this process, which evaluates plans itself. What every other store must answer.
export { createMemoryStore } from './memory/store.js'
