import type { PartOfPerson } from '../../../sql/cohorts.js'
import type { Scope } from '../../../sql/dialect.js'
import { group } from '../../../sql/group.js'
import { columnOf, intColumn, keyColumn, type Column, type Select } from '../../../sql/select.js'
import { linkedPerson } from '../scan.js'

/**
 * Groups devices with resolved persons into persons that are alike: rows with the columns of `by`, the parts
 * and `size`, the number of persons. A device without a link is a person of its own, so such devices are
 * grouped by their parts alone, which are far fewer. Example with `mask` as the only part:
 *
 *   d1 no link 0b101    →  (person 0,   mask 0b101, size 2)   -- d1, d2
 *   d2 no link 0b101       (person Ann, mask 0b101, size 1)   -- d3, d4
 *   d3 Ann     0b001
 *   d4 Ann     0b100
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
