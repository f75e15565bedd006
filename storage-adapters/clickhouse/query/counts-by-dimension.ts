import {
  bucket,
  column,
  isIn,
  noneLabel,
  otherLabel,
  shownLabel,
  type Relation,
} from '../../../contract/index.js'
import { areRolled, countsByGroups, type CountsByDimensionOptions } from '../../sql/counts-by-dimension.js'
import type { NativeOperator, Scope } from '../../sql/dialect.js'
import { compileExpr, compileKey } from '../../sql/expr.js'
import { group } from '../../sql/group.js'
import { inputOf } from '../../sql/identity/nodes.js'
import {
  columnOf,
  columnsNamed,
  keyColumn,
  nest,
  staged,
  whereClause,
  type Column,
  type Select,
} from '../../sql/select.js'
import { rowsColumn } from '../../sql/views/operator.js'
import { expandLists } from './expand-lists.js'
import { identifier } from '../identifier.js'

/**
 * The most labels in each thread. A label has a number for every bucket, so many labels with a row each would need far more
 * memory than their groups.
 */
const mostLabels = 10_000

/**
 * Compiles numbers of rows by bucket and dimension. The engine groups by one text, which costs half of grouping by a text and a
 * number, and everything after that is done with one list a label. Example, with one label kept:
 *
 *   (DE, [2, 1]), (AT, [0, 1]), (CH, [1, 0])          -- counted: Monday and Tuesday
 *   (DE, place 1), (AT, place 2), (CH, place 3)       -- the most rows first, then by name
 *   (DE, [2, 1]), ((other), [1, 1]), (all, [3, 2])    -- added up
 *   DE Mon 2, DE Tue 1, DE 3, (other) Mon 1, … all 5  -- expanded
 *
 * The statement fails if there are more than `mostLabels` labels; or-by-groups.ts answers then.
 */
export const compileCountsByDimension: NativeOperator = (node, _, scope) => {
  const { edges, limit, names } = node.options as CountsByDimensionOptions
  const { parameters } = scope
  const bits = edges.length - 1
  const counted = countedLabels(inputOf(node), edges, scope)
  const labels = names === undefined ? withPlaces(counted, scope) : counted
  const isKept =
    names === undefined
      ? `${columnOf(labels, place).sql} <= ${parameters.bind(limit, 'int')}`
      : compileExpr(isIn(column(shown), names), labels, scope).sql
  const named = `if(${isKept}, ${columnOf(labels, shown).sql}, ${parameters.bind(otherLabel, 'text')})`
  const renamed = staged(
    labels,
    [[dimension, { sql: named, type: 'text', nullable: false }], ...columnsNamed(labels, [counts])],
    scope,
  )
  const added = group(
    renamed,
    columnsNamed(renamed, [dimension]),
    [[counts, keyColumn(`sumForEach(${columnOf(renamed, counts).sql})`)]],
    [[dimension], []],
    scope,
  )
  const sum = columnOf(added, counts).sql
  return expandLists(added, { bits, dimension, counts: sum, total: `arraySum(${sum})` }, scope)
}

/** The same answer by groups, for more labels. */
export const compileCountsByGroups: NativeOperator = (node, needed, scope) =>
  scope.compile(countsByGroups(inputOf(node), node.options as CountsByDimensionOptions), needed)

const shown = 'shown'
const counts = '@counts'
const place = '@place'
const dimension = 'dimension'

/** One row a label, as displayed, with the number of its rows in each bucket. */
function countedLabels(input: Relation, edges: readonly number[], scope: Scope): Select {
  const isRolled = areRolled(input)
  const rows = scope.compile(input, new Set(['timestamp', 'label', ...(isRolled ? [rowsColumn] : [])]))
  const label = compileKey(column('label'), rows, scope)
  const asShown = shownKey(rows, scope)
  const key = asShown ?? label
  const list = listOf(rows, edges, isRolled, scope)
  const limits = `max_rows_to_group_by = ${mostLabels}, group_by_overflow_mode = 'throw'`
  const name = asShown === null ? 'label' : shown
  const text = `SELECT ${key.sql} AS ${identifier(name)}, ${list} AS ${identifier(counts)} FROM ${rows.from}${whereClause(rows)} GROUP BY ${key.sql} SETTINGS ${limits}`
  const columns = new Map([
    [name, key],
    [counts, keyColumn(list)],
  ])
  const counted = nest(text, columns, scope)
  if (asShown !== null) return counted
  // A missing label is displayed as one that may occur by itself.
  return group(
    counted,
    [[shown, { ...compileKey(shownLabel(column('label')), counted, scope), type: 'text', nullable: false }]],
    [[counts, keyColumn(`sumForEach(${columnOf(counted, counts).sql})`)]],
    null,
    scope,
  )
}

/**
 * The label of a row as displayed, if it costs as much as the label: that of a dictionary is found once for each of its strings, as long
 * as the function reads no other column. Null otherwise.
 */
function shownKey(rows: Select, scope: Scope): Column | null {
  const { stored, sql } = columnOf(rows, 'label')
  if (stored === undefined) {
    const own = compileExpr(shownLabel(column('label')), rows, scope)
    return own.sql === sql ? own : null
  }
  const none = scope.parameters.bind(noneLabel, 'text')
  return { sql: `transform(${stored}, [''], [${none}])`, type: 'text', nullable: false }
}

/** Numbers of rows for each bucket. Rows of a rollup have a state of their count, which is merged, or stand for several. */
function listOf(rows: Select, edges: readonly number[], isRolled: boolean, scope: Scope): string {
  const index = compileKey(bucket(column('timestamp'), edges), rows, scope)
  const { day, first, count } = index.days ?? { day: index.sql, first: 0, count: edges.length - 1 }
  const range = [first, first + count].map((value) => scope.parameters.bind(value, 'int')).join(', ')
  if (!isRolled) return `countResample(${range}, 1)(${day})`
  const { sql, countState } = columnOf(rows, rowsColumn)
  return countState === undefined
    ? `sumResample(${range}, 1)(${sql}, ${day})`
    : `countMergeResample(${range}, 1)(${countState}, ${day})`
}

/** Numbers the labels: those with the most rows first, equal ones by name. */
function withPlaces(counted: Select, scope: Scope): Select {
  const [label, list] = [columnOf(counted, shown), columnOf(counted, counts)]
  const sql = `row_number() OVER (ORDER BY arraySum(${list.sql}) DESC, ${label.sql} ASC)`
  return staged(
    counted,
    [
      [shown, label],
      [counts, list],
      [place, keyColumn(sql)],
    ],
    scope,
  )
}
