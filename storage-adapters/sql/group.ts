import { measureType, type AggregateNode, type Columns, type Measure } from '../../core/contract/index.js'
import { deviceKey, type Scope } from './dialect.js'
import { compileExpr } from './expr.js'
import { nest, whereClause, type Column, type Select } from './select.js'

/** The grouped SELECT of columns that are compiled already. Groups of one device are made by the shard that has it. */
export function group(
  rows: Select,
  by: readonly (readonly [string, Column])[],
  measures: readonly (readonly [string, Column])[],
  sets: AggregateNode['sets'],
  scope: Scope,
): Select {
  const { dialect, parameters, shards } = scope
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
  const apart = sets === null && by.some(([name]) => name === deviceKey) ? rows.perShard : undefined
  const text = `SELECT ${list.length > 0 ? list.join(', ') : dialect.count} FROM ${apart ?? rows.from}${whereClause(rows)}${grouping(keys, sets)}`
  const columns = new Map<string, Column>([
    ...by.map(([name, one]) => [name, { ...one, nullable: one.nullable || missing(name) }] as const),
    ...measures,
  ])
  return nest(text, columns, scope, apart === undefined ? null : shards)
}

/** A set without keys would give a row even of nothing in one engine and not in the other: HAVING settles it. */
function grouping(keys: ReadonlyMap<string, string>, sets: AggregateNode['sets']): string {
  if (sets === null) return keys.size > 0 ? ` GROUP BY ${[...keys.values()].join(', ')}` : ''
  const lists = sets.map((set) => `(${set.map((name) => keys.get(name) ?? '').join(', ')})`)
  return ` GROUP BY GROUPING SETS (${lists.join(', ')}) HAVING count(*) > 0`
}

/** `occupied`: no group is empty, so that only nulls make nothing. */
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
  return { sql, type, nullable: measure.kind !== 'count-distinct' && !certain }
}
