import type { ColumnType } from '../../contract/index.js'
import type { DayIndex } from './edges.js'

/** A half-open range in milliseconds since 1970; a null bound does not apply. */
export interface TimeRange {
  readonly from: number | null
  readonly to: number | null
}

/** Quotes identifiers and generates aliases in one compilation. */
export interface Naming {
  readonly dialect: { identifier(name: string): string }
  /** A new table alias: t0, t1 … */
  alias(): string
}

/** The part of Scope that nests a SELECT: naming, and gathering the rows of shards. */
export interface Gathering extends Naming {
  readonly shards: { gather(select: string): string } | null
}

/** A function that never falls as its argument grows: the argument in a row, and the function's SQL over any argument. */
export interface Rising {
  readonly stored: string
  readonly of: (stored: string) => string
}

/** The SQL expression of a plan's column inside one SELECT. */
export interface Column {
  readonly sql: string
  readonly type: ColumnType
  readonly nullable: boolean
  /** The range of all values, known for the time column of a bounded scan. */
  readonly range?: TimeRange
  /** The SQL of the stored day of a time column, if the engine has one. */
  readonly day?: string
  /** The days of which the column is the index. */
  readonly days?: DayIndex
  /** A string that is never '', but may be null: the engine stores '' for null, or the string is one of some labels. */
  readonly filled?: true
  /** The stored value in which '', or 0 of a key, stands for null. Compared with a constant, it needs no test for null. */
  readonly stored?: string
  /** The stored state of a count whose number the column is. To add numbers up, the engine may merge the states. */
  readonly countState?: string
  /** The column as a rising function of a cheaper stored expression: its least value is that of the least stored one. */
  readonly rising?: Rising
  /** The engine may fold the expression to a constant (mayBeConstant). */
  readonly constant?: true
}

/** A column of integers that are never null. */
export const intColumn = (sql: string): Column => ({ sql, type: 'int', nullable: false })

/** A column that is never null and only compared, or read by the engine itself: a hash, a mask, a list. */
export const keyColumn = (sql: string): Column => ({ sql, type: 'key', nullable: false })

/**
 * A SELECT to which conditions and columns can still be added. Columns are expressions over `from`; a column
 * whose name is a property key (see required-columns.ts) is a property that was read in an inner SELECT.
 */
export interface Select {
  readonly from: string
  readonly where: readonly string[]
  readonly columns: ReadonlyMap<string, Column>
  /** The finished statement that `from` nests under an alias; null once something was added. */
  readonly text: string | null
  /**
   * On a cluster, the FROM that a shard reads instead of `from` for its own rows. It is set only if every
   * shard can run `from` itself and each row is about one device.
   */
  readonly perShard?: string
}

/** The SELECT with further columns; one of the same name is replaced. */
export const withColumns = (query: Select, columns: Iterable<readonly [string, Column]>): Select => ({
  ...query,
  columns: new Map([...query.columns, ...columns]),
  text: null,
})

/** The same rows with only the required columns. */
export function keep(query: Select, needed: ReadonlySet<string>): Select {
  const columns = new Map([...query.columns].filter(([name]) => needed.has(name)))
  return columns.size === query.columns.size ? query : { ...query, columns, text: null }
}

/** The SQL of the statement, with these columns in this order; `tail` follows WHERE. */
export function render(query: Select, names: readonly string[], scope: Naming, tail = ''): string {
  const inOrder = [...query.columns.keys()].join('\n') === names.join('\n')
  if (query.text !== null && inOrder && tail === '') return query.text
  const list = names.map((name) => `${columnOf(query, name).sql} AS ${scope.dialect.identifier(name)}`)
  return `SELECT ${list.length > 0 ? list.join(', ') : '1'} FROM ${query.from}${whereClause(query)}${tail}`
}

/** The WHERE clause with a leading space; empty without conditions. */
export const whereClause = (query: Select): string =>
  query.where.length > 0 ? ` WHERE ${query.where.join(' AND ')}` : ''

/** The column of this name. Throws if it was not required of the input, which is a fault of the compiler. */
export function columnOf(query: Select, name: string): Column {
  const column = query.columns.get(name)
  if (column === undefined) throw new Error(`column ${name} was not required of its input`)
  return column
}

/** The columns of these names, with their names. */
export const columnsNamed = (query: Select, names: readonly string[]): (readonly [string, Column])[] =>
  names.map((name) => [name, columnOf(query, name)])

/**
 * A new SELECT over a finished statement as its subquery. With
 * `shards`, every shard runs the statement itself.
 */
export function nest(
  text: string,
  columns: ReadonlyMap<string, Column>,
  scope: Naming,
  shards: Gathering['shards'] = null,
): Select {
  const alias = scope.alias()
  const outer = [...columns].map(([name, { type, nullable, range, filled }]) => {
    const sql = `${alias}.${scope.dialect.identifier(name)}`
    return [
      name,
      { sql, type, nullable, ...(range ? { range } : {}), ...(filled ? { filled } : {}) },
    ] as const
  })
  const perShard = `(${text}) AS ${alias}`
  const rows = { where: [], columns: new Map(outer) }
  if (shards === null) return { ...rows, from: perShard, text }
  return { ...rows, from: `${shards.gather(text)} AS ${alias}`, perShard, text: null }
}

/**
 * On a cluster, the SELECT as a subquery that the shards run. They compute its
 * columns, and the rest of the statement, which the engine also sends to them, refers
 * to plain names. Elsewhere the SELECT is returned unchanged.
 */
export const asSubquery = (query: Select, scope: Gathering): Select =>
  query.perShard === undefined ? query : wrap(query, scope)

/** The SELECT as a subquery of a new one: its columns become plain names. */
export function wrap(query: Select, scope: Gathering): Select {
  if (query.text !== null) return query
  const own = query.perShard === undefined ? query : { ...query, from: query.perShard }
  const shards = query.perShard === undefined ? null : scope.shards
  return nest(render(own, [...query.columns.keys()], scope), query.columns, scope, shards)
}

/** A subquery with only these columns, each computed once and then referred to by name. */
export function staged(
  query: Select,
  columns: Iterable<readonly [string, Column]>,
  scope: Gathering,
): Select {
  const all = new Map(columns)
  return nest(render({ ...query, columns: all, text: null }, [...all.keys()], scope), all, scope)
}
