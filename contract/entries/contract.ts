/**
 * The package's entry `sextant/contract`, for plugins written before `sextant/plan` and `sextant/plugin`: both, and the
 * names that were once exported beside them. No name is added to these.
 *
 * @deprecated Import from sextant/plan and sextant/plugin.
 */
export * from './plan.js'
export * from './plugin.js'
export {
  ascendingChains,
  asciiClass,
  type Assertion,
  breakdownOperator,
  breakdownSets,
  builtInOperators,
  cancelled,
  checkRegexSize,
  cohortsOperator,
  type CompiledQuery,
  complement,
  FactsChanged,
  fieldNames,
  fieldPatterns,
  holdsNul,
  isLoopback,
  knowsItsNames,
  lifecycleOperator,
  type Limits,
  listensOnLoopback,
  lowerSequence,
  mapInputs,
  measureType,
  noRowServesTwo,
  overBytes,
  overMemory,
  overRows,
  overTime,
  parseRegex,
  periodBounds,
  presenceOperator,
  type Ranges,
  reachAt,
  type Regex,
  regexReach,
  requiredColumns,
  sequenceOperator,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- for the plugins that still use it
  sqlAccess,
  type SqlReader,
  type StoreFacts,
  type Taking,
  type Takings,
  tooManyStatements,
  typeOf,
  windowsOfSegments,
  withDimensionOfGroups,
  workspaceDeleted,
  workspaceExists,
} from '../index.js'
