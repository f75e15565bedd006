import type {
  CallName,
  ColumnType,
  MatchHow,
  Measure,
  OperatorNode,
  PropertyForm,
  Relation,
  Scalar,
  SourceName,
  WindowFunction,
} from '../../contract/index.js'
import type { Column, Naming, Select, TimeRange } from './select.js'

/** The stored identity of a row's device, before its person is resolved: a column that plans cannot name. */
export const deviceKey = '@device'

/** The stored rows of a source from `from` (inclusive) to `to` (exclusive); a null bound does not apply. */
export interface StoredScan extends TimeRange {
  readonly source: SourceName
  /**
   * The table's columns with the values of promoted properties, by
   * property key; a rule of the adapter adds them.
   */
  readonly promoted?: ReadonlyMap<string, string>
}

/** Collects the values of one statement. bind() returns the placeholder of a value in the statement. */
export interface Parameters {
  bind(value: unknown, type: ParameterType): string
}

/** The type of a parameter: that of a column, or a list. */
export type ParameterType = ColumnType | 'ints' | 'floats' | 'texts' | 'keys'

/** More strings than this are bound as one list: a server accepts about 1,000 parameters in a statement. */
export const mostSingleTexts = 20

/** What is read of resolved rows: only the key of the person, or its user as well. */
export type PersonNeed = 'person' | 'user'

/**
 * All differences between SQL engines, as small functions that return SQL. Their arguments are compiled SQL;
 * the result replaces the plan's node and must have its meaning (docs/operators.md).
 */
export interface Dialect {
  identifier(name: string): string
  /** The table of a source with the required logical columns, as a SELECT that can still be extended. */
  scan(scan: StoredScan, needed: ReadonlySet<string>, scope: Scope): Select
  /**
   * Joins rows that have the device's key with the links, and adds the columns `person` and, unless only the person is
   * needed, `user_id`.
   */
  resolvePersons(rows: Select, scope: Scope, need?: PersonNeed): Select
  /** The same for few rows, for an engine that would otherwise read the links of all devices. */
  resolveFew?(rows: Select, scope: Scope, need?: PersonNeed): Select
  /**
   * A statement that selects the keys of all devices of the persons in the column `person` of `from`. `few`:
   * the persons are few.
   */
  devicesOf(from: string, person: string, few: boolean, scope: Scope): string
  /**
   * A statement that selects the keys of all devices whose link meets
   * the conditions; these read its `user_id`.
   */
  linkedDevices(conditions: (link: Select) => readonly string[], scope: Scope): string
  literal(value: string | number | boolean | null, type: ColumnType, parameters: Parameters): string
  property(json: string, name: string, as: PropertyForm, parameters: Parameters): Column
  /** `total`: every time is known to lie within the edges, so the bucket is never null. */
  bucket(time: Column, edges: readonly number[], total: boolean, parameters: Parameters): Column
  lookup(index: string, values: readonly number[], parameters: Parameters): string
  /**
   * The label of the bin of a value: labels[i] for one that has reached i of the edges, null for null. There is
   * at least one edge.
   */
  bin(value: Column, edges: readonly number[], labels: readonly string[], parameters: Parameters): string
  /** Turns a null boolean into false. */
  orFalse(sql: string): string
  /**
   * Combines cheap conditions that are never null without deciding one before the other (eager.ts). Left out if AND
   * and OR do so already.
   */
  eager?(how: 'and' | 'or', terms: readonly string[]): string
  match(how: MatchHow, value: string, pattern: string, parameters: Parameters): string
  oneOf(value: Column, options: readonly (string | number | boolean)[], parameters: Parameters): string
  toFloat(sql: string): string
  /** A constant in a form that joins, groupings, sorts and unions treat like any other column. */
  constantColumn(sql: string): string
  readonly count: string
  /** Floating-point division; null if the divisor is 0. */
  divide(left: string, right: string): string
  multiply(left: string, right: string): string
  parseTime(text: string): string
  /** A function of calculated properties; null for an argument that is null. */
  call(fn: CallName, args: readonly string[], options: readonly Scalar[], parameters: Parameters): string
  /** The column as it sorts by bytes, for an engine that would sort strings by a language's rules. */
  byBytes(column: Column): string
  /**
   * `certain`: no group is empty and no value is null, so the measure is never null. For `first` and `last`:
   * no group is empty and no column of `order` is null.
   */
  measure(
    measure: Exclude<Measure, { kind: 'count' }>,
    value: Column,
    order: readonly Column[],
    certain: boolean,
  ): string
  /**
   * A distinct count in two steps, for an engine that can store
   * partial aggregate states and merge them later.
   */
  readonly distinctInParts?: {
    part(value: string): string
    merge(parts: string): string
  }
  /**
   * The same for distinct keys, by lists of values instead of sets: cheaper where a device has few rows, and
   * of the size of its rows.
   */
  readonly distinctInLists?: {
    part(value: string): string
    merge(parts: string): string
  }
  /** The same for the measures `first` and `last` over an order without nulls. */
  readonly endInParts?: {
    part(kind: 'first' | 'last', value: Column, order: readonly Column[]): string
    /** `value`: the column that the parts were made of. */
    merge(kind: 'first' | 'last', parts: string, value: Column): string
  }
  windowFunction(fn: WindowFunction['kind'], value: Column, partition: string, order: string): string
  /**
   * Tables are sorted by day. A sort by time is compiled as a sort by day, then time: the order is the same,
   * and the engine stops reading when the limit is reached.
   */
  readonly sortsByDay?: true
  /**
   * An aggregate joins the rows of a view or of named events with the links, and groups them once: grouping them by
   * device first, as an aggregate does with all other rows, costs the engine more than it saves. Unset for an engine
   * where it saves more.
   */
  readonly joinsFew?: true
  /**
   * The clause for the first `count` rows and all further rows equal to
   * the last of them in the order (WITH TIES). Unset for an engine
   * without it, which leaves out the rule top-k-then-fetch.
   */
  limitWithTies?(count: string): string
  spine(count: number, parameters: Parameters): { readonly from: string; readonly column: string }
  /** The value cast to its declared type: engines infer the common type of a union's inputs differently. */
  castForUnion(column: Column): string
  /** The semantic operators for which this engine has its own SQL; all others must be lowered first. */
  readonly operators: Readonly<Record<string, NativeOperator>>
}

