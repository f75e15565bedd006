import type { Dialect } from '../../sql/dialect.js'
import { nest, whereClause, type Column } from '../../sql/select.js'

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
 * The statement fails if there are more than `mostKeys` values; or-by-groups.ts answers then.
 */
export const countDays: NonNullable<Dialect['countDays']> = (rows, { bucket, days, key, counts }, scope) => {
  if (days.count > mostDays) return null
  const { parameters, dialect } = scope
  const [name, label] = key
  const bound = (value: number): string => parameters.bind(value, 'int')
  const listed = `countResample(${bound(days.first)}, ${bound(days.first + days.count)}, 1)(${days.day})`
  const limits = `max_rows_to_group_by = ${mostKeys}, group_by_overflow_mode = 'throw'`
  const grouped = `SELECT ${label.sql} AS label, ${listed} AS counts FROM ${rows.from}${whereClause(rows)} GROUP BY ${label.sql} SETTINGS ${limits}`
  const groups = scope.alias()
  const made: (readonly [string, Column])[] = [
    [bucket, { sql: 'toInt64(i) - 1', type: 'int', nullable: false }],
    [name, { ...label, sql: `${groups}.label` }],
    ...counts.map((one) => [one, { sql: 'toInt64(n)', type: 'int', nullable: false }] as const),
  ]
  const list = made.map(([of, { sql }]) => `${sql} AS ${dialect.identifier(of)}`).join(', ')
  const listedDays = `${groups}.counts AS n, arrayEnumerate(${groups}.counts) AS i`
  const text = `SELECT ${list} FROM (${grouped}) AS ${groups} ARRAY JOIN ${listedDays} WHERE n > 0`
  return nest(text, new Map(made), scope)
}
