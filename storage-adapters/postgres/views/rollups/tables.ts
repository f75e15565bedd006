import type { Columns } from '../../../../core/contract/index.js'
import { dayMs } from '../../../sql/edges.js'
import {
  firstColumn,
  lastColumn,
  rowsColumn,
  type RollupSet,
  type RollupShape,
} from '../../../sql/views/operator.js'

/**
 * The events counted by slot of time and some of their columns, in a table of its own with one row for each group. Triggers of
 * the events table keep it, in the transaction that changes the events (triggers.ts).
 */
export interface Rollup {
  readonly name: string
  readonly slotMs: number
  readonly keys: readonly ('event_name' | 'device' | 'session')[]
  /** With the day: which events are counted anew where some of them change. */
  readonly redone: 'event_name' | 'device'
  /** How full a page of the table is made: rows that change often find room for their new version beside them. */
  readonly fill: number
}

/** Counted in whole UTC days, a row stands for no slot of the day. */
export const hasSlots = ({ slotMs }: Rollup): boolean => slotMs < dayMs

/** From the smallest to the largest: the first that has every column, and pays, is taken. What pays here: docs/adr/0024. */
export const rollups: readonly Rollup[] = [
  { name: 'event_days', slotMs: dayMs, keys: ['event_name'], redone: 'event_name', fill: 50 },
  { name: 'event_hours', slotMs: 3_600_000, keys: ['event_name'], redone: 'event_name', fill: 80 },
  { name: 'device_slots', slotMs: 900_000, keys: ['device', 'session'], redone: 'device', fill: 90 },
]

/** Rollups of another shape would get another number, and tables of their own. */
const generation = 1

export const tableOf = (schema: string, { name }: Rollup): string => `${schema}.${name}_v${generation}`

/** The columns of its primary key; time first, so that what comes in is written at the end. */
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

/**
 * rolled_parts names the partitions whose events are in the rollups. What is attached and not named, or named and not
 * attached, makes the rollups say something else than the events: then nobody asks them (rollups_hold). `attempt` is of
 * who counts a partition's events just now.
 */
export const rollupStatements = (schema: string): string => `
${rollups.map((rollup) => tableStatement(schema, rollup)).join('\n')}
CREATE TABLE IF NOT EXISTS ${schema}.rolled_parts (part oid PRIMARY KEY, filled boolean NOT NULL, attempt uuid);`

/** What a group's key is of an event. A session that is missing is 0, for a key knows no null. */
const valueOf = (rollup: Rollup, key: string): string => {
  if (key === 'slot') return `(ms % ${dayMs}) / ${rollup.slotMs}`
  return key === 'session' ? 'coalesce(session, 0)' : key
}

/** The groups of the events of a table, as the rollup's rows. */
export function groupsOf(rollup: Rollup, from: string): string {
  const keys = keysOf(rollup).map((key) => `${valueOf(rollup, key)} AS ${key}`)
  return `SELECT ${keys.join(', ')}, count(*) AS rows, min(ms) AS first, max(ms) AS last FROM ${from} GROUP BY ${keys.map((_, at) => at + 1).join(', ')}`
}

/** What plans may ask; `timestamp` is the start of the slot. */
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

export const rollupSet: RollupSet = { generation, shapes }
