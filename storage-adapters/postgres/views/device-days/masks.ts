import type { OperatorNode, Relation } from '../../../../contract/index.js'
import type { Scope } from '../../../sql/dialect.js'
import { dayMs } from '../../../sql/edges.js'
import { group } from '../../../sql/group.js'
import { columnOf, keyColumn, type Select, type TimeRange } from '../../../sql/select.js'
import { viewScanOf } from '../../../sql/views/all-rows.js'
import type { RollupOptions } from '../../../sql/views/operator.js'
import type { Span } from '../../../sql/views/periods-of-operator.js'
import { holdsCondition } from '../triggered/parts.js'
import { blockDays, daysTable, deviceDays } from './tables.js'
import { daysView } from './view.js'

/** What the days of a block say: the bits of the mask that they set. Days are a number in decimals, as plans are shown as JSON. */
export interface BlockBits {
  readonly block: number
  /** Days that have a bit each: the days, and how far they are moved to the left (to the right if negative). */
  readonly moved: readonly { readonly days: string; readonly by: number }[]
  /** Days that share a bit. */
  readonly shared: readonly { readonly days: string; readonly bit: number }[]
}

/** How masks of periods follow from the days of devices. */
export interface DayBits {
  /** Ascending and without gaps. */
  readonly blocks: readonly BlockBits[]
  /** The bit of all earlier blocks; null if they are not asked for. */
  readonly before: number | null
}

/** The most blocks of a statement, about two years: each has its own arithmetic. */
const mostBlocks = 12

/**
 * Returns how spans over rows in a range follow from days; null if they begin or end within a day (UTC), or are too long.
 * Example, days 58 to 61 of which the last two are one period:
 *
 *     spans      day 58: bit 0, day 59: bit 1, days 60 and 61: bit 2
 *     block 0    moved: days 58 and 59 by -58
 *     block 1    shared: days 0 and 1 of the block set bit 2
 */
export function dayBits(spans: readonly Span[], range: TimeRange): DayBits | null {
  const bitOf = new Map<number, number>()
  const lengths = new Map<number, number>()
  let before: number | null = null
  for (const span of spans) {
    const from = span.from === null ? range.from : Math.max(span.from, range.from ?? span.from)
    const to = Math.min(span.to ?? Infinity, range.to ?? Infinity)
    if (from !== null && from >= to) continue
    if (to === Infinity || to % dayMs !== 0 || (from !== null && from % dayMs !== 0)) return null
    const last = to / dayMs
    // Earlier blocks have one bit, the days of this block before the end share it.
    if (from === null) before = span.bit
    const first = from === null ? Math.floor(last / blockDays) * blockDays : from / dayMs
    if (last - first > mostBlocks * blockDays) return null
    for (let day = first; day < last; day++) bitOf.set(day, span.bit)
    lengths.set(span.bit, from === null ? Infinity : last - first)
  }
  const numbers = [...bitOf.keys()].map((day) => Math.floor(day / blockDays))
  const [start, end] = [Math.min(...numbers), Math.max(...numbers)]
  if (bitOf.size === 0 || end - start >= mostBlocks) return null
  const blocks = Array.from({ length: end - start + 1 }, (_, at) =>
    bitsOfBlock(start + at, bitOf, (bit) => lengths.get(bit) === 1),
  )
  return { blocks, before }
}

function bitsOfBlock(
  block: number,
  bitOf: ReadonlyMap<number, number>,
  isAlone: (bit: number) => boolean,
): BlockBits {
  const moved = new Map<number, bigint>()
  const shared = new Map<number, bigint>()
  for (let place = 0; place < blockDays; place++) {
    const bit = bitOf.get(block * blockDays + place)
    if (bit === undefined) continue
    const [days, key] = isAlone(bit) ? [moved, bit - place] : [shared, bit]
    days.set(key, (days.get(key) ?? 0n) | (1n << BigInt(place)))
  }
  return {
    block,
    moved: [...moved].map(([by, days]) => ({ days: String(days), by })),
    shared: [...shared].map(([bit, days]) => ({ days: String(days), bit })),
  }
}