/** Compiles an operator to a SELECT with (at least) the required columns. */
export type NativeOperator = (node: OperatorNode, needed: ReadonlySet<string>, scope: Scope) => Select

/** The shards of a cluster. All rows of a device, its links too, are on one shard. */
export interface Shards {
  /** The quoted database with the rows that the shard itself stores. */
  readonly database: string
  /** A table expression with the rows of a SELECT that every shard runs over that database. */
  gather(select: string): string
  /** The same for a table function. */
  read(table: string): string
  /**
   * The keyword before JOIN and IN: the right side is computed once
   * over all shards' rows and sent to each shard.
   */
  readonly everywhere: string
}

/** The context of one compilation. */
export interface Scope extends Naming {
  readonly dialect: Dialect
  readonly parameters: Parameters
  /** The quoted database or schema of the workspace, whose tables have the rows of all shards. */
  readonly database: string
  /** Null if the rows are not sharded. */
  readonly shards: Shards | null
  /** The names of the materialized views that the statement reads. */
  readonly reads: Set<string>
  /** Compiles a relation to a SELECT with (at least) the required columns and property keys. */
  compile(relation: Relation, needed: ReadonlySet<string>): Select
}

/** The largest number of rows or groups that counts as few: their links are looked up by key. */
export const mostFew = 20_000

/** Resolves the persons of few rows, by the engine's own form for it if there is one. */
export const resolveFew = (rows: Select, scope: Scope, need: PersonNeed): Select =>
  (scope.dialect.resolveFew ?? scope.dialect.resolvePersons)(rows, scope, need)
