import {
  column,
  columnsOf,
  select,
  typeOf,
  type AggregateNode,
  type Expr,
  type Measure,
} from '../../contract/index.js'
import type { Scope } from './dialect.js'
import { compileKey } from './expr.js'
import { compileMeasure, group } from './group.js'
import { collectAll, measureInputs } from './required-columns.js'
import { columnOf, wrap, type Select } from './select.js'

/** Compiles `aggregate` to GROUP BY, with all its grouping sets in one pass. */
export function compileAggregate(node: AggregateNode, needed: ReadonlySet<string>, scope: Scope): Select {
  const measures = Object.entries(node.measures).filter(([name]) => needed.has(name))
  if (node.sets !== null || scope.shards !== null) return compilePrepared(node, measures, scope)
  const exprs = [...Object.values(node.by), ...measures.flatMap(([, measure]) => measureInputs(measure))]
  const rows = scope.compile(node.input, collectAll(exprs))
  const types = columnsOf(node.input)
  const by = Object.entries(node.by).map(([name, expr]) => {
    const one = compileKey(expr, rows, scope)
    return [name, { ...one, type: typeOf(expr, types) }] as const
  })
  const occupied = by.length > 0
  const made = measures.map(
    ([name, measure]) => [name, compileMeasure(measure, types, rows, scope, occupied)] as const,
  )
  return group(rows, by, made, null, scope)
}

/**
 * Makes keys and inputs plain columns of a subquery first. An engine that makes keys nullable (grouping sets)
 * or merges the groups of shards no longer recognizes an expression as the one it grouped by.
 *
 *     SELECT lower(os) AS os, count() FROM events GROUP BY GROUPING SETS ((lower(os)), ())
 *
 *     SELECT t.os AS os, count() FROM (SELECT lower(os) AS os FROM events) AS t GROUP BY GROUPING SETS ((t.os), ())
 */
function compilePrepared(
  node: AggregateNode,
  measures: readonly (readonly [string, Measure])[],
  scope: Scope,
): Select {
  const prepared: Record<string, Expr> = { ...node.by }
  const asColumn = (expr: Expr): Expr => {
    const name = `@${Object.keys(prepared).length}`
    prepared[name] = expr
    return column(name)
  }
  const plain = measures.map(([name, measure]) => [name, overColumns(measure, asColumn)] as const)
  const input = select(node.input, prepared)
  const rows = wrap(scope.compile(input, new Set(Object.keys(prepared))), scope)
  const types = columnsOf(input)
  const occupied = node.sets === null && Object.keys(node.by).length > 0
  const by = Object.keys(node.by).map((name) => [name, columnOf(rows, name)] as const)
  const made = plain.map(
    ([name, measure]) => [name, compileMeasure(measure, types, rows, scope, occupied)] as const,
  )
  return group(rows, by, made, node.sets, scope)
}

function overColumns(measure: Measure, asColumn: (expr: Expr) => Expr): Measure {
  if (measure.kind === 'count') return measure
  const value = asColumn(measure.value)
  return 'order' in measure
    ? { ...measure, value, order: measure.order.map(asColumn) }
    : { ...measure, value }
}