/** The options of a rollup's scan that the days of devices answer instead. */
export type DaysOptions = RollupOptions & { readonly days?: DayBits }

/**
 * Returns the `mask` of each `person` from the days of devices if the plan was matched with them, else null. Example, days 58
 * to 61 as above:
 *
 *     SELECT person, bit_or(CASE block WHEN 0 THEN (days & …) >> 58 WHEN 1 THEN (CASE WHEN days & 3 <> 0 THEN 4 ELSE 0 END) END) AS mask
 *     FROM device_days WHERE block >= 0 AND block <= 1 AND (block <> 0 OR days & … <> 0) AND (block <> 1 OR days & 3 <> 0)
 *     GROUP BY person
 */
export function daysOfPersons(input: Relation, scope: Scope): Select | null {
  const rows = viewScanOf(input)
  const bits = optionsOf(rows?.scan)?.days
  if (rows === null || bits === undefined) return null
  scope.reads.add(deviceDays)
  const alias = scope.alias()
  const bind = (value: number): string => scope.parameters.bind(value, 'int')
  const blocks = bits.blocks.map((one) => ({ ...one, number: bind(one.block) }))
  const [first, last] = [blocks[0]?.number ?? '', blocks.at(-1)?.number ?? '']
  const each = blocks.map((one) => `WHEN ${one.number} THEN ${maskText(one, `${alias}.days`)}`)
  const other = bits.before === null ? '' : ` ELSE ${1n << BigInt(bits.before)}::bigint`
  const found: Select = {
    from: `${daysTable(scope.database)} AS ${alias}`,
    where: [
      holdsCondition(scope.database, daysView),
      ...(bits.before === null ? [`${alias}.block >= ${first}`] : []),
      `${alias}.block <= ${last}`,
      // Tests the days and not the mask, which would be computed twice.
      ...blocks.flatMap((one) => {
        const days = daysOf(one)
        if (days === allDays) return []
        return [`(${alias}.block <> ${one.number} OR ${alias}.days & ${days}::bigint <> 0)`]
      }),
      // The person of a device without a link is the device. If there is no link at all, no row is read.
      ...(rows.identified
        ? [`EXISTS (SELECT FROM ${scope.database}.device_links)`, `${alias}.person <> ${alias}.device`]
        : []),
    ],
    columns: new Map([['person', keyColumn(`${alias}.person`)]]),
    text: null,
  }
  const mask = keyColumn(`bit_or(CASE ${alias}.block ${each.join(' ')}${other} END)`)
  return group(found, [['person', columnOf(found, 'person')]], [['mask', mask]], null, scope)
}

const allDays = (1n << BigInt(blockDays)) - 1n

/** The days of a block that set any bit. */
const daysOf = ({ moved, shared }: BlockBits): bigint =>
  [...moved, ...shared].reduce((all, { days }) => all | BigInt(days), 0n)

/** The options of a matched scan. */
export const optionsOf = (scan: OperatorNode | undefined): DaysOptions | undefined =>
  scan?.options as DaysOptions | undefined

function maskText({ moved, shared }: BlockBits, days: string): string {
  const terms = [
    ...moved.map(({ days: some, by }) => {
      const part = `(${days} & ${some}::bigint)`
      return by === 0 ? part : `(${part} ${by > 0 ? '<<' : '>>'} ${Math.abs(by)})`
    }),
    ...shared.map(
      ({ days: some, bit }) =>
        `(CASE WHEN ${days} & ${some}::bigint <> 0 THEN ${1n << BigInt(bit)}::bigint ELSE 0 END)`,
    ),
  ]
  return terms.length === 0 ? '0' : terms.join(' | ')
}
