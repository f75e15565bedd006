import type { Scope } from '../../sql/dialect.js'
import { columnOf, columnsNamed, keyColumn, staged, type Column, type Select } from '../../sql/select.js'

/** What each group has. Groups are by dimension, beside one of all rows, where it is null. */
export interface Lists {
  readonly bits: number
  readonly dimension: string
  /** The SQL of a number for each bucket, and that of the number over all buckets. */
  readonly counts: string
  readonly total: string
  /** The SQL of the number over all rows, where it is another one. */
  readonly all?: string
}

/**
 * Expands groups with a number for each bucket to the rows of a breakdown: one for each bucket that is not 0, one over all buckets,
 * where `bucket` is null, and only that one for all rows.
 */
export function expandLists(
  groups: Select,
  { bits, dimension, counts, total, all = total }: Lists,
  scope: Scope,
): Select {
  const isAll = `isNull(${columnOf(groups, dimension).sql})`
  const buckets = `arrayFilter(one -> one.2 > 0 AND NOT ${isAll}, arrayZip(range(${bits}), ${counts}))`
  const whole = all === total ? total : `if(${isAll}, ${all}, ${total})`
  const each = staged(
    groups,
    [
      ...columnsNamed(groups, [dimension]),
      ['one', keyColumn(`arrayJoin(arrayPushBack(${buckets}, (${bits}, ${whole})))`)],
    ],
    scope,
  )
  const one = columnOf(each, 'one').sql
  const columns = new Map<string, Column>([
    ['bucket', { sql: `nullIf(toInt64(tupleElement(${one}, 1)), ${bits})`, type: 'int', nullable: true }],
    ['dimension', columnOf(each, dimension)],
    ['value', { sql: `toInt64(tupleElement(${one}, 2))`, type: 'int', nullable: false }],
  ])
  return { ...each, where: [`tupleElement(${one}, 2) > 0`], columns, text: null }
}
