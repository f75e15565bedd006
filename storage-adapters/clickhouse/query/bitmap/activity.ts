import type { Relation } from '../../../../contract/index.js'
import { deviceKey, type Scope } from '../../../sql/dialect.js'
import { group } from '../../../sql/group.js'
import { areOfDevices } from '../../../sql/identity/nodes.js'
import {
  columnOf,
  columnsNamed,
  intColumn,
  keyColumn,
  render,
  asSubquery,
  withColumns,
  type Column,
  type Select,
} from '../../../sql/select.js'
import type { PartOfPerson } from '../../../sql/cohorts.js'
import { alikePersons } from './collapse.js'
import { ofAllPersons } from '../../../sql/views/all-rows.js'
import { keptMasks } from '../../views/activity-snapshot/scan.js'

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
  return kept.together(kept.isLate ? masksOfEach(ofAllPersons(rows), options, scope) : null)
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

/** Returns the statement of the device of each row, and a mask with its bit. */
function masksOfEach(rows: Relation, { bit, bits }: MaskOptions, scope: Scope): string {
  const found = scope.compile(rows, new Set([deviceKey, bit, 'timestamp']))
  const masks = withColumns(found, [
    ['device', columnOf(found, deviceKey)],
    ['mask', keyColumn(maskOfRow(found, bit, bits))],
  ])
  return render(masks, ['device', 'mask'], scope)
}

/** Returns the aggregate that or-s the bits of all rows of a group. */
export const groupedMask = (rows: Select, bit: string, bits: number): string =>
  `groupBitOr(${maskOfRow(rows, bit, bits)})`

const maskOfRow = (rows: Select, bit: string, bits: number): string =>
  `bitShiftLeft(to${maskType(bits)}(1), toUInt16(assumeNotNull(${columnOf(rows, bit).sql})))`

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
