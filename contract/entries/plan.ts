/**
 * The package's entry `sextant/plan`: what a plan is made of. A metric needs it and nothing else but the types of
 * `sextant/plugin`. docs/plugin-contract.md says which changes raise the contract's number.
 */

// A question: the request of a metric, parsed and checked.
export {
  grains,
  type Actor,
  type AskedQuestion,
  type Breakdown,
  type Grain,
  type Interval,
  type Period,
  type PointRef,
  type Question,
  type TraitUse,
  type DidUse,
} from '../question.js'

// The nodes of a plan.
export type {
  AggregateNode,
  CalculatedExpr,
  CallExpr,
  CallName,
  CaseBranch,
  CompareOp,
  Expr,
  JoinKey,
  MatchHow,
  MathOp,
  Measure,
  NumberCall,
  OperatorNode,
  PropertyForm,
  Relation,
  Scalar,
  SortKey,
  TextCall,
  WindowFunction,
} from '../plan.js'

// The sources, their columns and fields.
export {
  contextColumns,
  sources,
  type Columns,
  type ColumnType,
  type ContextColumn,
  type SourceName,
} from '../sources.js'
export { columnsOf, PlanError } from '../columns.js'
export { inZone } from '../calculated.js'
export { numbersOf, resolveField, type Field } from '../fields.js'

// Builders of expressions, measures and relations.
export {
  and,
  bin,
  bucket,
  choose,
  coalesce,
  column,
  compare,
  equals,
  instant,
  isIn,
  literal,
  lookup,
  match,
  math,
  missing,
  not,
  nothing,
  number,
  or,
  parseTime,
  property,
  text,
  tuple,
} from '../builders.js'
export { avg, count, countDistinct, first, last, max, min, quantile, sum } from '../builders.js'
export {
  aggregate,
  ascending,
  derive,
  descending,
  join,
  scan,
  select,
  sort,
  spine,
  union,
  where,
  window,
} from '../builders.js'

// The rows of a question, its series and the persons behind a figure.
export {
  keptLabels,
  labelledRows,
  personsWho,
  rowsOf,
  shownLabel,
  splitOf,
  traitForms,
  withDimension,
  type LabelChoice,
  type RowsOptions,
} from '../rows.js'
export {
  bySize,
  dimensionNamed,
  noneLabel,
  otherLabel,
  shownDimension,
  type NamedDimension,
  type ShownDimension,
} from '../dimensions.js'
export { series, seriesOf } from '../series.js'
export { intervalAt, peopleOf, rowsAt, within, type Counted } from '../people.js'

// Operators: nodes that are defined by their lowering into the others.
export type { OperatorDefinition } from '../operators/operator.js'
export type { NativeForm, NativeForms } from '../operators/native-form.js'
export { breakdown, type BreakdownOptions } from '../operators/breakdown.js'
export { cohorts, returnModes, type CohortsOptions, type ReturnMode } from '../operators/cohorts.js'
export {
  lifecycle,
  lifecycleStates,
  type LifecycleOptions,
  type LifecycleState,
} from '../operators/lifecycle.js'
export { presence, type PresenceOptions } from '../operators/presence.js'
export { sequence } from '../operators/sequence.js'
export {
  timeOf,
  type SequenceExclusion,
  type SequenceOptions,
  type SequenceOrder,
} from '../operators/sequence-options.js'
export { largestOverlap } from '../operators/sequence-conditions.js'
