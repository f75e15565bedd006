import type { Columns } from '../../../../contract/index.js'
import { dayMs } from '../../../sql/edges.js'
import {
  firstColumn,
  lastColumn,
  rowsColumn,
  type RollupSet,
  type RollupShape,
} from '../../../sql/views/operator.js'

/**
 * A rollup: the counts of events by slot of time and some of their columns, in a table with one row for each
 * group. Triggers of the events table maintain it, in the transaction that changes the events (triggers.ts).
 */
export interface Rollup {
  readonly name: string
  readonly slotMs: number
  readonly keys: readonly ('event_name' | 'device' | 'session')[]
  /**
   * The column that, with the day, selects the events to count again
   * when some of them are changed or deleted.
   */
  readonly redone: 'event_name' | 'device'
  /**
   * The fillfactor of the table: pages with free space have room for new versions of rows that change often.
   */
  readonly fill: number
}

/** Whether the rollup has slots within a day; one of whole UTC days has no column `slot`. */
export const hasSlots = ({ slotMs }: Rollup): boolean => slotMs < dayMs

/**
 * The rollups from the smallest to the largest: the first that covers a
 * plan and pays is read. What pays: docs/adr/0024.
 */
export const rollups: readonly Rollup[] = [
  { name: 'event_days', slotMs: dayMs, keys: ['event_name'], redone: 'event_name', fill: 50 },
  { name: 'event_hours', slotMs: 3_600_000, keys: ['event_name'], redone: 'event_name', fill: 80 },
  { name: 'device_slots', slotMs: 900_000, keys: ['device', 'session'], redone: 'device', fill: 90 },
]

/** The version of the rollups' shape; another shape gets another number and new tables. */
const generation = 1

/** The qualified table of a rollup: "w7".event_days_v1. */
export const tableOf = (schema: string, { name }: Rollup): string => `${schema}.${name}_v${generation}`

/** The columns of the primary key; time first, so that new rows are written at the end of the index. */
export const keysOf = (rollup: Rollup): readonly string[] => [
  'day',
  ...(hasSlots(rollup) ? ['slot'] : []),
  ...rollup.keys,
]

const types = {
  day: 'date',
  slot: 'smallint',
  event_name: 'text COLLATE "C"',
  device: 'bigint',
  session: 'bigint',
} as const

const own = (key: string): string => `${key} ${types[key as keyof typeof types]} NOT NULL`

const tableStatement = (schema: string, rollup: Rollup): string => {
  const keys = keysOf(rollup)
  return `CREATE TABLE IF NOT EXISTS ${tableOf(schema, rollup)} (${keys.map(own).join(', ')},
    rows bigint NOT NULL, first bigint NOT NULL, last bigint NOT NULL, PRIMARY KEY (${keys.join(', ')})) WITH (fillfactor = ${rollup.fill});`
}

/** The statements that create the rollups' tables. */
export const rollupStatements = (schema: string): string =>
  rollups.map((rollup) => tableStatement(schema, rollup)).join('\n')

/** The SQL of an event's value in a key. A missing session is 0, as a primary key has no null. */
const valueOf = (rollup: Rollup, key: string): string => {
  if (key === 'slot') return `(ms % ${dayMs}) / ${rollup.slotMs}`
  return key === 'session' ? 'coalesce(session, 0)' : key
}

/** A SELECT of the rollup's rows over the events of a table. */
export function groupsOf(rollup: Rollup, from: string): string {
  const keys = keysOf(rollup).map((key) => `${valueOf(rollup, key)} AS ${key}`)
  return `SELECT ${keys.join(', ')}, count(*) AS rows, min(ms) AS first, max(ms) AS last FROM ${from} GROUP BY ${keys.map((_, at) => at + 1).join(', ')}`
}

/** The columns that plans may read; `timestamp` is the start of the slot. */
function columnsOfRollup({ keys }: Rollup): Columns {
  return {
    timestamp: 'time',
    ...(keys.includes('event_name') ? { event_name: 'text' } : {}),
    ...(keys.includes('session') ? { session: 'key' } : {}),
    ...(keys.includes('device') ? { person: 'key', user_id: 'text' } : {}),
    [rowsColumn]: 'int',
    [firstColumn]: 'time',
    [lastColumn]: 'time',
  }
}

const shapes = rollups.map((one): RollupShape => ({
  name: one.name,
  slotMs: one.slotMs,
  columns: columnsOfRollup(one),
}))

/** The rollups of Postgres. */
export const rollupSet: RollupSet = { generation, shapes }
