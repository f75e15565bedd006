import type { Columns, ColumnType, SourceName } from './sources.js'

/**
 * The plan: a metric's query to the storage, as plain frozen data. docs/operators.md defines the meaning of
 * every node, and the memory adapter implements it. Every boolean expression is two-valued: a comparison with
 * null is false, so its negation is true.
 */
export type Expr =
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'property'; readonly column: string; readonly name: string; readonly as: PropertyForm }
  | { readonly kind: 'literal'; readonly type: ColumnType; readonly value: Scalar | null }
  | { readonly kind: 'bucket'; readonly time: Expr; readonly edges: readonly number[] }
  | { readonly kind: 'lookup'; readonly index: Expr; readonly values: readonly number[] }
  | { readonly kind: 'compare'; readonly op: CompareOp; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'in'; readonly value: Expr; readonly options: readonly Scalar[] }
  | { readonly kind: 'match'; readonly how: MatchHow; readonly value: Expr; readonly pattern: string }
  | { readonly kind: 'and' | 'or'; readonly terms: readonly Expr[] }
  | { readonly kind: 'not'; readonly term: Expr }
  | { readonly kind: 'missing'; readonly value: Expr }
  | { readonly kind: 'case'; readonly branches: readonly CaseBranch[]; readonly otherwise: Expr }
  | { readonly kind: 'math'; readonly op: MathOp; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'coalesce'; readonly values: readonly Expr[] }
  | { readonly kind: 'parse-time'; readonly text: Expr }
  | {
      readonly kind: 'bin'
      readonly value: Expr
      readonly edges: readonly number[]
      readonly labels: readonly string[]
    }
  | { readonly kind: 'tuple'; readonly items: readonly Expr[] }
  | CallExpr
  /**
   * A calculated property, by its name. The service replaces it by its expression before a store sees the plan.
   */
  | CalculatedExpr

/** A function of calculated properties. Null if an argument is null. */
export interface CallExpr {
  readonly kind: 'call'
  readonly fn: CallName
  readonly args: readonly Expr[]
  /** Constants, by the function's definition in docs/operators.md. */
  readonly options: readonly Scalar[]
}

export interface CalculatedExpr {
  readonly kind: 'calculated'
  readonly name: string
  readonly as: PropertyForm
  /** The time zone of hours and days; null until the question's is known, and then UTC. */
  readonly zone: string | null
  /** The path of the field in the request, for errors. */
  readonly path: string
}

/** Functions of numbers. */
export type NumberCall =
  'bounded' | 'plus' | 'minus' | 'times' | 'over' | 'remainder' | 'round' | 'floor' | 'ceil' | 'abs'
/** Functions with a string as their result. */
export type TextCall =
  | 'number-text'
  | 'lower'
  | 'upper'
  | 'trim'
  | 'concat'
  | 'substring'
  | 'replace'
  | 'regex-extract'
  | 'split-part'
/** `clock-part` is the hour or the weekday of a time. */
export type CallName = NumberCall | TextCall | 'clock-part'

export type Scalar = string | number | boolean
export type CompareOp = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte'
export type MatchHow = 'contains' | 'starts-with' | 'ends-with' | 'regex'
export type MathOp = '+' | '-' | '*' | '/'

/**
 * The form in which a JSON value is read. `text`, `number` and `boolean` return the value if it has that JSON
 * type, else null. `label` returns any scalar as a string (null for objects, arrays and null). `exists` is
 * true for everything but null.
 */
export type PropertyForm = 'text' | 'number' | 'boolean' | 'label' | 'exists'

export interface CaseBranch {
  readonly when: Expr
  readonly then: Expr
}

export type Measure =
  | { readonly kind: 'count' }
  | { readonly kind: 'count-distinct'; readonly value: Expr }
  | { readonly kind: 'sum' | 'avg' | 'min' | 'max'; readonly value: Expr }
  | { readonly kind: 'quantile'; readonly value: Expr; readonly level: number }
  | { readonly kind: 'first' | 'last'; readonly value: Expr; readonly order: readonly Expr[] }

export type WindowFunction =
  /** The value of the partition's next row; null at the last row. */
  | { readonly kind: 'next'; readonly value: Expr }
  /** The sum from the partition's first row to this one. Rows of equal order are added one by one. */
  | { readonly kind: 'running-sum'; readonly value: Expr }
  /** The sum over all rows of the partition. */
  | { readonly kind: 'total'; readonly value: Expr }
  /** The least value (a number or time) in the partition's rows before this one. */
  | { readonly kind: 'min-before'; readonly value: Expr }

export interface SortKey {
  readonly by: Expr
  readonly descending: boolean
}

export type Relation =
  | {
      readonly kind: 'scan'
      readonly source: SourceName
      readonly from: number | null
      readonly to: number | null
    }
  | { readonly kind: 'where'; readonly input: Relation; readonly condition: Expr }
  | { readonly kind: 'derive'; readonly input: Relation; readonly columns: Readonly<Record<string, Expr>> }
  | { readonly kind: 'select'; readonly input: Relation; readonly columns: Readonly<Record<string, Expr>> }
  | AggregateNode
  | {
      readonly kind: 'window'
      readonly input: Relation
      readonly partition: readonly Expr[]
      readonly order: readonly SortKey[]
      readonly columns: Readonly<Record<string, WindowFunction>>
    }
  | {
      readonly kind: 'join'
      readonly how: 'inner' | 'left'
      readonly left: Relation
      readonly right: Relation
      readonly on: readonly JoinKey[]
    }
  | { readonly kind: 'union'; readonly inputs: readonly Relation[] }
  | { readonly kind: 'spine'; readonly column: string; readonly count: number }
  | {
      readonly kind: 'sort'
      readonly input: Relation
      readonly keys: readonly SortKey[]
      readonly limit: number | null
      readonly offset: number
    }
  | OperatorNode

export interface AggregateNode {
  readonly kind: 'aggregate'
  readonly input: Relation
  readonly by: Readonly<Record<string, Expr>>
  readonly measures: Readonly<Record<string, Measure>>
  /** Grouping sets: lists of names of `by`. Null means a single set with all of them. */
  readonly sets: readonly (readonly string[])[] | null
}

export interface JoinKey {
  readonly left: string
  readonly right: string
}

/**
 * A semantic operator: defined by its lowering into the nodes above, executed natively where an adapter can.
 */
export interface OperatorNode {
  readonly kind: 'operator'
  readonly operator: string
  readonly inputs: readonly Relation[]
  /** Plain data; each operator's constructor knows its type. */
  readonly options: unknown
  readonly columns: Columns
}
