import type { Relation } from '../../../contract/index.js'
import { deviceKey, type Scope } from '../../sql/dialect.js'
import { group } from '../../sql/group.js'
import { areOfDevices } from '../../sql/identity/nodes.js'
import { columnOf, intColumn, keyColumn, type Select } from '../../sql/select.js'
import { daysOfPersons } from '../views/device-days/masks.js'

/** How rows become masks. */
export interface MaskOptions {
  /** The column of the rows that holds the bit's number; never null. */
  readonly bit: string
  /** The operator's input, before rows without a bit are removed. */
  readonly input: Relation
}

/**
 * Counts persons by the bits of their rows: the columns `mask` and `size`. A device's bits become one mask, and the masks of
 * a person's devices are combined, so no rows are sorted, and one row of each device is joined with the links. If the plan
 * was matched with the days of devices, these have the persons already.
 *
 *     rows of a person    its devices       mask, size
 *     Mon, Wed; Wed       0b101; 0b100      0b101, 1
 */
export function personMasks(rows: Relation, { bit, input }: MaskOptions, scope: Scope): Select {
  const persons = daysOfPersons(input, scope) ?? masksOfRows(rows, bit, scope)
  const size = intColumn(scope.dialect.count)
  return group(persons, [['mask', columnOf(persons, 'mask')]], [['size', size]], null, scope)
}

/** The `mask` of each person. */
function masksOfRows(rows: Relation, bit: string, scope: Scope): Select {
  const late = areOfDevices(rows)
  const key = late ? deviceKey : 'person'
  const found = scope.compile(rows, new Set([key, bit]))
  const bits = keyColumn(`bit_or(1::bigint << (${columnOf(found, bit).sql})::int)`)
  const grouped = group(found, [[key, columnOf(found, key)]], [['mask', bits]], null, scope)
  if (!late) return grouped
  const resolved = scope.dialect.resolvePersons(grouped, scope)
  const all = keyColumn(`bit_or(${columnOf(resolved, 'mask').sql})`)
  return group(resolved, [['person', columnOf(resolved, 'person')]], [['mask', all]], null, scope)
}
