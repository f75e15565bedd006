import type {
  CallName,
  CaseBranch,
  CompareOp,
  Expr,
  JoinKey,
  MatchHow,
  MathOp,
  Measure,
  PropertyForm,
  Relation,
  Scalar,
  SortKey,
  WindowFunction,
} from './plan.js'
import type { ColumnType, SourceName } from './sources.js'

/**
 * Constructors of plan nodes. Every node is frozen. Arrays and records passed in are used as they are, not
 * copied.
 */
const node = <T extends object>(value: T): Readonly<T> => Object.freeze(value)

type Exprs = Readonly<Record<string, Expr>>

export const column = (name: string): Expr => node({ kind: 'column', name })
export const property = (name: string, as: PropertyForm, of = 'properties'): Expr =>
  node({ kind: 'property', column: of, name, as })
export const literal = (value: Scalar | null, type: ColumnType): Expr =>
  node({ kind: 'literal', type, value })
export const text = (value: string): Expr => literal(value, 'text')
export const number = (value: number): Expr => literal(value, Number.isSafeInteger(value) ? 'int' : 'float')
export const instant = (ms: number): Expr => literal(ms, 'time')
export const nothing = (type: ColumnType): Expr => literal(null, type)

/**
 * The index i of the half-open interval [edges[i], edges[i+1]) that contains the time; null outside all
 * intervals.
 */
export const bucket = (time: Expr, edges: readonly number[]): Expr => node({ kind: 'bucket', time, edges })
/** values[index], counted from 0; null if the index is out of range. */
export const lookup = (index: Expr, values: readonly number[]): Expr =>
  node({ kind: 'lookup', index, values })

export const compare = (op: CompareOp, left: Expr, right: Expr): Expr =>
  node({ kind: 'compare', op, left, right })
export const equals = (left: Expr, right: Expr): Expr => compare('eq', left, right)
export const isIn = (value: Expr, options: readonly Scalar[]): Expr => node({ kind: 'in', value, options })
export const match = (how: MatchHow, value: Expr, pattern: string): Expr =>
  node({ kind: 'match', how, value, pattern })
export const and = (...terms: readonly Expr[]): Expr => node({ kind: 'and', terms })
export const or = (...terms: readonly Expr[]): Expr => node({ kind: 'or', terms })
export const not = (term: Expr): Expr => node({ kind: 'not', term })
export const missing = (value: Expr): Expr => node({ kind: 'missing', value })
export const choose = (branches: readonly CaseBranch[], otherwise: Expr): Expr =>
  node({ kind: 'case', branches, otherwise })
export const math = (op: MathOp, left: Expr, right: Expr): Expr => node({ kind: 'math', op, left, right })
export const coalesce = (...values: readonly Expr[]): Expr => node({ kind: 'coalesce', values })
/** An ISO 8601 date or date-time (UTC if it has no offset) as a time; null for any other string. */
export const parseTime = (from: Expr): Expr => node({ kind: 'parse-time', text: from })

export const callOf = (fn: CallName, args: readonly Expr[], ...options: readonly Scalar[]): Expr =>
  node({ kind: 'call', fn, args, options })
export const calculated = (name: string, as: PropertyForm, path: string): Expr =>
  node({ kind: 'calculated', name, as, zone: null, path })
/**
 * The label of the bin that contains the value, a number or a time; null for null. There is one label more
 * than edges: labels[i] is for a value that has reached i of the ascending edges.
 */
export const bin = (value: Expr, edges: readonly number[], labels: readonly string[]): Expr =>
  node({ kind: 'bin', value, edges, labels })
/** Several strings as one, different for different lists; null if one of them is null. */
export const tuple = (...items: readonly Expr[]): Expr => node({ kind: 'tuple', items })

export const count = (): Measure => node({ kind: 'count' })
export const countDistinct = (value: Expr): Measure => node({ kind: 'count-distinct', value })
export const sum = (value: Expr): Measure => node({ kind: 'sum', value })
export const avg = (value: Expr): Measure => node({ kind: 'avg', value })
export const min = (value: Expr): Measure => node({ kind: 'min', value })
export const max = (value: Expr): Measure => node({ kind: 'max', value })
export const quantile = (value: Expr, level: number): Measure => node({ kind: 'quantile', value, level })
/**
 * The value (or null) of the row with the greatest order. Rows that tie on every order key must have equal
 * values.
 */
export const last = (value: Expr, ...order: readonly Expr[]): Measure => node({ kind: 'last', value, order })
export const first = (value: Expr, ...order: readonly Expr[]): Measure =>
  node({ kind: 'first', value, order })

export const scan = (source: SourceName, from: number | null = null, to: number | null = null): Relation =>
  node({ kind: 'scan', source, from, to })
export const where = (input: Relation, condition: Expr): Relation => node({ kind: 'where', input, condition })
/** The input's columns and these. A name that the input already has is an error. */
export const derive = (input: Relation, columns: Exprs): Relation => node({ kind: 'derive', input, columns })
/** These columns only. */
export const select = (input: Relation, columns: Exprs): Relation => node({ kind: 'select', input, columns })
export const aggregate = (
  input: Relation,
  by: Exprs,
  measures: Readonly<Record<string, Measure>>,
  sets: readonly (readonly string[])[] | null = null,
): Relation => node({ kind: 'aggregate', input, by, measures, sets })
export const window = (
  input: Relation,
  partition: readonly Expr[],
  order: readonly SortKey[],
  columns: Readonly<Record<string, WindowFunction>>,
): Relation => node({ kind: 'window', input, partition, order, columns })
/** The right side's key columns are not in the result. With no keys the result is the cross product. */
export const join = (
  how: 'inner' | 'left',
  left: Relation,
  right: Relation,
  on: readonly JoinKey[],
): Relation => node({ kind: 'join', how, left, right, on })
export const union = (...inputs: readonly Relation[]): Relation => node({ kind: 'union', inputs })
/** One column with the integers 0 … count − 1. */
export const spine = (name: string, rows: number): Relation =>
  node({ kind: 'spine', column: name, count: rows })
export const sort = (
  input: Relation,
  keys: readonly SortKey[],
  limit: number | null = null,
  offset = 0,
): Relation => node({ kind: 'sort', input, keys, limit, offset })
export const ascending = (by: Expr): SortKey => node({ by, descending: false })
export const descending = (by: Expr): SortKey => node({ by, descending: true })
