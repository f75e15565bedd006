import type { Relation } from '../../../../contract/index.js'
import { deviceKey, type Scope } from '../../../sql/dialect.js'
import { group } from '../../../sql/group.js'
import { areOfDevices } from '../../../sql/identity/nodes.js'
import {
  columnOf,
  columnsNamed,
  intColumn,
  keyColumn,
  nest,
  render,
  asSubquery,
  withColumns,
  type Column,
  type Select,
} from '../../../sql/select.js'
import type { PartOfPerson } from '../../../sql/cohorts.js'
import { alikePersons } from './collapse.js'
import { keptMasks, type ChangedDevices } from '../../views/activity-snapshot/scan.js'
import { linkedPerson } from '../scan.js'

/** The number of bits of ClickHouse's widest integer. */
export const mostBits = 256

/** Returns the narrowest integer type with at least this many bits. */
export const maskType = (bits: number): 'UInt64' | 'UInt128' | 'UInt256' =>
  bits <= 64 ? 'UInt64' : bits <= 128 ? 'UInt128' : 'UInt256'

/** How rows become masks. */
export interface MaskOptions {
  /** The column of the rows that holds the bit's number; never null. */
  readonly bit: string
  readonly bits: number
  /** Columns that persons are also grouped by. */
  readonly by: readonly string[]
  /** The operator's input, before rows without a bit are removed. */
  readonly input: Relation
}

/**
 * Computes when persons were active, as bitmaps: each person's rows are or-ed into one mask, and equal masks
 * are counted. `rows` must have the columns of `by`; the result has those, `mask` and `size`. Persons are
 * resolved after the first grouping, by device. With an activity snapshot, masks come from its days. Example,
 * bit 0 is Monday:
 *
 *   before: SELECT person, day FROM events                  -- Ann Mon, Ann Wed, Bob Mon, Bob Wed, Cy Tue
 *   after:  SELECT mask, count() AS size FROM (SELECT person, groupBitOr(1 << day) AS mask FROM events GROUP BY person)
 *           GROUP BY mask                                   -- (0b101, 2), (0b010, 1)
 */
export function personMasks(rows: Relation, options: MaskOptions, scope: Scope): Select {
  const { bits, by, input } = options
  const kept = by.length > 0 ? null : keptMasks(input, maskType(bits), scope)
  if (kept === null) return masksOfRows(rows, options, scope)
  return kept.together(kept.changed && masksOfChanged(rows, options, kept.changed, scope))
}

function masksOfRows(rows: Relation, { bit, bits, by }: MaskOptions, scope: Scope): Select {
  const late = areOfDevices(rows)
  const key = late ? deviceKey : 'person'
  const found = scope.compile(rows, new Set([...by, key, bit]))
  const located = late ? found : asSubquery(found, scope)
  const keys = [...columnsNamed(located, by), [key, columnOf(located, key)] as const]
  const grouped = group(located, keys, [['mask', keyColumn(groupedMask(located, bit, bits))]], null, scope)
  const alike = late
    ? alikePersons(scope.dialect.resolvePersons(grouped, scope), by, [mask], scope)
    : withColumns(grouped, [['size', intColumn(oneOf(columnOf(grouped, key)))]])
  return counted(alike, by, scope)
}

/**
 * Returns the masks of the changed devices: their days in the snapshot, or-ed with their rows on days that
 * the snapshot does not settle.
 */
function masksOfChanged(
  rows: Relation,
  { bit, bits }: MaskOptions,
  { devices, person, identified, days, kept }: ChangedDevices,
  scope: Scope,
): Select {
  const found = scope.compile(rows, new Set([deviceKey, bit, 'timestamp']))
  const { day } = columnOf(found, 'timestamp')
  if (day === undefined) throw new Error('rows of a rollup must have a day column')
  const device = columnOf(found, deviceKey)
  const where = [...found.where, `toInt64(${day}) IN ${days}`, `${device.sql} IN ${devices}`]
  const own = group(
    { ...found, where, text: null },
    [['device', device]],
    [['mask', keyColumn(groupedMask(found, bit, bits))]],
    null,
    scope,
  )
  const both = nest(`${render(own, ['device', 'mask'], scope)} UNION ALL ${kept}`, own.columns, scope)
  const grouped = group(
    both,
    [[deviceKey, columnOf(both, 'device')]],
    [['mask', keyColumn(`groupBitOr(${columnOf(both, 'mask').sql})`)]],
    null,
    scope,
  )
  const linked: Column = { ...keyColumn(person(columnOf(grouped, deviceKey).sql)), nullable: true }
  const all = withColumns(grouped, [[linkedPerson, linked]])
  const resolved = identified ? { ...all, where: [...all.where, `${linked.sql} IS NOT NULL`] } : all
  return counted(alikePersons(resolved, [], [mask], scope), [], scope)
}

/** Returns the aggregate that or-s the bits of all rows of a group. */
export const groupedMask = (rows: Select, bit: string, bits: number): string =>
  `groupBitOr(bitShiftLeft(to${maskType(bits)}(1), toUInt16(assumeNotNull(${columnOf(rows, bit).sql}))))`

/** Sums `size` by mask and the columns of `by`. */
function counted(alike: Select, by: readonly string[], scope: Scope): Select {
  const size = intColumn(`sum(${columnOf(alike, 'size').sql})`)
  return group(alike, columnsNamed(alike, [...by, 'mask']), [['size', size]], null, scope)
}

/** Rows without a person add 0. */
const oneOf = ({ sql, nullable }: Column): string => `toInt64(${nullable ? `isNotNull(${sql})` : '1'})`

const mask: PartOfPerson = { name: 'mask', merge: (value) => `groupBitOr(${value})` }

/** Returns the numbers of the set bits as an array. bitPositionsToArray takes 64 bits at a time. */
export function positions(mask: string, bits: number): string {
  const words = Array.from({ length: Math.ceil(bits / 64) }, (_, word) => word * 64)
  if (words.length === 1) return `bitPositionsToArray(${mask})`
  const parts = words.map((shift) => {
    const word = `bitPositionsToArray(toUInt64(bitAnd(bitShiftRight(${mask}, ${shift}), 18446744073709551615)))`
    return shift === 0 ? word : `arrayMap(b -> b + ${shift}, ${word})`
  })
  return `arrayConcat(${parts.join(', ')})`
}
