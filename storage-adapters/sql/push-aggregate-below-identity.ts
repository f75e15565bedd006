import {
  column,
  columnsOf,
  measureType,
  type AggregateNode,
  type Expr,
  type Measure,
} from '../../core/contract/index.js'
import { compileMeasure, group } from './group.js'
import { deviceKey, resolveFew, type Dialect, type Scope } from './dialect.js'
import { compileExpr, compileKey } from './expr.js'
import { collectAll, measureInputs } from './required-columns.js'
import { isChoice, isIdentityFree, resolved } from './identity-free.js'
import { columnOf, keyColumn, type Column, type Select } from './select.js'

/**
 * Persons resolved late: what is grouped or counted by person is grouped by device first, and only the groups are
 * joined with the links, not every row. It needs measures that can be put together from parts (distinct counts of other
 * things only where the engine can), and an input that does not itself ask who the person is.
 */
export function pushesBelowIdentity(
  node: AggregateNode,
  measures: readonly (readonly [string, Measure])[],
  dialect: Dialect,
): boolean {
  const { by, rest } = split(node)
  const counted = measures.some(([, measure]) => countsPersons(measure))
  if (by.length === 0 && !counted) return false
  const early = measures.filter(([, measure]) => !isLate(measure, by))
  // A first or last value of nothing would have to be null: by person there is no group of nothing.
  if (by.length === 0 && early.some(([, measure]) => isEnd(measure))) return false
  if (!early.every(([, measure]) => inParts(measure, dialect))) return false
  const inner = [...rest.map(([, expr]) => expr), ...early.flatMap(([, one]) => measureInputs(one))]
  return [...collectAll(inner)].every((name) => !resolved.has(name)) && isIdentityFree(node.input)
}

const isPerson = (expr: Expr | undefined): boolean => expr?.kind === 'column' && expr.name === 'person'

const countsPersons = (measure: Measure): boolean =>
  measure.kind === 'count-distinct' && isPerson(measure.value)

type End = Extract<Measure, { kind: 'first' | 'last' }>
const isEnd = (measure: Measure): measure is End => measure.kind === 'first' || measure.kind === 'last'

/** Whether each row has its place in the order: times and numbers of rows are never null. */
const isPlaced = ({ order }: End): boolean =>
  order.every((expr) => expr.kind === 'column' && (expr.name === 'timestamp' || expr.name === 'seq'))

/** What all rows of one person have in common, and only a resolved person tells. */
const isOfPerson = (measure: Measure): measure is End =>
  isEnd(measure) && isPlaced(measure) && measure.value.kind === 'column' && resolved.has(measure.value.name)

/** Whether the measure asks the resolved persons and nothing of the rows. */
const isLate = (measure: Measure, by: readonly string[]): boolean =>
  countsPersons(measure) || (by.length > 0 && isOfPerson(measure))

function inParts(measure: Measure, { distinctInParts, endInParts }: Dialect): boolean {
  switch (measure.kind) {
    case 'count':
    case 'sum':
    case 'min':
    case 'max':
      return true
    case 'count-distinct':
      return distinctInParts !== undefined
    case 'first':
    case 'last':
      return endInParts !== undefined && isPlaced(measure)
    case 'avg':
    case 'quantile':
      return false
  }
}

/** The grouping keys that are the person, and the others. */
function split(node: AggregateNode): { by: string[]; rest: [string, Expr][] } {
  const entries = Object.entries(node.by)
  const by = entries.filter(([, expr]) => isPerson(expr)).map(([name]) => name)
  return { by, rest: entries.filter(([, expr]) => !isPerson(expr)) }
}

export function compilePushedAggregate(
  node: AggregateNode,
  measures: readonly (readonly [string, Measure])[],
  scope: Scope,
): Select {
  const { by, rest } = split(node)
  const inner = measures.filter(([, measure]) => !isLate(measure, by))
  const exprs = [...rest.map(([, expr]) => expr), ...inner.flatMap(([, one]) => measureInputs(one))]
  const rows = scope.compile(node.input, new Set([...collectAll(exprs), deviceKey]))
  const types = columnsOf(node.input)
  const keys = rest.map(([name, expr]) => [name, compileKey(expr, rows, scope)] as const)
  const partial = inner.map(([name, one]) => [name, partOf(one)] as const)
  const devices = group(rows, [...keys, [deviceKey, columnOf(rows, deviceKey)]], partial, null, scope)

  const few = node.input.kind === 'join' && isChoice(node.input)
  const persons = few ? resolveFew(devices, scope) : scope.dialect.resolvePersons(devices, scope)
  const outerKeys = Object.keys(node.by).map(
    (name) => [name, columnOf(persons, by.includes(name) ? 'person' : name)] as const,
  )
  const occupied = outerKeys.length > 0 && node.sets === null
  const merged = measures.map(([name, one]) => [name, merge(name, one)] as const)
  return group(persons, outerKeys, merged, node.sets, scope)

  function partOf(measure: Measure): Column {
    const { endInParts } = scope.dialect
    if (isEnd(measure) && endInParts) {
      const [value, ...order] = measureInputs(measure).map((expr) => compileExpr(expr, rows, scope))
      if (value === undefined) throw new Error('a first or last value has an input')
      return { ...value, sql: endInParts.part(measure.kind, value, order) }
    }
    if (measure.kind !== 'count-distinct') return compileMeasure(measure, types, rows, scope, true)
    const { sql } = compileExpr(measure.value, rows, scope)
    return keyColumn(scope.dialect.distinctInParts?.part(sql) ?? sql)
  }

  function merge(name: string, measure: Measure): Column {
    const type = measureType(measure, types)
    if (isEnd(measure)) {
      const [late] = isLate(measure, by) ? collectAll([measure.value]) : []
      const part = columnOf(persons, late ?? name)
      // Of whom a person is, any row tells.
      const sql =
        late === undefined
          ? scope.dialect.endInParts?.merge(measure.kind, part.sql, part)
          : scope.dialect.measure({ kind: 'max', value: measure.value }, part, [], occupied && !part.nullable)
      return { sql: sql ?? part.sql, type, nullable: !occupied || part.nullable }
    }
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
