import { column, columnsOf, type Measure, type OperatorNode } from '../../../contract/index.js'
import { deviceKey, type Scope } from '../dialect.js'
import { compileExpr, compileKey } from '../expr.js'
import { compileMeasure, group } from '../group.js'
import { collectAll, measureInputs } from '../required-columns.js'
import { columnOf, keyColumn, type Column, type Select } from '../select.js'
import { countsPersons, isEnd, isLate, isPerson } from './late-measures.js'
import { inputOf, type MergeAggregate, type PartialAggregate } from './nodes.js'

/** Compiles `@partial-aggregate`: groups by the keys and the device, with a partial state of each measure. */
export function compilePartial(node: OperatorNode, _needed: ReadonlySet<string>, scope: Scope): Select {
  const { by, measures, lists } = node.options as PartialAggregate
  const exprs = [...Object.values(by), ...Object.values(measures).flatMap(measureInputs)]
  const rows = scope.compile(inputOf(node), new Set([...collectAll(exprs), deviceKey]))
  const types = columnsOf(inputOf(node))
  const { distinctInParts, distinctInLists, endInParts } = scope.dialect
  const partOf = (name: string, measure: Measure): Column => {
    if (isEnd(measure) && endInParts) {
      const [value, ...order] = measureInputs(measure).map((expr) => compileExpr(expr, rows, scope))
      if (value === undefined) throw new Error('first and last require a value')
      return { ...value, sql: endInParts.part(measure.kind, value, order) }
    }
    if (measure.kind !== 'count-distinct') return compileMeasure(measure, types, rows, scope, true)
    const { sql } = compileExpr(measure.value, rows, scope)
    const form = lists.includes(name) ? distinctInLists : distinctInParts
    return keyColumn(form?.part(sql) ?? sql)
  }
  const keys = Object.entries(by).map(([name, expr]) => [name, compileKey(expr, rows, scope)] as const)
  const parts = Object.entries(measures).map(([name, one]) => [name, partOf(name, one)] as const)
  return group(rows, [...keys, [deviceKey, columnOf(rows, deviceKey)]], parts, null, scope)
}

/**
 * Compiles `@merge-aggregate`: groups the resolved devices and merges their partial states. Measures that
 * read only `person` or `user_id` are computed here from the resolved columns.
 *
 *     by person: count(), count-distinct of sessions
 *
 *     SELECT person, sum(n), uniqExactMerge(sessions) FROM (SELECT device, count() AS n, uniqExactState(session) …)
 *     LEFT JOIN links USING (device) GROUP BY person
 */
export function compileMerge(node: OperatorNode, _needed: ReadonlySet<string>, scope: Scope): Select {
  const { by, measures, sets, lists } = node.options as MergeAggregate
  const ofPerson = Object.keys(by).filter((name) => isPerson(by[name]))
  const keyOf = (name: string): string => (ofPerson.includes(name) ? 'person' : name)
  /** The column of the resolved devices from which a measure is computed. */
  const sourceOf = (name: string, measure: Measure): string => {
    if (countsPersons(measure)) return 'person'
    const [late] = isLate(measure, ofPerson) ? collectAll(measureInputs(measure).slice(0, 1)) : []
    return late ?? name
  }
  const all = Object.entries(measures)
  const required = [...Object.keys(by).map(keyOf), ...all.map(([name, one]) => sourceOf(name, one))]
  const persons = scope.compile(inputOf(node), new Set(required))
  const keys = Object.keys(by).map((name) => [name, columnOf(persons, keyOf(name))] as const)
  const occupied = keys.length > 0 && sets === null
  const merged = all.map(([name, one]) => [name, merge(name, one)] as const)
  return group(persons, keys, merged, sets, scope)

  function merge(name: string, measure: Measure): Column {
    const type = node.columns[name] ?? 'key'
    const source = sourceOf(name, measure)
    const part = columnOf(persons, source)
    const { dialect } = scope
    if (isEnd(measure)) {
      // All rows of a person have the same person and user, so any of them is the first and the last.
      const sql = isLate(measure, ofPerson)
        ? dialect.measure({ kind: 'max', value: measure.value }, part, [], occupied && !part.nullable)
        : dialect.endInParts?.merge(measure.kind, part.sql, part)
      return { sql: sql ?? part.sql, type, nullable: !occupied || part.nullable }
    }
    if (measure.kind === 'count-distinct') {
      const whole = countsPersons(measure)
        ? dialect.measure(measure, part, [], occupied)
        : (lists.includes(name) ? dialect.distinctInLists : dialect.distinctInParts)?.merge(part.sql)
      return { sql: whole ?? part.sql, type, nullable: false }
    }
    const how = { kind: measure.kind === 'count' ? 'sum' : measure.kind, value: column(name) } as Exclude<
      Measure,
      { kind: 'count' }
    >
    const certain = occupied && !part.nullable
    const sql = dialect.measure(how, part, [], certain)
    if (measure.kind !== 'count') return { sql, type, nullable: !certain }
    return { sql: certain ? sql : `coalesce(${sql}, 0)`, type, nullable: false }
  }
}
