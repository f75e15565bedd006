import { measureType, type AggregateNode, type Columns, type Measure } from '../../contract/index.js'
import { deviceKey, type Scope } from './dialect.js'
import { compileExpr } from './expr.js'
import { nest, whereClause, type Column, type Select } from './select.js'

/**
 * The grouped SELECT over compiled keys and measures. If the device is a key, each shard groups its own rows,
 * as no group has rows of two shards.
 */
export function group(
  rows: Select,
  by: readonly (readonly [string, Column])[],
  measures: readonly (readonly [string, Column])[],
  sets: AggregateNode['sets'],
  scope: Scope,
): Select {
  const { dialect, parameters, shards } = scope
  const missing = (name: string): boolean => sets?.some((set) => !set.includes(name)) === true
  // A key in none of the sets is null in every row: engines reject a selected column that is not grouped by.
  const grouped = by.filter(([name]) => sets?.some((set) => set.includes(name)) !== false)
  const keys = new Map(grouped.map(([name, { sql }]) => [name, sql]))
  const shown = ([name, { sql, type }]: readonly [string, Column]): string =>
    `${keys.has(name) ? sql : dialect.literal(null, type, parameters)} AS ${dialect.identifier(name)}`
  const list = [
    ...by.map(shown),
    ...measures.map(([name, { sql }]) => `${sql} AS ${dialect.identifier(name)}`),
  ]
  const apart = sets === null && by.some(([name]) => name === deviceKey) ? rows.perShard : undefined
  const text = `SELECT ${list.length > 0 ? list.join(', ') : dialect.count} FROM ${apart ?? rows.from}${whereClause(rows)}${grouping(keys, sets)}`
  const columns = new Map<string, Column>([
    ...by.map(([name, one]) => [name, { ...one, nullable: one.nullable || missing(name) }] as const),
    ...measures,
  ])
  return nest(text, columns, scope, apart === undefined ? null : shards)
}

/** Over no rows, engines disagree whether the empty set returns a row; HAVING drops it. */
function grouping(keys: ReadonlyMap<string, string>, sets: AggregateNode['sets']): string {
  if (sets === null) return keys.size > 0 ? ` GROUP BY ${[...keys.values()].join(', ')}` : ''
  const lists = sets.map((set) => `(${set.map((name) => keys.get(name) ?? '').join(', ')})`)
  return ` GROUP BY GROUPING SETS (${lists.join(', ')}) HAVING count(*) > 0`
}

/**
 * Compiles a measure. `occupied`: no group is empty, so a measure of values that are not null is not null.
 */
export function compileMeasure(
  measure: Measure,
  types: Columns,
  rows: Select,
  scope: Scope,
  occupied = false,
): Column {
  const type = measureType(measure, types)
  if (measure.kind === 'count') return { sql: scope.dialect.count, type, nullable: false }
  const value = compileExpr(measure.value, rows, scope)
  const order = 'order' in measure ? measure.order.map((expr) => compileExpr(expr, rows, scope)) : []
  const placed = occupied && order.every(({ nullable }) => !nullable)
  const certain = placed && !value.nullable
  const sql = scope.dialect.measure(measure, value, order, order.length > 0 ? placed : certain)
  const isEnd = measure.kind === 'min' || measure.kind === 'max'
  const range = certain && isEnd && value.range !== undefined ? { range: value.range } : {}
  return { sql, type, nullable: measure.kind !== 'count-distinct' && !certain, ...range }
}
