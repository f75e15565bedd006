import type { Scope } from '../dialect.js'
import { columnOf, keyColumn, type Column, type Select } from '../select.js'
import { deviceKey } from '../dialect.js'

/**
 * How persons are resolved on an engine whose table `device_links` has one row for each linked device: its
 * key `device`, the latest `user_id`, and `actor`, the key of that user.
 */

/**
 * Joins the rows with the links and adds `person` and `user_id`. A device without a link is its own person.
 */
export function resolvePersons(rows: Select, scope: Scope): Select {
  const alias = scope.alias()
  const device = columnOf(rows, deviceKey).sql
  const person: Column = keyColumn(`coalesce(${alias}.actor, ${device})`)
  const user: Column = { sql: `${alias}.user_id`, type: 'text', nullable: true }
  return {
    ...rows,
    from: `${rows.from} LEFT JOIN ${scope.database}.device_links AS ${alias} ON ${device} = ${alias}.device`,
    columns: new Map([...rows.columns, ['person', person], ['user_id', user]]),
    text: null,
  }
}

/** A statement that selects the keys of all devices of the persons in `from`; see Dialect. */
export function devicesOf(from: string, person: string, _few: boolean, scope: Scope): string {
  const alias = scope.alias()
  return `SELECT coalesce(${alias}.device, ${person}) FROM ${from} LEFT JOIN ${scope.database}.device_links AS ${alias} ON ${person} = ${alias}.actor`
}

/** A statement that selects the keys of all devices whose link meets the conditions; see Dialect. */
export function linkedDevices(conditions: (link: Select) => readonly string[], scope: Scope): string {
  const alias = scope.alias()
  const user: Column = { sql: `${alias}.user_id`, type: 'text', nullable: false }
  const link = { from: '', where: [], columns: new Map([['user_id', user]]), text: null }
  return `SELECT ${alias}.device FROM ${scope.database}.device_links AS ${alias} WHERE ${['true', ...conditions(link)].join(' AND ')}`
}
