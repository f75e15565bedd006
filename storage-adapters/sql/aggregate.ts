import {
  column,
  columnsOf,
  measureType,
  select,
  typeOf,
  type AggregateNode,
  type Columns,
  type Expr,
  type Measure,
} from '../../core/contract/index.js'
import type { Scope } from './dialect.js'
import { compileExpr, compileKey } from './expr.js'
import { compileLate, resolvesLate } from './late-persons.js'
import { collectAll, measureInputs } from './needed.js'
import { columnOf, nest, whereClause, wrap, type Column, type Open } from './query.js'
import { compileRelation } from './relation.js'

/** GROUP BY, with all its grouping sets in one pass. */
export function compileAggregate(node: AggregateNode, needed: ReadonlySet<string>, scope: Scope): Open {
  const measures = Object.entries(node.measures).filter(([name]) => needed.has(name))
  if (resolvesLate(node, measures)) return compileLate(node, measures, scope)
  if (node.sets !== null) return compileSets(node, measures, scope)
  const exprs = [...Object.values(node.by), ...measures.flatMap(([, measure]) => measureInputs(measure))]
  const rows = compileRelation(node.input, collectAll(exprs), scope)
  const types = columnsOf(node.input)
  const by = Object.entries(node.by).map(([name, expr]) => {
    const one = compileKey(expr, rows, scope)
    return [name, { ...one, type: typeOf(expr, types) }] as const
  })
  const made = measures.map(([name, measure]) => [name, compileMeasure(measure, types, rows, scope)] as const)
  return group(rows, by, made, null, scope)
}

/** Keys and inputs become plain columns first: an engine that makes keys nullable loses track of expressions. */
function compileSets(
  node: AggregateNode,
  measures: readonly (readonly [string, Measure])[],
  scope: Scope,
): Open {
  const prepared: Record<string, Expr> = { ...node.by }
  const asColumn = (expr: Expr): Expr => {
    const name = `@${Object.keys(prepared).length}`
    prepared[name] = expr
    return column(name)
  }
  const plain = measures.map(([name, measure]) => [name, overColumns(measure, asColumn)] as const)
  const input = select(node.input, prepared)
  const rows = wrap(compileRelation(input, new Set(Object.keys(prepared)), scope), scope)
  const types = columnsOf(input)
  const by = Object.keys(node.by).map((name) => [name, columnOf(rows, name)] as const)
  const made = plain.map(([name, measure]) => [name, compileMeasure(measure, types, rows, scope)] as const)
  return group(rows, by, made, node.sets, scope)
}

function overColumns(measure: Measure, asColumn: (expr: Expr) => Expr): Measure {
  if (measure.kind === 'count') return measure
  const value = asColumn(measure.value)
  return 'order' in measure
    ? { ...measure, value, order: measure.order.map(asColumn) }
    : { ...measure, value }
}

/** The grouped SELECT of columns that are compiled already. */
export function group(
  rows: Open,
  by: readonly (readonly [string, Column])[],
  measures: readonly (readonly [string, Column])[],
  sets: AggregateNode['sets'],
  scope: Scope,
): Open {
  const { dialect, parameters } = scope
  const missing = (name: string): boolean => sets?.some((set) => !set.includes(name)) === true
  // A key of none of the sets is null in every row; engines refuse to select what they do not group by.
  const grouped = by.filter(([name]) => sets?.some((set) => set.includes(name)) !== false)
  const keys = new Map(grouped.map(([name, { sql }]) => [name, sql]))
  const shown = ([name, { sql, type }]: readonly [string, Column]): string =>
    `${keys.has(name) ? sql : dialect.literal(null, type, parameters)} AS ${dialect.identifier(name)}`
  const list = [
    ...by.map(shown),
    ...measures.map(([name, { sql }]) => `${sql} AS ${dialect.identifier(name)}`),
  ]
  const text = `SELECT ${list.length > 0 ? list.join(', ') : dialect.count} FROM ${rows.from}${whereClause(rows)}${grouping(keys, sets)}`
  const columns = new Map<string, Column>([
    ...by.map(([name, one]) => [name, { ...one, nullable: one.nullable || missing(name) }] as const),
    ...measures,
  ])
  return nest(text, columns, scope)
}

/** A set without keys would give a row even of nothing in one engine and not in the other: HAVING settles it. */
function grouping(keys: ReadonlyMap<string, string>, sets: AggregateNode['sets']): string {
  if (sets === null) return keys.size > 0 ? ` GROUP BY ${[...keys.values()].join(', ')}` : ''
  const lists = sets.map((set) => `(${set.map((name) => keys.get(name) ?? '').join(', ')})`)
  return ` GROUP BY GROUPING SETS (${lists.join(', ')}) HAVING count(*) > 0`
}

export function compileMeasure(measure: Measure, types: Columns, rows: Open, scope: Scope): Column {
  const type = measureType(measure, types)
  if (measure.kind === 'count') return { sql: scope.dialect.count, type, nullable: false }
  const value = compileExpr(measure.value, rows, scope)
  const order = 'order' in measure ? measure.order.map((expr) => compileExpr(expr, rows, scope)) : []
  const sql = scope.dialect.measure(measure, value, order)
  return { sql, type, nullable: measure.kind !== 'count-distinct' }
}
