import { PlanError, type Expr, type Relation } from '../../contract/index.js'
import { compileAggregate } from './aggregate.js'
import { mayBeConstant } from './constant.js'
import type { Scope, StoredScan } from './dialect.js'
import { compileCondition, compileExpr, compileKey } from './expr.js'
import { compileJoin, compileUnion } from './join.js'
import { collect, collectAll, parsePropertyKey, propertyKey } from './required-columns.js'
import { intColumn, keep, nest, render, asSubquery, withColumns, type Column, type Select } from './select.js'

/**
 * Compiles a relation to a SELECT with (at least) the required columns and property keys. Throws PlanError
 * for an operator that is not lowered and that the dialect has no form for.
 */
export function compileRelation(relation: Relation, needed: ReadonlySet<string>, scope: Scope): Select {
  switch (relation.kind) {
    case 'scan':
      return compileScan(relation, needed, scope)
    case 'where':
      return compileWhere(relation, needed, scope)
    case 'derive':
    case 'select':
      return compileColumns(relation, needed, scope)
    case 'aggregate':
      return compileAggregate(relation, needed, scope)
    case 'window':
      return compileWindow(relation, needed, scope)
    case 'join':
      return compileJoin(relation, needed, scope)
    case 'union':
      return compileUnion(relation, needed, scope)
    case 'spine': {
      const { from, column } = scope.dialect.spine(relation.count, scope.parameters)
      const entry = [relation.column, intColumn(column)] as const
      return { from, where: [], columns: new Map<string, Column>([entry]), text: null }
    }
    case 'sort':
      return compileSort(relation, needed, scope)
    case 'operator': {
      const native = scope.dialect.operators[relation.operator]
      if (native === undefined) throw new PlanError(`operator ${relation.operator} must be lowered first`)
      return keep(native(relation, needed, scope), needed)
    }
  }
}

type Of<K extends Relation['kind']> = Extract<Relation, { kind: K }>

/** Compiles `scan`. Properties are read from the JSON column here and are the last columns. */
export function compileScan(scan: StoredScan, needed: ReadonlySet<string>, scope: Scope): Select {
  const rows = scope.dialect.scan(scan, needed, scope)
  return keep(withColumns(rows, properties(rows, needed, scope)), needed)
}

function compileWhere(relation: Of<'where'>, needed: ReadonlySet<string>, scope: Scope): Select {
  const input = collectAll([relation.condition])
  for (const name of needed) input.add(name)
  const rows = compileRelation(relation.input, input, scope)
  const conditions = compileCondition(relation.condition, rows, scope)
  const known = [...present(relation.condition, rows), ...bounded(relation.condition, rows)]
  const columns = new Map([...rows.columns, ...known])
  return keep({ ...rows, columns, where: [...rows.where, ...conditions], text: null }, needed)
}

/**
 * The columns that a condition requires to be there. Where the engine stores '' or 0 for null, they are read as they
 * are stored:
 *
 *     SELECT nullIf(session, 0) FROM events WHERE NOT (session = 0)
 *
 *     SELECT session FROM events WHERE NOT (session = 0)
 */
function* present(condition: Expr, rows: Select): Generator<readonly [string, Column]> {
  if (condition.kind === 'and') for (const term of condition.terms) yield* present(term, rows)
  if (condition.kind !== 'not' || condition.term.kind !== 'missing') return
  const { value } = condition.term
  const column = value.kind === 'column' ? rows.columns.get(value.name) : undefined
  if (value.kind !== 'column' || column?.stored === undefined) return
  const filled = column.type === 'text' ? { filled: true as const } : {}
  yield [value.name, { sql: column.stored, type: column.type, nullable: false, ...filled }]
}

/** The columns of times that a condition bounds, with their narrower ranges. */
function* bounded(condition: Expr, rows: Select): Generator<readonly [string, Column]> {
  if (condition.kind === 'and') for (const term of condition.terms) yield* bounded(term, rows)
  if (condition.kind !== 'compare' || condition.op !== 'gte') return
  const { left, right } = condition
  const column = left.kind === 'column' ? rows.columns.get(left.name) : undefined
  if (left.kind !== 'column' || column?.range === undefined || right.kind !== 'literal') return
  if (typeof right.value !== 'number') return
  const from = Math.max(column.range.from ?? right.value, right.value)
  yield [left.name, { ...column, range: { ...column.range, from } }]
}

function compileColumns(
  relation: Of<'derive' | 'select'>,
  needed: ReadonlySet<string>,
  scope: Scope,
): Select {
  const own = Object.entries(relation.columns).filter(([name]) => needed.has(name))
  const renamed = new Map<string, string>()
  const input = collectAll(own.map(([, expr]) => expr))
  for (const name of needed) {
    if (name in relation.columns) continue
    const source = sourceOf(name, relation.columns)
    if (source !== null) renamed.set(name, source)
    else if (relation.kind === 'select') continue
    input.add(source ?? name)
  }
  const rows = compileRelation(relation.input, input, scope)
  const made = own.map(([name, expr]) => [name, compileColumn(expr, rows, scope)] as const)
  const moved = [...renamed].flatMap(([name, source]) => {
    const column = rows.columns.get(source)
    return column === undefined ? [] : [[name, column] as const]
  })
  return keep(withColumns(rows, [...made, ...moved]), needed)
}

