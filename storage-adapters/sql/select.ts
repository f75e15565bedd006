import type { ColumnType } from '../../core/contract/index.js'

/** Half-open, in milliseconds; null: without an end. */
export interface TimeRange {
  readonly from: number | null
  readonly to: number | null
}

/** How names are written and made in one compilation. */
export interface Naming {
  readonly dialect: { identifier(name: string): string }
  /** A fresh table alias. */
  alias(): string
}

/** The same, and how the rows of shards are put together (Scope has more of it). */
export interface Gathering extends Naming {
  readonly shards: { gather(select: string): string } | null
}

/** An expression of the engine that stands for a plan's column inside one SELECT. */
export interface Column {
  readonly sql: string
  readonly type: ColumnType
  readonly nullable: boolean
  /** Set for the time column of a scan whose rows all lie in this range. */
  readonly range?: TimeRange
  /** The stored day of a time column, where the engine keeps one. */
  readonly day?: string
  /** The engine may find out that it is the same in every row (mayBeConstant). */
  readonly constant?: true
}

/** A whole number that is never null. */
export const intColumn = (sql: string): Column => ({ sql, type: 'int', nullable: false })

/** What is never null and only compared, or read by its engine alone: hashes, masks, lists. */
export const keyColumn = (sql: string): Column => ({ sql, type: 'key', nullable: false })

/**
 * One SELECT that can still take conditions and columns. Columns are expressions over `from`; a column whose name is
 * a property key (see required-columns.ts) is a property that was read further inside.
 */
export interface Select {
  readonly from: string
  readonly where: readonly string[]
  readonly columns: ReadonlyMap<string, Column>
  /** The finished statement, if nothing was added to it since: `from` is this text under an alias. */
  readonly text: string | null
  /**
   * Where rows are spread over shards: what a shard reads in place of `from` for its own part of the rows. It is there only
   * while `from` is run by the shards too, and each row is about one device; whoever cannot say so leaves it out.
   */
  readonly perShard?: string
}

export const withColumns = (query: Select, columns: Iterable<readonly [string, Column]>): Select => ({
  ...query,
  columns: new Map([...query.columns, ...columns]),
  text: null,
})

/** The same rows with only the needed columns. */
export function keep(query: Select, needed: ReadonlySet<string>): Select {
  const columns = new Map([...query.columns].filter(([name]) => needed.has(name)))
  return columns.size === query.columns.size ? query : { ...query, columns, text: null }
}

/** The statement's text, with these columns in this order. */
export function render(query: Select, names: readonly string[], scope: Naming, tail = ''): string {
  const inOrder = [...query.columns.keys()].join('\n') === names.join('\n')
  if (query.text !== null && inOrder && tail === '') return query.text
  const list = names.map((name) => `${columnOf(query, name).sql} AS ${scope.dialect.identifier(name)}`)
  return `SELECT ${list.length > 0 ? list.join(', ') : '1'} FROM ${query.from}${whereClause(query)}${tail}`
}

export const whereClause = (query: Select): string =>
  query.where.length > 0 ? ` WHERE ${query.where.join(' AND ')}` : ''

export function columnOf(query: Select, name: string): Column {
  const column = query.columns.get(name)
  if (column === undefined) throw new Error(`column ${name} was not asked of its input`)
  return column
}

export const columnsNamed = (query: Select, names: readonly string[]): (readonly [string, Column])[] =>
  names.map((name) => [name, columnOf(query, name)])

/** A finished statement as the source of a new SELECT; `shards`: each of them runs it for itself. */
export function nest(
  text: string,
  columns: ReadonlyMap<string, Column>,
  scope: Naming,
  shards: Gathering['shards'] = null,
): Select {
  const alias = scope.alias()
  const outer = [...columns].map(([name, { type, nullable, range }]) => {
    const sql = `${alias}.${scope.dialect.identifier(name)}`
    return [name, { sql, type, nullable, ...(range ? { range } : {}) }] as const
  })
  const perShard = `(${text}) AS ${alias}`
  const rows = { where: [], columns: new Map(outer) }
  if (shards === null) return { ...rows, from: perShard, text }
  return { ...rows, from: `${shards.gather(text)} AS ${alias}`, perShard, text: null }
}

/** Shards make the columns: what follows, which the engine has them do too, is told of plain names only. */
export const asSubquery = (query: Select, scope: Gathering): Select =>
  query.perShard === undefined ? query : wrap(query, scope)

/** The query as a subquery: its columns become plain names. */
export function wrap(query: Select, scope: Gathering): Select {
  if (query.text !== null) return query
  const own = query.perShard === undefined ? query : { ...query, from: query.perShard }
  const shards = query.perShard === undefined ? null : scope.shards
  return nest(render(own, [...query.columns.keys()], scope), query.columns, scope, shards)
}

/** These columns alone, under plain names, each worked out once. */
export function staged(
  query: Select,
  columns: Iterable<readonly [string, Column]>,
  scope: Gathering,
): Select {
  const all = new Map(columns)
  return nest(render({ ...query, columns: all, text: null }, [...all.keys()], scope), all, scope)
}
