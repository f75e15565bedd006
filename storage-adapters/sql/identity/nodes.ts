import {
  columnsOf,
  sources,
  type AggregateNode,
  type Columns,
  type Expr,
  type Measure,
  type OperatorNode,
  type Relation,
} from '../../../core/contract/index.js'
import { deviceKey, type StoredScan } from '../dialect.js'

/**
 * The nodes that say in a plan where persons are resolved. Only adapters put them into plans: `resolve-persons` lowers
 * every scan of rows that belong to persons to a stored scan below a resolution, and further rules move the resolution.
 */
export const storedScanOperator = '@stored-scan'
export const resolveOperator = '@resolve-persons'
export const linkedOperator = '@linked-devices'
export const semiJoinOperator = '@semi-join'
export const partialOperator = '@partial-aggregate'
export const mergeOperator = '@merge-aggregate'
export const firstDaysOperator = '@first-days'

/** The columns that only the links tell. */
export const resolved: ReadonlySet<string> = new Set(['person', 'user_id'])

/** Columns that a node of these has beside those of the contract; no answer shows them. */
export const isOwnColumn = (name: string): boolean => name.startsWith('@')

const node = (
  operator: string,
  inputs: readonly Relation[],
  options: unknown,
  columns: Columns,
): OperatorNode => Object.freeze({ kind: 'operator', operator, inputs, options, columns })

/** The rows of a source as they are stored: of whom they are, only the device tells. */
export const storedScan = (options: StoredScan): OperatorNode =>
  node(storedScanOperator, [], options, unresolvedColumns(sources[options.source]))

export const unresolvedColumns = (columns: Columns): Columns => ({
  ...Object.fromEntries(Object.entries(columns).filter(([name]) => !resolved.has(name))),
  [deviceKey]: 'key',
})

export interface Resolution {
  /** The rows are few: the links of their devices alone are read, where the engine can. */
  readonly few: boolean
}

/**
 * Rows with `@device`, joined with the latest link of each device: `person`, and `user_id`, which is null without a link.
 * Where neither is asked for, the join is left out: it neither adds nor drops rows.
 */
export const resolvePersons = (rows: Relation, { few }: Resolution = { few: false }): OperatorNode =>
  node(resolveOperator, [rows], { few }, { ...columnsOf(rows), person: 'key', user_id: 'text' })

export interface Linked {
  /** They ask for nothing but `user_id`, and a device without a link meets none of them. */
  readonly conditions: readonly Expr[]
}

/** The rows whose device has a link that meets the conditions. */
export const linkedDevices = (rows: Relation, conditions: readonly Expr[]): OperatorNode =>
  node(linkedOperator, [rows], { conditions }, columnsOf(rows))

export interface SemiJoin {
  /** The column of the rows, or `@device`: then the keys are persons, and their devices are looked up. */
  readonly left: string
  readonly right: string
  /** The keys are a page's. */
  readonly few: boolean
}

/** The rows whose key is one of the keys of the second input, each of which stands there once. */
export const semiJoin = (rows: Relation, keys: Relation, options: SemiJoin): OperatorNode =>
  node(semiJoinOperator, [rows, keys], options, columnsOf(rows))

export interface PartialAggregate {
  /** The grouping keys beside the device. */
  readonly by: Readonly<Record<string, Expr>>
  readonly measures: Readonly<Record<string, Measure>>
}

/** An aggregate by device whose measures are parts that a merge puts together. */
export const partialAggregate = (rows: Relation, options: PartialAggregate, columns: Columns): OperatorNode =>
  node(partialOperator, [rows], options, { ...columns, [deviceKey]: 'key' })

/** The parts of resolved devices put together as the aggregate over their rows would be. */
export const mergeAggregate = (
  parts: Relation,
  aggregate: Pick<AggregateNode, 'by' | 'measures' | 'sets'>,
  columns: Columns,
): OperatorNode => node(mergeOperator, [parts], aggregate, columns)

export interface FirstDays {
  /** The stored time by which the first rows are wanted. */
  readonly by: Expr
  readonly descending: boolean
  readonly most: number
}

/** The rows of the days in which the first so many rows lie. */
export const firstDays = (rows: Relation, options: FirstDays): OperatorNode =>
  node(firstDaysOperator, [rows], options, columnsOf(rows))

export const isOperator = (relation: Relation, ...names: readonly string[]): relation is OperatorNode =>
  relation.kind === 'operator' && names.includes(relation.operator)

export function inputOf({ operator, inputs }: OperatorNode, at = 0): Relation {
  const input = inputs[at]
  if (input === undefined) throw new Error(`${operator} lacks an input`)
  return input
}

/** Whether rows are told apart by device alone: their persons are still to be resolved. */
export function areOfDevices(rows: Relation): boolean {
  const columns = columnsOf(rows)
  return deviceKey in columns && !('person' in columns)
}

/** The rows below a resolution; others as they are. */
export const unresolved = (relation: Relation): Relation =>
  isOperator(relation, resolveOperator) ? (relation.inputs[0] ?? relation) : relation
