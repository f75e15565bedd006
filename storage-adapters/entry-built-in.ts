/** The part of `sextant/storage` that only the built-in storages use so far. */

// What the built-in storages use beside it: nodes of identities, views, promoted columns, and the meaning of operators with native forms.
export { group } from './sql/group.js'
export {
  firstBucket,
  lifecycleBit,
  lifecycleFits,
  lifecycleMasks,
  lifecycleRows,
  lifecycleShape,
  type LifecycleShape,
  type MaskText,
} from './sql/lifecycle.js'
export { arithmeticCall, boundedNumber } from './sql/calls.js'
export { rangeOf } from './sql/range-of.js'
export { columnsNamed, keep } from './sql/select.js'
export { compileKey } from './sql/expr.js'
export { ByteWriter } from './sql/byte-writer.js'
export { filledColumns } from './sql/filled-columns.js'
export { HashTable } from './sql/hash-table.js'
export {
  hashed,
  withoutRepeats,
  type HashedRows,
  type Identified,
  type RowsWithHashes,
} from './sql/hashed-rows.js'
export { hashInto } from './sql/text-hash.js'
export { rowsEnding } from './sql/rows-ending.js'
export { collectAll, measureInputs, parsePropertyKey, propertyKeysOf } from './sql/required-columns.js'
export { isIdentityFree } from './sql/identity/identity-free.js'
export { isEnd, isPlaced, type End } from './sql/identity/late-measures.js'
export { asksIdentified } from './sql/identity/linked-terms.js'
export {
  areOfDevices,
  inputOf,
  isOperator,
  linkedOperator,
  resolved,
  resolveOperator,
  semiJoinOperator,
  storedScan,
  storedScanOperator,
  unresolved,
  type Linked,
  type SemiJoin,
} from './sql/identity/nodes.js'
export {
  bucketNumber,
  personsByDimension,
  personsByDimensionOperator,
  type PersonsByDimensionOptions,
} from './sql/persons-by-dimension.js'
export {
  areRolled,
  countsByDimension,
  countsByDimensionOperator,
  countsByGroups,
  type CountsByDimensionOptions,
} from './sql/counts-by-dimension.js'
export { distinctToBitmap, isColumn } from './sql/rules/distinct-to-bitmap.js'
export { dropImpliedConditions } from './sql/rules/drop-implied-conditions.js'
export { whereLinked } from './sql/rules/identity-semi-join.js'
export { joinToSemiJoin } from './sql/rules/join-to-semi-join.js'
export { timesBySlot } from './sql/rules/times-by-slot.js'
export { ungroupKeys } from './sql/rules/ungroup-keys.js'
export {
  commentOf,
  isPromotedName,
  jsonColumns,
  nothingPromoted,
  parsedObject,
  promotedColumns,
  promotedTableNames,
  storedKeysIn,
  type JsonTable,
  type PromotedColumn,
  type PromotedNames,
} from './sql/promoted/columns.js'
export { countedAsk, type ReadProperties } from './sql/promoted/ask.js'
export { defaultMostPromoted, promotionRules, type PromotionRules } from './sql/promoted/decide.js'
export { readPromotedColumns, type PromotedFacts } from './sql/rules/read-promoted-columns.js'
export { promotedState } from './sql/promoted/state.js'
export type { PlacedColumn, PromotedTables, StoredColumns } from './sql/promoted/tables.js'
export {
  aggregateFromView,
  matchViews,
  needsOfCohorts,
  operatorFromView,
  type ViewFacts,
} from './sql/rules/match-views.js'
export { isSlotSafe, type Needs } from './sql/views/slot-safe.js'
export { viewCatalogue, type MaterializedView, type ViewCatalogue } from './sql/views/catalogue.js'
export { rollupCompiler } from './sql/views/compile.js'
export { ofAllPersons, viewScanOf, withScanOptions } from './sql/views/all-rows.js'
export { edgesOf, spansOf, type Span } from './sql/views/periods-of-operator.js'
export {
  endOfSlots,
  firstColumn,
  isEndOfSlots,
  lastColumn,
  midnightColumn,
  rollupOperator,
  rowsColumn,
  type RollupOptions,
  type RollupSet,
  type RollupShape,
} from './sql/views/operator.js'
export {
  ascendingChains,
  breakdownSets,
  callType,
  joinLabels,
  lowerSequence,
  notBound,
  noRowServesTwo,
  periodBounds,
  placeholderForm,
  reachAt,
  takeExtraction,
  windowsOfSegments,
  type SqlRows,
  type Taking,
  type Takings,
} from '../contract/index.js'