function compileColumn(expr: Expr, rows: Select, scope: Scope): Column {
  const column = compileExpr(expr, rows, scope)
  return mayBeConstant(expr)
    ? { ...column, sql: scope.dialect.constantColumn(column.sql), constant: true }
    : column
}

/**
 * The property key in the input of a property whose JSON column is only renamed here; null if it is not.
 * Example: with the column p renamed from properties, `p text plan` is `properties text plan`.
 */
function sourceOf(key: string, columns: Readonly<Record<string, Expr>>): string | null {
  const property = parsePropertyKey(key)
  const from = property === null ? undefined : columns[property.column]
  if (property === null || from?.kind !== 'column') return null
  return propertyKey({ ...property, column: from.name })
}

function compileWindow(relation: Of<'window'>, needed: ReadonlySet<string>, scope: Scope): Select {
  const own = Object.entries(relation.columns).filter(([name]) => needed.has(name))
  const exprs = [
    ...relation.partition,
    ...relation.order.map((key) => key.by),
    ...own.map(([, fn]) => fn.value),
  ]
  const input = new Set([...needed].filter((name) => !(name in relation.columns)))
  for (const expr of exprs) collect(expr, input)
  const rows = asSubquery(compileRelation(relation.input, input, scope), scope)
  const partition = relation.partition.map((expr) => compileExpr(expr, rows, scope).sql).join(', ')
  const order = orderBy(relation.order, rows, scope)
  const made = own.map(([name, fn]) => {
    const value = compileExpr(fn.value, rows, scope)
    const sql = scope.dialect.windowFunction(fn.kind, value, partition, order)
    return [name, { sql, type: value.type, nullable: true }] as const
  })
  const all = withColumns(rows, made)
  return keep(nest(render(all, [...all.columns.keys()], scope), all.columns, scope), needed)
}

function compileSort(relation: Of<'sort'>, needed: ReadonlySet<string>, scope: Scope): Select {
  const input = new Set(needed)
  for (const key of relation.keys) collect(key.by, input)
  const rows = compileRelation(relation.input, input, scope)
  const order = orderBy(relation.keys, rows, scope)
  const keys =
    order === '' ? '' : ` ORDER BY ${relation.limit === null ? '' : dayFirst(relation, rows, scope)}${order}`
  const limit = relation.limit === null ? '' : ` LIMIT ${scope.parameters.bind(relation.limit, 'int')}`
  const offset = relation.offset === 0 ? '' : ` OFFSET ${scope.parameters.bind(relation.offset, 'int')}`
  const kept = inOrder(relation, keep(rows, needed))
  return nest(render(kept, [...kept.columns.keys()], scope, keys + limit + offset), kept.columns, scope)
}

/**
 * Orders the columns as the plan selects them. In another order a SELECT
 * around the sorting one would be necessary.
 */
function inOrder({ input, limit }: Of<'sort'>, rows: Select): Select {
  if (limit !== null || input.kind !== 'select') return rows
  const columns = Object.keys(input.columns).flatMap((name): [string, Column][] => {
    const one = rows.columns.get(name)
    return one === undefined ? [] : [[name, one]]
  })
  return { ...rows, columns: new Map([...columns, ...rows.columns]), text: null }
}

/** NULLS LAST only for nullable keys: with it, Postgres does not recognize that an index has the order. */
function orderBy(keys: Of<'sort'>['keys'], rows: Select, scope: Scope): string {
  const texts = keys.map(({ by, descending }) => {
    const key = compileKey(by, rows, scope)
    const nulls = key.nullable ? ' NULLS LAST' : ''
    return `${scope.dialect.byBytes(key)} ${descending ? 'DESC' : 'ASC'}${nulls}`
  })
  return texts.join(', ')
}

/**
 * The stored day as the first sort key, for an engine whose tables are sorted by day (Dialect.sortsByDay).
 */
function dayFirst({ keys: [first] }: Of<'sort'>, rows: Select, scope: Scope): string {
  if (first === undefined || scope.dialect.sortsByDay !== true) return ''
  const { day } = compileKey(first.by, rows, scope)
  return day === undefined ? '' : `${day} ${first.descending ? 'DESC' : 'ASC'}, `
}

/** The required properties, read from the JSON column. */
function properties(rows: Select, needed: ReadonlySet<string>, scope: Scope): (readonly [string, Column])[] {
  return [...needed].flatMap((key) => {
    const expr = parsePropertyKey(key)
    return expr === null ? [] : [[key, compileExpr(expr, rows, scope)] as const]
  })
}
