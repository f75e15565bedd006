import {
  columnsOf,
  sources,
  type AggregateNode,
  type Columns,
  type Expr,
  type Measure,
  type OperatorNode,
  type Relation,
} from '../../../contract/index.js'
import { deviceKey, type StoredScan } from '../dialect.js'

/**
 * The nodes that place the resolution of persons in a plan. Only adapters put them there: the rule
 * `resolve-persons` lowers every scan with a person to a stored scan below a resolution, and further rules
 * move the resolution.
 *
 *     scan events                      before
 *     @resolve-persons < @stored-scan  after
 */
export const storedScanOperator = '@stored-scan'
export const resolveOperator = '@resolve-persons'
export const linkedOperator = '@linked-devices'
export const semiJoinOperator = '@semi-join'
export const partialOperator = '@partial-aggregate'
export const mergeOperator = '@merge-aggregate'
export const firstDaysOperator = '@first-days'

/** The columns that a resolution adds from the links. */
export const resolved: ReadonlySet<string> = new Set(['person', 'user_id'])

/** Whether a column belongs to these nodes and not to the contract; no answer shows it. */
export const isOwnColumn = (name: string): boolean => name.startsWith('@')

const node = (
  operator: string,
  inputs: readonly Relation[],
  options: unknown,
  columns: Columns,
): OperatorNode => Object.freeze({ kind: 'operator', operator, inputs, options, columns })

/**
 * The stored rows of a source. If it has persons: with `@device`, without `person` and `user_id`. Otherwise
 * with the source's columns.
 */
export function storedScan(options: StoredScan): OperatorNode {
  const columns: Columns = sources[options.source]
  return node(storedScanOperator, [], options, 'person' in columns ? unresolvedColumns(columns) : columns)
}

/** The columns without `person` and `user_id`, with `@device`. */
export const unresolvedColumns = (columns: Columns): Columns => ({
  ...Object.fromEntries(Object.entries(columns).filter(([name]) => !resolved.has(name))),
  [deviceKey]: 'key',
})

export interface Resolution {
  /** The rows are few: an engine that can reads only the links of their devices. */
  readonly few: boolean
}

/**
 * Joins rows with the latest link of their device and adds `person` and `user_id` (null without a link). The
 * join neither adds nor drops rows, so it is left out if neither column is read.
 */
export const resolvePersons = (rows: Relation, { few }: Resolution = { few: false }): OperatorNode =>
  node(resolveOperator, [rows], { few }, { ...columnsOf(rows), person: 'key', user_id: 'text' })

export interface Linked {
  /** They read only `user_id`, and are false for a device without a link. */
  readonly conditions: readonly Expr[]
}

/** The rows whose device has a link that meets the conditions. */
export const linkedDevices = (rows: Relation, conditions: readonly Expr[]): OperatorNode =>
  node(linkedOperator, [rows], { conditions }, columnsOf(rows))

export interface SemiJoin {
  /** The column of the rows. If it is `@device`, the keys are persons, and their devices are looked up. */
  readonly left: string
  /** The column of the keys. */
  readonly right: string
  /** The keys are those of a page. */
  readonly few: boolean
  /** The rows whose key is not among the keys instead; false by default. */
  readonly excluded?: boolean
}

/** The rows whose key is (or, if excluded, is not) among the keys of the second input, which are distinct. */
export const semiJoin = (rows: Relation, keys: Relation, options: SemiJoin): OperatorNode =>
  node(semiJoinOperator, [rows, keys], options, columnsOf(rows))

export interface PartialAggregate {
  /** The grouping keys beside the device. */
  readonly by: Readonly<Record<string, Expr>>
  readonly measures: Readonly<Record<string, Measure>>
  /** The distinct counts whose states are lists of values (see Dialect.distinctInLists). */
  readonly lists: readonly string[]
}

/** The options of a merge: those of the aggregate, and the names of states that are lists. */
export type MergeAggregate = Pick<AggregateNode, 'by' | 'measures' | 'sets'> & Pick<PartialAggregate, 'lists'>

/** An aggregate by the keys and the device whose measures are partial states; see mergeAggregate. */
export const partialAggregate = (rows: Relation, options: PartialAggregate, columns: Columns): OperatorNode =>
  node(partialOperator, [rows], options, { ...columns, [deviceKey]: 'key' })

/** Merges the partial states of resolved devices; the result is that of the aggregate over their rows. */
export const mergeAggregate = (parts: Relation, aggregate: MergeAggregate, columns: Columns): OperatorNode =>
  node(mergeOperator, [parts], aggregate, columns)

export interface FirstDays {
  /** The stored time that orders the rows. */
  readonly by: Expr
  readonly descending: boolean
  /** How many first rows the days must contain. */
  readonly most: number
}

/** All rows of the days that contain the first `most` rows. */
export const firstDays = (rows: Relation, options: FirstDays): OperatorNode =>
  node(firstDaysOperator, [rows], options, columnsOf(rows))

/** Whether the relation is one of the operators with these names. */
export const isOperator = (relation: Relation, ...names: readonly string[]): relation is OperatorNode =>
  relation.kind === 'operator' && names.includes(relation.operator)

/** The operator's input at the index. Throws if there is none. */
export function inputOf({ operator, inputs }: OperatorNode, at = 0): Relation {
  const input = inputs[at]
  if (input === undefined) throw new Error(`${operator} requires an input at index ${at}`)
  return input
}

/** Whether the rows have a device and no person yet. */
export function areOfDevices(rows: Relation): boolean {
  const columns = columnsOf(rows)
  return deviceKey in columns && !('person' in columns)
}

/** The rows below a resolution; any other relation unchanged. */
export const unresolved = (relation: Relation): Relation =>
  isOperator(relation, resolveOperator) ? (relation.inputs[0] ?? relation) : relation
