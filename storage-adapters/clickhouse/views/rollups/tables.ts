import { contextColumns, type Columns, type ContextColumn } from '../../../../contract/index.js'
import {
  firstColumn,
  lastColumn,
  midnightColumn,
  rowsColumn,
  type RollupSet,
  type RollupShape,
} from '../../../sql/views/operator.js'

/** Length of a slot in ms: 15 minutes. In every present-day time zone, days begin at a slot boundary. */
export const slotMs = 900_000

/**
 * Counts of events by time slot and keys. Views are projections of the events table: the engine writes them
 * into the same part as the rows that they count, so that the two can never differ, whatever fails or is
 * retried. Each part is rolled up separately, so rows with equal keys must be summed. Example:
 *
 *   events: 10:01 view, 10:07 view, 10:20 buy   →   event_slots: (10:00, view, 2), (10:15, buy, 1)
 */
export interface Rollup {
  readonly name: string
  /** Columns of the events table, in addition to the slot. */
  readonly keys: readonly ('event_name' | 'device' | 'session' | ContextColumn)[]
}

/** Events by name. */
export const eventSlots: Rollup = { name: 'event_slots', keys: ['event_name'] }
/** Events by device, session and context. */
export const deviceSlots: Rollup = {
  name: 'device_slots',
  keys: ['device', 'session', 'country', 'os', 'device_type', 'platform', 'browser', 'app_version'],
}

/** From smallest to largest; the first with every required column is used. */
export const rollups: readonly Rollup[] = [eventSlots, deviceSlots]

/** The generation that tables are created with. */
export const firstGeneration = 1

const slot = `toStartOfFifteenMinutes(timestamp)`

/** Returns the grouping key of a rollup; it starts with the day. */
export const groupingOf = ({ keys }: Rollup): readonly string[] => ['day', ...keys, slot]

/**
 * Returns a rollup's name in a generation, so that querying a dropped generation fails instead of returning
 * partial data.
 */
export const physicalName = (name: string, generation: number): string => `${name}_${generation}`

const reader = 'mergeTreeProjection'

/** Returns a table expression that reads a rollup on the server that runs it; `database` is quoted. */
export const rollupTable = (database: string, { name }: Rollup, generation: number): string =>
  `${reader}('${database.replaceAll('`', '')}', 'events_v1', '${physicalName(name, generation)}')`

/** Returns the generation in a projection's name, or null if it is not a rollup. */
export function generationOf(physical: string): number | null {
  const rollup = rollups.find(({ name }) => physical.startsWith(`${name}_`))
  const generation = rollup === undefined ? NaN : Number(physical.slice(rollup.name.length + 1))
  return Number.isInteger(generation) && generation > 0 ? generation : null
}

/** Whether a projection is a rollup by hour, which is no longer read. */
export const isFormer = (physical: string): boolean => /^(event|device)_hours_\d+$/.test(physical)

/** Returns the definition of a rollup's projection. */
export function projectionOf(rollup: Rollup, generation: number, condition = ''): string {
  const columns = groupingOf(rollup).join(', ')
  return `PROJECTION ${condition}${physicalName(rollup.name, generation)} (SELECT ${columns}, count(), min(timestamp), max(timestamp) GROUP BY ${columns})`
}

/** SQL of a rollup's stored columns, by the roles that plans use. */
export interface StoredColumns {
  readonly time: string
  readonly rows: string
  /** The state of a count whose number `rows` is; null for a row that is one event. */
  readonly rowsState: string | null
  readonly first: string
  readonly last: string
}

/** Returns the columns of the rollup rows under an alias. */
export const storedColumns = (alias: string): StoredColumns => ({
  time: timeOfSlot(`${alias}.\`${slot}\``),
  rows: `toInt64(finalizeAggregation(${alias}.\`count()\`))`,
  rowsState: `${alias}.\`count()\``,
  first: `toUnixTimestamp64Milli(finalizeAggregation(${alias}.\`min(timestamp)\`))`,
  last: `toUnixTimestamp64Milli(finalizeAggregation(${alias}.\`max(timestamp)\`))`,
})

/** Returns the start of a slot in ms. */
export const timeOfSlot = (start: string): string => `toInt64(toUnixTimestamp(${start})) * 1000`

/** Returns the same columns for an event, as a rollup row of its own. */
export const storedEvents = (alias: string): StoredColumns => {
  const time = `toUnixTimestamp64Milli(${alias}.timestamp)`
  return { time, rows: 'toInt64(1)', rowsState: null, first: time, last: time }
}

/** Returns the start of a row's slot as a DateTime. */
export const slotOf = (alias: string): string => `${alias}.\`${slot}\``

/** Returns the start of the slot of an event. */
export const slotOfEvent = (alias: string): string => `toStartOfFifteenMinutes(${alias}.timestamp)`

const context: ReadonlySet<string> = new Set(contextColumns)
/** Whether a column is a context column. */
export const isContext = (name: string): boolean => context.has(name)

/** Returns the columns that plans may read from a rollup; `timestamp` is the start of the slot. */
export function columnsOfRollup({ keys }: Rollup): Columns {
  const device = keys.includes('device')
  return {
    timestamp: 'time',
    ...Object.fromEntries(
      keys.filter((key) => key !== 'device').map((key) => [key, key === 'session' ? 'key' : 'text'] as const),
    ),
    ...(device ? { person: 'key', user_id: 'text' } : {}),
    [rowsColumn]: 'int',
    [firstColumn]: 'time',
    [lastColumn]: 'time',
    [midnightColumn]: 'time',
  }
}

const shapes = rollups.map((one): RollupShape => ({ name: one.name, slotMs, columns: columnsOfRollup(one) }))

/** Returns the shapes of a generation's rollups, which views are matched by. */
export const rollupSet = (generation: number): RollupSet => ({ generation, shapes })
