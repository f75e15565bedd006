import { dayMs } from '../../../sql/edges.js'
import { latestLinks } from '../../query/scan.js'
import { deviceSlots, eventSlots, rollupTable, slotOf, storedColumns } from '../rollups/tables.js'
import { keptDays, wordColumns } from './day-bitmap.js'

/** Kinds of tables of a generation, without the one in memory (../person-map/held.ts). */
export const storedKinds = ['counts', 'devices', 'linked', 'days', 'sessions', 'leaders', 'map'] as const
const kinds = [...storedKinds, 'held'] as const
/** `users` is a table of a cluster (../person-map/sharded-map.ts). */
type Kind = (typeof kinds)[number] | 'users'

/** Returns the name of a table of a generation. */
export const personTable = (kind: Kind, database: string, generation: number): string =>
  `${database}.person_${kind}_${generation}`

/** Returns the names of all tables of a generation, and of those that an older version built. */
export const personTables = (database: string, generation: number): readonly string[] => [
  ...kinds.map((kind) => personTable(kind, database, generation)),
  ...['links', 'slots'].map((kind) => `${database}.person_${kind}_${generation}`),
]

/** Returns the generation in a table's name, or null for other tables. */
export const generationOfTable = (name: string): number | null => {
  const found = /^person_[a-z]+_(\d+)$/.exec(name)
  return found === null ? null : Number(found[1])
}

/** Returns the name of the table of complete generations. */
export const builtTable = (database: string): string => `${database}.person_days_built`

/**
 * Rows are looked up by key, some hundreds at a time: small blocks, which decompress quickly, halve the cost.
 * Rows are on disk before they answer.
 */
export const tableSettings =
  'SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 512, ' +
  'min_compress_block_size = 16384, max_compress_block_size = 32768'
const key = 'UInt64 CODEC(LZ4)'

/** Returns the statement that creates the table of complete generations. */
export const tableOfBuilt = (database: string): string =>
  `CREATE TABLE IF NOT EXISTS ${builtTable(database)} (
    generation UInt64, first Int64, devices UInt64, events Array(Tuple(String, UInt32)), links Array(Tuple(String, UInt32))
  ) ENGINE = MergeTree ORDER BY generation ${tableSettings}`

const days = wordColumns.map((name) => `${name} ${key}`).join(', ')

const makeTable = (name: string, columns: string, order: string): string =>
  `CREATE TABLE ${name} (${columns}) ENGINE = MergeTree ORDER BY ${order} ${tableSettings}`

/** Returns the statement that creates the table of events per slot. */
export const makeCounts = (database: string, generation: number): string =>
  makeTable(personTable('counts', database, generation), "slot DateTime('UTC'), rows UInt64", 'slot')

/**
 * Returns the statements that create a generation: events per slot; per device with events its person and
 * days; the devices of linked persons, with events or without; per person its key in the map, its days and whether it is
 * identified; the sessions with events on several days (sessions.ts). The last two are the map of persons
 * (../person-map/map.ts): per user one of its devices; the devices whose person is another device.
 */
export const makeTables = (database: string, generation: number): readonly string[] => {
  const make = (kind: Kind, columns: string, order: string): string =>
    makeTable(personTable(kind, database, generation), columns, order)
  return [
    makeCounts(database, generation),
    make('devices', `device ${key}, person ${key}, ${days}`, 'device'),
    make('linked', `person ${key}, device ${key}`, 'person'),
    make('days', `person ${key}, leader ${key}, ${days}, identified UInt8`, 'person'),
    make('sessions', `session ${key}, first Date, last Date`, 'first'),
    make('leaders', `user ${key}, device ${key}`, 'user'),
    make('map', `device ${key}, person ${key}`, 'device'),
  ]
}

/** Returns the statement of events per slot under a condition on the rollup `t`. */
export const slotCounts = (database: string, rollup: number, condition: string): string =>
  `SELECT ${slotOf('t')} AS slot, toUInt64(sum(${storedColumns('t').rows})) AS rows
    FROM ${rollupTable(database, eventSlots, rollup)} AS t WHERE ${condition} GROUP BY slot`

/** Returns the statement that fills the events per slot of the parts in `{events:Array(String)}`. */
export const fillCounts = (database: string, generation: number, rollup: number): string =>
  `INSERT INTO ${personTable('counts', database, generation)} ${slotCounts(database, rollup, 't._part IN ({events:Array(String)})')}`

/**
 * Returns the statements that fill the other tables of a generation, in order: all persons are derived from the links as they were read once,
 * whatever is linked meanwhile.
 */
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
  const merged = wordColumns.map((name) => `groupBitOr(d.${name}) AS ${name}`)
  return [
    `INSERT INTO ${table('linked')} SELECT actor, device FROM (${latestLinks(database)})`,
    `INSERT INTO ${table('leaders')} SELECT person, min(device) FROM ${table('linked')} GROUP BY person`,
    `INSERT INTO ${table('map')} SELECT n.device, l.device FROM ${table('linked')} AS n
      JOIN ${table('leaders')} AS l ON n.person = l.user WHERE l.device != n.device`,
    `INSERT INTO ${table('devices')}
      SELECT d.device, ifNull(l.person, d.device), ${wordColumns.map((name) => `d.${name}`).join(', ')} FROM (
        SELECT device, ${words.join(', ')} FROM (SELECT device, ${bit} AS bit FROM ${rollupTable(database, deviceSlots, rollup)})
        GROUP BY device) AS d LEFT ANY JOIN ${table('linked')} AS l ON d.device = l.device`,
    `INSERT INTO ${table('days')} SELECT p.person, ifNull(l.device, p.person), ${wordColumns.map((name) => `p.${name}`).join(', ')}, p.identified
      FROM (SELECT d.person AS person, ${merged.join(', ')}, max(d.person != d.device) AS identified FROM ${table('devices')} AS d GROUP BY d.person) AS p
      LEFT ANY JOIN ${table('leaders')} AS l ON p.person = l.user`,
    `INSERT INTO ${table('sessions')} SELECT session, min(day) AS first, max(day) AS last
      FROM ${rollupTable(database, deviceSlots, rollup)} WHERE session != 0 GROUP BY session HAVING first != last`,
  ]
}
