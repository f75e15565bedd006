import { column, columnsOf, mapInputs, select, type Relation } from '../../../contract/index.js'
import { isOwnColumn } from '../identity/nodes.js'
import type { Rule } from '../optimizer.js'
import { columnNames, measureInputs, pick } from '../required-columns.js'

/**
 * Drops unused columns: those of a selection, measures of an aggregate, and columns that a sort with a limit
 * would only carry. Later rules see only the columns that are read.
 *
 *     SELECT a FROM (SELECT a, b, sum(c) FROM … GROUP BY a, b)
 *     SELECT a FROM (SELECT a, b FROM … GROUP BY a, b)
 */
export const pruneColumns: Rule<unknown> = {
  name: 'prune-columns',
  at: 'root',
  required: true,
  apply: (plan) => prune(plan, new Set(Object.keys(columnsOf(plan)))),
}

type Names = ReadonlySet<string>

function prune(relation: Relation, needed: Names): Relation {
  switch (relation.kind) {
    case 'scan':
    case 'spine':
      return relation
    case 'where':
      return into(relation, union(needed, columnNames([relation.condition])))
    case 'derive': {
      const columns = pick(relation.columns, needed)
      const others = [...needed].filter((name) => !(name in relation.columns))
      return into(withColumns(relation, columns), union(others, columnNames(Object.values(columns))))
    }
    case 'select': {
      const columns = pick(relation.columns, needed)
      return into(withColumns(relation, columns), columnNames(Object.values(columns)))
    }
    case 'aggregate': {
      const measures = pick(relation.measures, needed)
      const exprs = [...Object.values(relation.by), ...Object.values(measures).flatMap(measureInputs)]
      return into(measures === relation.measures ? relation : { ...relation, measures }, columnNames(exprs))
    }
    case 'window': {
      const columns = pick(relation.columns, needed)
      const exprs = [
        ...relation.partition,
        ...relation.order.map(({ by }) => by),
        ...Object.values(columns).map(({ value }) => value),
      ]
      const others = [...needed].filter((name) => !(name in relation.columns))
      return into(withColumns(relation, columns), union(others, columnNames(exprs)))
    }
    case 'sort':
      return sorted(relation, union(needed, columnNames(relation.keys.map(({ by }) => by))))
    case 'join': {
      const keys = relation.on.map((key) => key.right)
      const ofRight = Object.keys(columnsOf(relation.right)).filter((name) => !keys.includes(name))
      const right = ofRight.filter((name) => needed.has(name))
      const left = [...needed].filter((name) => !ofRight.includes(name))
      const ofLeft = new Set([...left, ...relation.on.map((key) => key.left)])
      return mapInputs(relation, (input) =>
        prune(input, input === relation.left ? ofLeft : new Set([...right, ...keys])),
      )
    }
    case 'union': {
      const all = Object.keys(columnsOf(relation))
      const names = all.filter((name) => needed.has(name))
      const kept = new Set(names.length > 0 ? names : all.slice(0, 1))
      return mapInputs(relation, (input) => prune(input, kept))
    }
    case 'operator':
      return mapInputs(relation, (input) => prune(input, new Set(Object.keys(columnsOf(input)))))
  }
}

type OneInput = Extract<Relation, { readonly input: Relation }>

const into = (relation: OneInput, needed: Names): Relation =>
  mapInputs(relation, (input) => prune(input, needed))

const withColumns = <R extends { readonly columns: object }>(relation: R, columns: R['columns']): R =>
  columns === relation.columns ? relation : { ...relation, columns }

/** A sort with a limit, over only the columns that it and its reader use. */
function sorted(relation: Extract<Relation, { kind: 'sort' }>, needed: Names): Relation {
  const { input } = relation
  if (relation.limit === null || input.kind === 'select') return into(relation, needed)
  const names = Object.keys(columnsOf(input)).filter((name) => !isOwnColumn(name))
  const kept = names.filter((name) => needed.has(name))
  if (kept.length === names.length) return into(relation, needed)
  const narrow = select(prune(input, needed), Object.fromEntries(kept.map((name) => [name, column(name)])))
  return { ...relation, input: narrow }
}

const union = (one: Iterable<string>, other: Iterable<string>): Names => new Set([...one, ...other])
