import type { Expr, Relation } from '../../../contract/index.js'
import type { Scope } from '../../sql/dialect.js'
import { compileExpr, compileKey } from '../../sql/expr.js'
import { collectAll } from '../../sql/required-columns.js'
import { whereClause, type Column, type Select } from '../../sql/select.js'

/** The bits of a position. The greatest one stands for no label. */
export const positionBits = 16
const noLabel = 2 ** positionBits - 1

/** The message of a statement that finds more labels than there are positions (or-by-groups.ts). */
export const tooManyLabels = 'too many labels'

/** The labels of a sequence as positions in one sorted list, so that the least label of an instant has the least position. */
export interface PositionedLabels {
  /** The scalar subquery with the list, and its alias: `WITH list AS alias`. */
  readonly list: string
  readonly alias: string
  /** The SQL of the position of a row's label. */
  positionIn(rows: Select): string
  /** The label of an element. */
  labelOf(element: string): Column
}

/** Compiles the list of the labels in the rows of the first step, which `labels-to-positions` has given to the sequence. */
export function positionedLabels(first: Relation, label: Expr, scope: Scope): PositionedLabels {
  const rows = scope.compile(first, new Set(collectAll([label])))
  const key = compileKey(label, rows, scope)
  const alias = scope.alias()
  const limits = `max_rows_to_group_by = ${noLabel}, group_by_overflow_mode = 'throw'`
  const found = { ...rows, where: key.nullable ? [...rows.where, `isNotNull(${key.sql})`] : rows.where }
  const each = `SELECT CAST(assumeNotNull(${key.sql}) AS String) AS label FROM ${rows.from}${whereClause(found)} GROUP BY ${key.sql} SETTINGS ${limits}`
  const sorted = `SELECT arraySort(groupArray(label)) AS labels FROM (${each})`
  // Each thread has the limit by itself.
  const list = `SELECT tuple(labels, arrayMap(i -> toUInt64(i - 1), arrayEnumerate(labels))) FROM (${sorted}) WHERE NOT throwIf(length(labels) > ${noLabel}, '${tooManyLabels}')`
  return {
    list: `(${list})`,
    alias,
    positionIn(steps) {
      const { sql, stored, nullable } = compileExpr(label, steps, scope)
      const find = (text: string): string =>
        `transform(${text}, tupleElement(${alias}, 1), tupleElement(${alias}, 2), toUInt64(${noLabel}))`
      // The stored '' is in no list.
      if (stored !== undefined) return find(stored)
      return nullable ? `if(isNull(${sql}), ${noLabel}, ${find(`assumeNotNull(${sql})`)})` : find(sql)
    },
    labelOf(element) {
      const position = `bitAnd(${element}, ${noLabel})`
      const found = `arrayElement(tupleElement(${alias}, 1), ${position} + 1)`
      return { sql: `if(${position} = ${noLabel}, NULL, ${found})`, type: 'text', nullable: true }
    },
  }
}
