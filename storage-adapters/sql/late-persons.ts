import {
  column,
  columnsOf,
  measureType,
  type AggregateNode,
  type Expr,
  type Measure,
} from '../../core/contract/index.js'
import { compileMeasure, group } from './group.js'
import { deviceKey, type Dialect, type Scope } from './dialect.js'
import { compileExpr, compileKey } from './expr.js'
import { collectAll, measureInputs } from './needed.js'
import { overDevices, resolved } from './over-devices.js'
import { columnOf, type Column, type Open } from './query.js'

/**
 * Persons resolved late: what is grouped or counted by person is grouped by device first, and only the groups are
 * joined with the links, not every row. It needs measures that can be put together from parts (distinct counts of other
 * things only where the engine can), and an input that does not itself ask who the person is.
 */
export function resolvesLate(
  node: AggregateNode,
  measures: readonly (readonly [string, Measure])[],
  { distinctInParts }: Dialect,
): boolean {
  const { by, rest } = split(node)
  const distinct = measures.filter(([, measure]) => measure.kind === 'count-distinct')
  const persons = distinct.filter(([, measure]) => countsPersons(measure))
  const others = distinct.length > persons.length
  const mergeable = measures.every(([, { kind }]) => parts.has(kind))
  if (!mergeable || (others && distinctInParts === undefined)) return false
  if (by.length === 0 && persons.length === 0) return false
  const inner = [...rest.map(([, expr]) => expr), ...measures.flatMap(([, one]) => inputsBesidePerson(one))]
  return [...collectAll(inner)].every((name) => !resolved.has(name)) && overDevices(node.input)
}

const parts: ReadonlySet<Measure['kind']> = new Set(['count', 'count-distinct', 'sum', 'min', 'max'])
const isPerson = (expr: Expr | undefined): boolean => expr?.kind === 'column' && expr.name === 'person'

const countsPersons = (measure: Measure): boolean =>
  measure.kind === 'count-distinct' && isPerson(measure.value)

const inputsBesidePerson = (measure: Measure): readonly Expr[] =>
  measureInputs(measure).filter((expr) => !isPerson(expr))

/** The grouping keys that are the person, and the others. */
function split(node: AggregateNode): { by: string[]; rest: [string, Expr][] } {
  const entries = Object.entries(node.by)
  const by = entries.filter(([, expr]) => isPerson(expr)).map(([name]) => name)
  return { by, rest: entries.filter(([, expr]) => !isPerson(expr)) }
}

export function compileLate(
  node: AggregateNode,
  measures: readonly (readonly [string, Measure])[],
  scope: Scope,
): Open {
  const { by, rest } = split(node)
  const inner = measures.filter(([, measure]) => !countsPersons(measure))
  const exprs = [...rest.map(([, expr]) => expr), ...inner.flatMap(([, one]) => measureInputs(one))]
  const rows = scope.compile(node.input, new Set([...collectAll(exprs), deviceKey]))
  const types = columnsOf(node.input)
  const keys = rest.map(([name, expr]) => [name, compileKey(expr, rows, scope)] as const)
  const partial = inner.map(([name, one]) => [name, partOf(one)] as const)
  const devices = group(rows, [...keys, [deviceKey, columnOf(rows, deviceKey)]], partial, null, scope)

  const persons = scope.dialect.resolvePersons(devices, scope)
  const outerKeys = Object.keys(node.by).map(
    (name) => [name, columnOf(persons, by.includes(name) ? 'person' : name)] as const,
  )
  const occupied = outerKeys.length > 0 && node.sets === null
  const merged = measures.map(([name, one]) => [name, merge(name, one)] as const)
  return group(persons, outerKeys, merged, node.sets, scope)

  function partOf(measure: Measure): Column {
    if (measure.kind !== 'count-distinct') return compileMeasure(measure, types, rows, scope, true)
    const { sql } = compileExpr(measure.value, rows, scope)
    return { sql: scope.dialect.distinctInParts?.part(sql) ?? sql, type: 'key', nullable: false }
  }

  function merge(name: string, measure: Measure): Column {
    const type = measureType(measure, types)
    const part = columnOf(persons, countsPersons(measure) ? 'person' : name)
    if (measure.kind === 'count-distinct') {
      const whole = countsPersons(measure)
        ? scope.dialect.measure(measure, part, [], occupied)
        : scope.dialect.distinctInParts?.merge(part.sql)
      return { sql: whole ?? part.sql, type, nullable: false }
    }
    const how = { kind: measure.kind === 'count' ? 'sum' : measure.kind, value: column(name) } as Exclude<
      Measure,
      { kind: 'count' }
    >
    const certain = occupied && !part.nullable
    const sql = scope.dialect.measure(how, part, [], certain)
    if (measure.kind !== 'count') return { sql, type, nullable: !certain }
    return { sql: certain ? sql : `coalesce(${sql}, 0)`, type, nullable: false }
  }
}
