import type { CompiledQuery, WorkspaceRef } from '../../../../contract/index.js'
import { dayMs } from '../../../sql/edges.js'
import type { Parameters } from '../../../sql/dialect.js'
import { createParameters } from '../../query/parameters.js'
import { databaseOf } from '../../cluster/database.js'
import { deviceSlots, eventSlots, rollupTable, slotMs, slotOf } from '../rollups/tables.js'
import { userKey } from '../../query/scan.js'
import type { DayBitmap } from './day-bitmap.js'
import type { ActivitySnapshot } from './snapshot.js'
import { personTable, slotCounts } from './tables.js'

/**
 * Returns the maximum number of changed (device, day) rows: with more, the rows themselves answer faster than
 * the snapshot and its changes.
 */
export const mostChanged = ({ devices }: ActivitySnapshot): number =>
  Math.min(Math.max(Math.floor(devices / 500), 100), 2_000)

/** Returns the statement that lists the current parts of events and links. */
export function partsNow(workspace: WorkspaceRef): CompiledQuery {
  const parameters = createParameters()
  const { name: database } = databaseOf(workspace, null)
  const tables = ['events_v1', 'device_links'].map((name) => parameters.bind(name, 'text'))
  return {
    workspace,
    text:
      `SELECT table, name, toInt64(toUnixTimestamp(modification_time)) AS time, toInt64(rows) AS rows FROM system.parts ` +
      `WHERE database = ${parameters.bind(database.replaceAll('`', ''), 'text')} AND table IN (${tables.join(', ')}) AND active`,
    parameters: parameters.values,
    columns: { table: 'text', name: 'text', time: 'int', rows: 'int' },
    purpose: 'which parts are stored now',
  }
}

/** Names of the parts that may contain new rows. */
export interface NewParts {
  readonly events: readonly string[]
  readonly links: readonly string[]
}

/**
 * Returns the statement that lists devices that may have a day outside the snapshot, or may belong to another
 * person now (`day` is null for these). A result of more than `most` rows means too many. New rows are in new
 * parts. Merged parts contain old rows too, and `exact` excludes them: a slot with as many events as before
 * has no new ones. Devices with events in slots that split a day count as changed as well. Example:
 *
 *   part 1_1_0 (known): d1 Mon    part 2_2_0 (new): d2 Mon   →  (d2, Mon)
 *   both merged into 1_2_1, not exact                        →  (d1, Mon), (d2, Mon)
 *   merged, exact: the slot of d2 grew from 0 to 1 event     →  (d2, Mon)
 */
export function changedDevices(
  workspace: WorkspaceRef,
  {
    snapshot,
    parts,
    generation,
  }: { readonly snapshot: ActivitySnapshot; readonly parts: NewParts; readonly generation: number },
  asked: readonly DayBitmap[],
  { exact, most }: { readonly exact: boolean; readonly most: number },
): CompiledQuery {
  const parameters = createParameters()
  const { name: database } = databaseOf(workspace, null)
  const among = (names: readonly string[]): string => `_part IN (${parameters.bind(names, 'texts')})`
  const known = (kind: 'slots' | 'devices'): string => personTable(kind, database, snapshot.generation)
  const rows = (condition: string): string =>
    `SELECT t.device AS device, toInt64(t.day) AS day FROM ${rollupTable(database, deviceSlots, generation)} AS t WHERE ${condition}`
  const cuts = asked
    .flatMap(({ outside }) => outside)
    .map(({ from, to }) => slotsBetween('t', from, to, parameters))
  const sides = [
    ...(parts.events.length > 0 ? [inNewParts()] : []),
    ...(parts.links.length > 0 ? [inNewLinks()] : []),
    ...(cuts.length > 0 ? [rows(`(${[...new Set(cuts)].join(' OR ')})`)] : []),
  ]
  return {
    workspace,
    text: `SELECT DISTINCT toString(device) AS device, day FROM (${sides.join(' UNION ALL ')}) LIMIT ${most + 1}`,
    parameters: parameters.values,
    columns: { device: 'text', day: 'int' },
    purpose: 'which devices may have changed since the snapshot',
  }

  function inNewParts(): string {
    const added = `t.${among(parts.events)} AND ${within(asked, parameters)}`
    return rows(exact ? `${added} AND ${slotOf('t')} IN (${grownSlots(added)})` : added)
  }

  function grownSlots(added: string): string {
    const those = `SELECT t.day FROM ${rollupTable(database, eventSlots, generation)} AS t WHERE ${added} GROUP BY t.day`
    return (
      `SELECT n.slot FROM (${slotCounts(database, generation, ` WHERE t.day IN (${those})`)}) AS n ` +
      `LEFT ANY JOIN ${known('slots')} AS k ON n.slot = k.slot WHERE n.rows != ifNull(k.rows, 0)`
    )
  }

  function inNewLinks(): string {
    const linked = `FROM ${database}.device_links WHERE ${among(parts.links)}`
    const all = `SELECT device, CAST(NULL AS Nullable(Int64)) AS day ${linked}`
    if (!exact) return all
    const before = `SELECT device, person FROM ${known('devices')} WHERE device IN (SELECT device ${linked})`
    return `${all} AND (device, ${userKey('tupleElement(link, 2)')}) NOT IN (${before})`
  }
}

/** Returns the condition of the requested days. */
function within(asked: readonly DayBitmap[], parameters: Parameters): string {
  const froms = asked.map(({ days }) => days.from)
  const day = (ms: number): string => `toDate(${parameters.bind(ms / dayMs, 'int')})`
  const end = `t.day < ${day(Math.max(...asked.map(({ days }) => days.to)))}`
  if (froms.includes(null)) return end
  return `t.day >= ${day(Math.min(...froms.map((from) => from ?? 0)))} AND ${end}`
}

/** Returns the condition of slots that overlap a range within one day. */
function slotsBetween(alias: string, from: number, to: number, parameters: Parameters): string {
  const time = (slot: number): string =>
    `toDateTime(${parameters.bind((slot * slotMs) / 1000, 'int')}, 'UTC')`
  const day = `${alias}.day = toDate(${parameters.bind(Math.floor(from / dayMs), 'int')})`
  const [start, end] = [Math.floor(from / slotMs), Math.ceil(to / slotMs)]
  return `(${day} AND ${slotOf(alias)} >= ${time(start)} AND ${slotOf(alias)} < ${time(end)})`
}
