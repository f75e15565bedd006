import {
  columnsOf,
  measureType,
  typeOf,
  type AggregateNode,
  type Columns,
  type ColumnType,
  type Expr,
  type Measure,
  type Relation,
} from '../../../contract/index.js'
import { isIdentityFree } from '../identity/identity-free.js'
import { isOperator, mergeAggregate, partialAggregate, resolved, resolvePersons } from '../identity/nodes.js'
import type { IdentityFacts } from '../identity/facts.js'
import { withoutResolution } from '../identity/without-resolution.js'
import { areOfPage, resolvesRows } from '../identity/row-level.js'
import { isPerson, countsPersons, isEnd, isLate, isPlaced } from '../identity/late-measures.js'
import { collectAll, measureInputs } from '../required-columns.js'
import { rollupOperator } from '../views/operator.js'
import type { Rule } from '../optimizer.js'

/**
 * Groups by device first where a plan groups or counts by person, and joins the groups with the links instead
 * of every row. It requires measures with partial states and identity-free rows. Distinct counts of other
 * columns, and first and last values, have partial states only on engines that support them; averages and
 * quantiles have none.
 *
 *     SELECT person, count() FROM events LEFT JOIN links USING (device) GROUP BY person
 *
 *     SELECT person, sum(n) FROM (SELECT device, count() AS n FROM events GROUP BY device)
 *     LEFT JOIN links USING (device) GROUP BY person
 */
export const pushAggregateBelowIdentity: Rule<IdentityFacts> = {
  name: 'push-aggregate-below-identity',
  at: 'every-node',
  apply: (node, facts) =>
    node.kind === 'aggregate' && !resolvesRows(node, facts) && pushes(node, facts)
      ? pushed(node, facts)
      : null,
}

function pushes(node: AggregateNode, facts: IdentityFacts): boolean {
  const { by, rest } = split(node)
  const measures = Object.values(node.measures)
  if (by.length === 0 && !measures.some(countsPersons)) return false
  const early = measures.filter((measure) => !isLate(measure, by))
  // Over no rows a first or last value is null, and a merge of no states
  // is not. A group by person is never empty.
  if (by.length === 0 && early.some(isEnd)) return false
  if (!early.every((measure) => mergesPartials(measure, facts))) return false
  const inner = [...rest.map(([, expr]) => expr), ...early.flatMap(measureInputs)]
  return [...collectAll(inner)].every((name) => !resolved.has(name)) && isIdentityFree(node.input)
}

function mergesPartials(measure: Measure, { partials }: IdentityFacts): boolean {
  switch (measure.kind) {
    case 'count':
    case 'sum':
    case 'min':
    case 'max':
      return true
    case 'count-distinct':
      return partials.distinct
    case 'first':
    case 'last':
      return partials.ends && isPlaced(measure)
    case 'avg':
    case 'quantile':
      return false
  }
}

/** The names of the grouping keys that are the person (`by`), and all other keys (`rest`). */
function split(node: AggregateNode): { by: string[]; rest: [string, Expr][] } {
  const entries = Object.entries(node.by)
  const by = entries.filter(([, expr]) => isPerson(expr)).map(([name]) => name)
  return { by, rest: entries.filter(([, expr]) => !isPerson(expr)) }
}

function pushed(node: AggregateNode, { partials }: IdentityFacts): Relation {
  const { by, rest } = split(node)
  const rows = withoutResolution(node.input)
  const types = columnsOf(rows)
  const early = Object.entries(node.measures).filter(([, measure]) => !isLate(measure, by))
  const columns: Columns = Object.fromEntries([
    ...rest.map(([name, expr]): [string, ColumnType] => [name, typeOf(expr, types)]),
    ...early.map(([name, one]): [string, ColumnType] => [
      name,
      one.kind === 'count-distinct' ? 'key' : measureType(one, types),
    ]),
  ])
  // A rollup has few rows per device, and most have only a few values.
  const inLists = partials.lists && by.length > 0 && readsRollup(rows)
  const lists = inLists ? early.filter(([, one]) => countsKeys(one, types)).map(([name]) => name) : []
  const options = { by: Object.fromEntries(rest), measures: Object.fromEntries(early), lists }
  const parts = partialAggregate(rows, options, columns)
  const persons = resolvePersons(parts, { few: areOfPage(node.input) })
  const { measures, sets } = node
  return mergeAggregate(persons, { by: node.by, measures, sets, lists }, columnsOf(node))
}

const countsKeys = (measure: Measure, types: Columns): boolean =>
  measure.kind === 'count-distinct' && typeOf(measure.value, types) === 'key'

/** Whether the rows are those of a rollup, filtered or not. */
function readsRollup(rows: Relation): boolean {
  if (rows.kind === 'where' || rows.kind === 'derive') return readsRollup(rows.input)
  return isOperator(rows, rollupOperator)
}
