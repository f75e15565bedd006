import type { Dialect } from '../../sql/dialect.js'
import { intColumn, nest, whereClause, type Column } from '../../sql/select.js'
import { identifier } from '../identifier.js'

/**
 * The most values of the key in each thread, and the most days. A key has a number for every day, so many keys with a
 * row each would need far more memory than their groups.
 */
const mostKeys = 10_000
const mostDays = 400

/**
 * Counts all days of a key at once. The engine then groups by one text, which costs half of grouping by a text and a
 * number:
 *
 *     SELECT toInt64(day) - 20454 AS bucket, plan AS label, count() AS n FROM events GROUP BY bucket, label
 *
 *     SELECT i - 1 AS bucket, label, n
 *     FROM (SELECT plan AS label, countResample(20454, 20484, 1)(day) AS counts FROM events GROUP BY label)
 *     ARRAY JOIN counts AS n, arrayEnumerate(counts) AS i WHERE n > 0
 *
 * Rows of a rollup have a state of their count, which is merged instead of counting them.
 *
 * The statement fails if there are more than `mostKeys` values; or-by-groups.ts answers then.
 */
export const countDays: NonNullable<Dialect['countDays']> = (rows, groups, scope) => {
  const { bucket, days, key, counts, state } = groups
  if (days.count > mostDays) return null
  const { parameters } = scope
  const [name, label] = key
  const bound = (value: number): string => parameters.bind(value, 'int')
  const [count, counted] = state === null ? ['count', days.day] : ['countMerge', `${state}, ${days.day}`]
  const listed = `${count}Resample(${bound(days.first)}, ${bound(days.first + days.count)}, 1)(${counted})`
  const limits = `max_rows_to_group_by = ${mostKeys}, group_by_overflow_mode = 'throw'`
  // Names that plans cannot use: an alias of the plan would be read in place of them.
  const [text, list, place, number] = ['@text', '@list', '@place', '@number'].map((one) => identifier(one))
  const grouped = `SELECT ${label.sql} AS ${text}, ${listed} AS ${list} FROM ${rows.from}${whereClause(rows)} GROUP BY ${label.sql} SETTINGS ${limits}`
  const alias = scope.alias()
  const made: (readonly [string, Column])[] = [
    [bucket, intColumn(`toInt64(${place}) - 1`)],
    [name, { ...label, sql: `${alias}.${text}` }],
    ...counts.map((one) => [one, intColumn(`toInt64(${number})`)] as const),
  ]
  const shown = made.map(([of, { sql }]) => `${sql} AS ${identifier(of)}`).join(', ')
  const listedDays = `${alias}.${list} AS ${number}, arrayEnumerate(${alias}.${list}) AS ${place}`
  const statement = `SELECT ${shown} FROM (${grouped}) AS ${alias} ARRAY JOIN ${listedDays} WHERE ${number} > 0`
  return nest(statement, new Map(made), scope)
}
