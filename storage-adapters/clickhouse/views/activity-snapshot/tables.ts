import { dayMs } from '../../../sql/edges.js'
import { latestLinks } from '../../query/scan.js'
import { deviceSlots, eventSlots, rollupTable, slotOf, storedColumns } from '../rollups/tables.js'
import { keptDays, wordColumns } from './day-bitmap.js'

/** The tables of a generation, by what they hold. */
const kinds = ['slots', 'devices', 'links', 'days'] as const
type Kind = (typeof kinds)[number]

export const personTable = (kind: Kind, database: string, generation: number): string =>
  `${database}.person_${kind}_${generation}`

export const personTables = (database: string, generation: number): readonly string[] =>
  kinds.map((kind) => personTable(kind, database, generation))

/** The generation in the name of a table; null: it is none of these. */
export const generationOfTable = (name: string): number | null => {
  const found = /^person_[a-z]+_(\d+)$/.exec(name)
  return found === null ? null : Number(found[1])
}

/** Which generations are whole, and of what. */
export const builtTable = (database: string): string => `${database}.person_days_built`

/**
 * Rows are found by their keys, some hundreds at a time: small blocks, which are quickly unpacked, halve what that costs.
 * They are on the disk before they answer.
 */
const settings =
  'SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 512, ' +
  'min_compress_block_size = 16384, max_compress_block_size = 32768'
const key = 'UInt64 CODEC(LZ4)'

export const tableOfBuilt = (database: string): string =>
  `CREATE TABLE IF NOT EXISTS ${builtTable(database)} (
    generation UInt64, first Int64, devices UInt64, events Array(Tuple(String, UInt32)), links Array(Tuple(String, UInt32))
  ) ENGINE = MergeTree ORDER BY generation ${settings}`

const days = wordColumns.map((name) => `${name} ${key}`).join(', ')

/**
 * How many events each slot has; of each device with events its person and its days; the devices of the persons that
 * are not a device themselves; the days of each person, and whether it is identified.
 */
export const makeTables = (database: string, generation: number): readonly string[] => {
  const make = (kind: Kind, columns: string, order: string): string =>
    `CREATE TABLE ${personTable(kind, database, generation)} (${columns}) ENGINE = MergeTree ORDER BY ${order} ${settings}`
  return [
    make('slots', "slot DateTime('UTC'), rows UInt64", 'slot'),
    make('devices', `device ${key}, person ${key}, ${days}`, 'device'),
    make('links', `person ${key}, device ${key}`, 'person'),
    make('days', `person ${key}, ${days}, identified UInt8`, 'person'),
  ]
}

export const slotCounts = (database: string, rollup: number, condition = ''): string =>
  `SELECT ${slotOf('t')} AS slot, toUInt64(sum(${storedColumns('t').rows})) AS rows
    FROM ${rollupTable(database, eventSlots, rollup)} AS t${condition} GROUP BY slot`

/** In this order: what is asked of later tables follows from the devices, whatever is linked meanwhile. */
export function fillTables(
  database: string,
  { generation, first, rollup }: { generation: number; first: number; rollup: number },
): readonly string[] {
  const table = (kind: Kind): string => personTable(kind, database, generation)
  const bit = `toUInt16(least(greatest(toInt64(day) - ${first / dayMs} + 1, 0), ${keptDays}))`
  const words = wordColumns.map(
    (name, at) =>
      `groupBitOr(if(intDiv(bit, 64) = ${at}, bitShiftLeft(toUInt64(1), bit % 64), toUInt64(0))) AS ${name}`,
  )
  const merged = wordColumns.map((name) => `groupBitOr(${name})`)
  return [
    `INSERT INTO ${table('slots')} ${slotCounts(database, rollup)}`,
    `INSERT INTO ${table('devices')}
      SELECT d.device, ifNull(l.actor, d.device), ${wordColumns.map((name) => `d.${name}`).join(', ')} FROM (
        SELECT device, ${words.join(', ')} FROM (SELECT device, ${bit} AS bit FROM ${rollupTable(database, deviceSlots, rollup)})
        GROUP BY device) AS d LEFT ANY JOIN (${latestLinks(database)}) AS l ON d.device = l.device`,
    `INSERT INTO ${table('links')} SELECT person, device FROM ${table('devices')} WHERE person != device`,
    `INSERT INTO ${table('days')} SELECT person, ${merged.join(', ')}, max(person != device) FROM ${table('devices')} GROUP BY person`,
  ]
}
