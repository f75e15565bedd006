import { contextColumns, type Columns, type ContextColumn } from '../../../../core/contract/index.js'
import {
  firstColumn,
  lastColumn,
  rowsColumn,
  type RollupSet,
  type RollupShape,
} from '../../../sql/views/operator.js'

/** Quarters of an hour: days begin with one in every time zone of today. */
export const slotMs = 900_000

/**
 * The rows of the events table, counted by slot of time and the keys. They are projections of that table: the engine writes
 * them into the same part as the rows they stand for, so that they can never differ from them, whatever is lost or
 * tried again. Parts are rolled up each for itself: rows of equal keys are to be added up.
 */
export interface Rollup {
  readonly name: string
  /** The columns of the events table, beside the slot. */
  readonly keys: readonly ('event_name' | 'device' | 'session' | ContextColumn)[]
}

export const eventSlots: Rollup = { name: 'event_slots', keys: ['event_name'] }
export const deviceSlots: Rollup = {
  name: 'device_slots',
  keys: ['device', 'session', 'country', 'os', 'device_type', 'platform', 'browser', 'app_version'],
}

/** From the smallest to the largest: the first that has every column is taken. */
export const rollups: readonly Rollup[] = [eventSlots, deviceSlots]

const slot = `toStartOfFifteenMinutes(timestamp)`

/** What a rollup's rows are grouped by; the day leads its key. */
export const groupingOf = ({ keys }: Rollup): readonly string[] => ['day', ...keys, slot]

/** A rollup's name in one generation of them: what is asked of a generation that is gone fails, and never half answers. */
export const physicalName = (name: string, generation: number): string => `${name}_${generation}`

const reader = 'mergeTreeProjection'

/** A rollup as a table, of the server that runs it; `database` is quoted. */
export const rollupTable = (database: string, { name }: Rollup, generation: number): string =>
  `${reader}('${database.replaceAll('`', '')}', 'events_v1', '${physicalName(name, generation)}')`

/** The generation in the name of a projection; null: it is no rollup. */
export function generationOf(physical: string): number | null {
  const rollup = rollups.find(({ name }) => physical.startsWith(`${name}_`))
  const generation = rollup === undefined ? NaN : Number(physical.slice(rollup.name.length + 1))
  return Number.isInteger(generation) && generation > 0 ? generation : null
}

/** Whether it is a rollup of a kind that is no longer read: they were by the hour. */
export const isFormer = (physical: string): boolean => /^(event|device)_hours_\d+$/.test(physical)

export function projectionOf(rollup: Rollup, generation: number, condition = ''): string {
  const columns = groupingOf(rollup).join(', ')
  return `PROJECTION ${condition}${physicalName(rollup.name, generation)} (SELECT ${columns}, count(), min(timestamp), max(timestamp) GROUP BY ${columns})`
}

/** The stored columns of a rollup, by the names that plans know. */
export interface StoredColumns {
  readonly time: string
  readonly rows: string
  readonly first: string
  readonly last: string
}

export const storedColumns = (alias: string): StoredColumns => ({
  time: `toInt64(toUnixTimestamp(${alias}.\`${slot}\`)) * 1000`,
  rows: `toInt64(finalizeAggregation(${alias}.\`count()\`))`,
  first: `toUnixTimestamp64Milli(finalizeAggregation(${alias}.\`min(timestamp)\`))`,
  last: `toUnixTimestamp64Milli(finalizeAggregation(${alias}.\`max(timestamp)\`))`,
})

/** An event in the place of a row of a rollup. */
export const storedEvents = (alias: string): StoredColumns => {
  const time = `toUnixTimestamp64Milli(${alias}.timestamp)`
  return { time, rows: 'toInt64(1)', first: time, last: time }
}

/** The instant of a row's slot, to compare with. */
export const slotOf = (alias: string): string => `${alias}.\`${slot}\``

const context: ReadonlySet<string> = new Set(contextColumns)
export const isContext = (name: string): boolean => context.has(name)

/** The columns that a plan may ask of a rollup; `timestamp` is the start of the slot. */
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
  }
}

const shapes = rollups.map((one): RollupShape => ({ name: one.name, slotMs, columns: columnsOfRollup(one) }))

export const rollupSet = (generation: number): RollupSet => ({ generation, shapes })
