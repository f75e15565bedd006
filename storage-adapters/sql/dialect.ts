import type {
  ColumnType,
  MatchHow,
  Measure,
  OperatorNode,
  PropertyForm,
  Relation,
  SourceName,
  WindowFunction,
} from '../../core/contract/index.js'
import type { Column, Naming, Select, TimeRange } from './select.js'

/** The stored, unresolved identity of a row's device: a column that plans cannot name. */
export const deviceKey = '@device'

/** The rows of a source as they are stored, from `from` (inclusive) to `to` (exclusive); null: without that bound. */
export interface StoredScan extends TimeRange {
  readonly source: SourceName
  /** Columns of the table that hold a property's value, by property key; a rule of the adapter puts them here. */
  readonly promoted?: ReadonlyMap<string, string>
}

/** Collects the values of one statement; the text holds the placeholders it gives out. */
export interface Parameters {
  bind(value: unknown, type: ParameterType): string
}

export type ParameterType = ColumnType | 'ints' | 'texts' | 'keys'

/** More texts than this are bound as one list: a server takes about 1,000 parameters at once. */
export const mostSingleTexts = 20

/**
 * All in which one SQL engine differs from another: a table of small text functions. What a function gets is text
 * that is already compiled; what it returns stands in the place of the plan's node, with the plan's meaning.
 */
export interface Dialect {
  identifier(name: string): string
  /** The table of a source with the needed logical columns, as a select that can still be extended. */
  scan(scan: StoredScan, needed: ReadonlySet<string>, scope: Scope): Select
  /** Joins the links to rows that have the device's key and adds the column `person`. */
  resolvePersons(rows: Select, scope: Scope): Select
  /** The same for few rows, where the engine has to be told that it need not read the links of all other devices. */
  resolveFew?(rows: Select, scope: Scope): Select
  /** A statement of the keys of all devices of the persons, `few` or any number, that stand in the column `person` of `from`. */
  devicesOf(from: string, person: string, few: boolean, scope: Scope): string
  /** A statement of the keys of all devices whose link meets the conditions; they ask for its `user_id`. */
  linkedDevices(conditions: (link: Select) => readonly string[], scope: Scope): string
  literal(value: string | number | boolean | null, type: ColumnType, parameters: Parameters): string
  property(json: string, name: string, as: PropertyForm, parameters: Parameters): Column
  /** `total`: the time is known to lie inside the edges. */
  bucket(time: Column, edges: readonly number[], total: boolean, parameters: Parameters): Column
  lookup(index: string, values: readonly number[], parameters: Parameters): string
  /** A boolean that may be null as one that is false instead. */
  orFalse(sql: string): string
  match(how: MatchHow, value: string, pattern: string, parameters: Parameters): string
  oneOf(value: Column, options: readonly (string | number | boolean)[], parameters: Parameters): string
  toFloat(sql: string): string
  /** A literal as a column that joins, groupings and unions treat like any other. */
  constantColumn(sql: string): string
  readonly count: string
  /** Floating division; null where the divisor is 0. */
  divide(left: string, right: string): string
  multiply(left: string, right: string): string
  parseTime(text: string): string
  /** Text in byte order, where the engine would sort by a language's rules. */
  byBytes(column: Column): string
  /** `certain`: in every group there is a value, or a row with its place in the `order`, and no value, or place, is null. */
  measure(
    measure: Exclude<Measure, { kind: 'count' }>,
    value: Column,
    order: readonly Column[],
    certain: boolean,
  ): string
  /** A distinct count in two steps, where the engine can keep what it has counted and put it together later. */
  readonly distinctInParts?: {
    part(value: string): string
    merge(parts: string): string
  }
  /** The same for the value of the row at one end of an order in which every row has its place. */
  readonly endInParts?: {
    part(kind: 'first' | 'last', value: Column, order: readonly Column[]): string
    /** `value`: what the parts were made of. */
    merge(kind: 'first' | 'last', parts: string, value: Column): string
  }
  windowFunction(fn: WindowFunction['kind'], value: Column, partition: string, order: string): string
  /**
   * The tables lie by day: rows sorted by time are sorted by their day first, which is the same, so that no more of them
   * are read than a limit wants.
   */
  readonly sortsByDay?: true
  /** As many rows as the bound number says, and those that the order does not tell from the last. */
  limitWithTies(count: string): string
  spine(count: number, parameters: Parameters): { readonly from: string; readonly column: string }
  /** The value as its declared type: engines guess the common type of a union's sides differently. */
  castForUnion(column: Column): string
  /** The semantic operators that this engine answers in a form of its own. */
  readonly operators: Readonly<Record<string, NativeOperator>>
}

export type NativeOperator = (node: OperatorNode, needed: ReadonlySet<string>, scope: Scope) => Select

/**
 * The parts that the rows of a workspace are spread over, by device: all that is stored of a device, its links too,
 * lies in one of them.
 */
export interface Shards {
  /** The quoted database in which each shard has what it stores itself. */
  readonly database: string
  /** The rows of a SELECT over that database, which every shard runs for itself, as a table. */
  gather(select: string): string
  /** The same of a table function. */
  read(table: string): string
  /** Stands before JOIN and IN: the right side is made once, of all shards' rows, and sent to each. */
  readonly everywhere: string
}

/** What one compilation carries along. */
export interface Scope extends Naming {
  readonly dialect: Dialect
  readonly parameters: Parameters
  /** The quoted database or schema of the workspace, in which tables have all rows. */
  readonly database: string
  /** Null: all rows lie in one place. */
  readonly shards: Shards | null
  /** The names of the views that the statement reads. */
  readonly reads: Set<string>
  /** A relation as a SELECT that has (at least) the needed columns and property keys. */
  compile(relation: Relation, needed: ReadonlySet<string>): Select
}

/** More rows or groups are not looked up one by one. */
export const mostFew = 20_000

export const resolveFew = (rows: Select, scope: Scope): Select =>
  (scope.dialect.resolveFew ?? scope.dialect.resolvePersons)(rows, scope)
