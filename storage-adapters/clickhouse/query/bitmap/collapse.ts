import type { PartOfPerson } from '../../../sql/cohorts.js'
import type { Scope } from '../../../sql/dialect.js'
import { group } from '../../../sql/group.js'
import { columnOf, intColumn, keyColumn, type Column, type Select } from '../../../sql/select.js'
import { linkedPerson } from '../scan.js'

/**
 * Devices whose persons are resolved as persons that are alike: rows of the columns of `by`, the parts and `size`, the
 * number of persons that have them. Devices without a link are persons already: only their parts are told apart, which
 * are far fewer than they.
 */
export function alikePersons(
  devices: Select,
  by: readonly string[],
  parts: readonly PartOfPerson[],
  scope: Scope,
): Select {
  const linked = columnOf(devices, linkedPerson).sql
  const person = `ifNull(${linked}, 0)`
  const values = parts.map(({ name, merge }) => ({ name, merge, sql: columnOf(devices, name).sql }))
  const size: Column = intColumn(`toInt64(if(${person} = 0, count(), 1))`)
  return group(
    devices,
    [
      ...by.map((name) => [name, columnOf(devices, name)] as const),
      ['person', keyColumn(person)],
      ...values.map(
        ({ name, sql }) => [`own ${name}`, keyColumn(`if(isNull(${linked}), ${sql}, 0)`)] as const,
      ),
    ],
    [...values.map(({ name, merge, sql }) => [name, keyColumn(merge(sql))] as const), ['size', size]],
    null,
    scope,
  )
}
