import type { CompiledQuery, WorkspaceRef } from '../../../../contract/index.js'
import { dayMs } from '../../../sql/edges.js'
import type { Parameters } from '../../../sql/dialect.js'
import { createParameters } from '../../query/parameters.js'
import { databaseOf } from '../../cluster/database.js'
import { deviceSlots, rollupTable, slotMs, slotOf } from '../rollups/tables.js'
import { mapTable } from '../person-map/map.js'
import type { DayBitmap } from './day-bitmap.js'
import type { ActivitySnapshot } from './snapshot.js'
import { personTable, slotCounts } from './tables.js'

/** Returns the statement that lists the current parts of events and links; days of a part are in days since 1970. */
export function partsNow(workspace: WorkspaceRef): CompiledQuery {
  const parameters = createParameters()
  const { name: database } = databaseOf(workspace, null)
  const tables = ['events_v1', 'device_links'].map((name) => parameters.bind(name, 'text'))
  return {
    workspace,
    text:
      `SELECT table, name, toInt64(toUnixTimestamp(modification_time)) AS time, toInt64(rows) AS rows, ` +
      `toInt64(min_date) AS first, toInt64(max_date) AS last FROM system.parts ` +
      `WHERE database = ${parameters.bind(database.replaceAll('`', ''), 'text')} AND table IN (${tables.join(', ')}) AND active`,
    parameters: parameters.values,
    columns: { table: 'text', name: 'text', time: 'int', rows: 'int', first: 'int', last: 'int' },
    purpose: 'which parts are stored now',
  }
}

/** What a statement about changes compares. */
export interface Compared {
  readonly snapshot: ActivitySnapshot
  /** The generation of the rollups. */
  readonly generation: number
}

/**
 * Returns the statement of the slots of these days in which merged parts may have rows that the snapshot lacks, with the number
 * of their rows. Merged parts contain old rows beside new ones; a slot with as many events as before has no new ones. Parts
 * with nothing but new rows are named and left out, in place of naming those that are read: a part that is merged meanwhile is
 * then counted with all of its rows, so that no slot with new rows looks unchanged.
 */
export function grownSlots(
  workspace: WorkspaceRef,
  { snapshot, generation }: Compared,
  { fresh, days }: { readonly fresh: readonly string[]; readonly days: Days },
): CompiledQuery {
  const parameters = createParameters()
  const { name: database } = databaseOf(workspace, null)
  const known = personTable('counts', database, snapshot.generation)
  const onDays = within(days, parameters)
  const others = fresh.length === 0 ? '' : ` AND t._part NOT IN (${parameters.bind(fresh, 'texts')})`
  return {
    workspace,
    text:
      `SELECT toInt64(toUnixTimestamp(n.slot)) AS slot, toInt64(n.rows) AS rows ` +
      `FROM (${slotCounts(database, generation, `${onDays}${others}`)}) AS n ` +
      `LEFT ANY JOIN ${known} AS k ON n.slot = k.slot WHERE n.rows != ifNull(k.rows, 0) LIMIT ${mostSlots + 1}`,
    parameters: parameters.values,
    columns: { slot: 'int', rows: 'int' },
    purpose: 'which slots have rows since the snapshot',
  }
}

/** Maximum number of slots that are named; with more, all rows of new parts are read. */
export const mostSlots = 2_000

/**
 * Returns the statement of the devices with events in slots that split a day, each with its person in the snapshot. A result of
 * more than `most` rows means too many. Returns null if no day is counted in part.
 */
export function splitDevices(
  workspace: WorkspaceRef,
  { snapshot, generation }: Compared,
  asked: readonly DayBitmap[],
  most: number,
): CompiledQuery | null {
  const parameters = createParameters()
  const { name: database } = databaseOf(workspace, null)
  const cuts = asked.flatMap(({ outside }) => outside)
  const split = [...new Set(cuts.map(({ from, to }) => slotsBetween('t', from, to, parameters)))]
  if (split.length === 0) return null
  const rows = `SELECT t.device AS device FROM ${rollupTable(database, deviceSlots, generation)} AS t WHERE (${split.join(' OR ')})`
  return {
    workspace,
    text:
      `SELECT toString(d.device) AS device, toString(ifNull(m.person, d.device)) AS person FROM ` +
      `(SELECT DISTINCT device FROM (${rows}) LIMIT ${most + 1}) AS d ` +
      `LEFT ANY JOIN ${mapTable(database, snapshot.generation)} AS m ON d.device = m.device`,
    parameters: parameters.values,
    columns: { device: 'text', person: 'text' },
    purpose: 'which devices have events in the other part of a day',
  }
}

/** A range of days, in ms since 1970; `from` is null if it includes everything before. */
export type Days = DayBitmap['days']

function within({ from, to }: Days, parameters: Parameters): string {
  const day = (ms: number): string => `toDate(${parameters.bind(ms / dayMs, 'int')})`
  return from === null ? `t.day < ${day(to)}` : `t.day >= ${day(from)} AND t.day < ${day(to)}`
}

/** Returns the range of all requested days. */
export function daysOf(asked: readonly DayBitmap[]): Days {
  const froms = asked.map(({ days }) => days.from)
  return {
    from: froms.includes(null) ? null : Math.min(...froms.map((from) => from ?? 0)),
    to: Math.max(...asked.map(({ days }) => days.to)),
  }
}

/** Returns the condition of slots that overlap a range within one day. */
function slotsBetween(alias: string, from: number, to: number, parameters: Parameters): string {
  const time = (slot: number): string =>
    `toDateTime(${parameters.bind((slot * slotMs) / 1000, 'int')}, 'UTC')`
  const day = `${alias}.day = toDate(${parameters.bind(Math.floor(from / dayMs), 'int')})`
  const [start, end] = [Math.floor(from / slotMs), Math.ceil(to / slotMs)]
  return `(${day} AND ${slotOf(alias)} >= ${time(start)} AND ${slotOf(alias)} < ${time(end)})`
}
