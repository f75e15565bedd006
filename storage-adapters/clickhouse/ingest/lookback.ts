import {
  contextColumns,
  type ContextSighting,
  type ContextSpan,
  type GroupSighting,
  type GroupSpan,
  type RecallRequest,
  type Recalled,
} from '../../../contract/index.js'
import { dayMs } from '../../sql/edges.js'
import { byDay, inParts } from '../../sql/spans.js'
import { recallSessions } from './recall-sessions.js'
import { between, select, type LookUps } from './select.js'

/** Spans per query: a parameter holds at most 128 KiB; ids have at most 500 characters, commonly 36. */
const atOnce = (spans: readonly { readonly device_id: string }[]): number =>
  spans.some(({ device_id }) => device_id.length > 50) ? 150 : 1_500

/**
 * Returns the past sessions and contexts of some devices that ingestion needs. Reads by sort key, never a
 * whole day.
 */
export async function recall(
  lookUps: LookUps,
  database: string,
  { sessions, contexts, groups = [] }: RecallRequest,
): Promise<Recalled> {
  const days = byDay(sessions)
  const sighted = inParts(days, atOnce(days), (part) => recallSessions(lookUps, database, part))
  const recalled = inParts(contexts, atOnce(contexts), (part) => recallContexts(lookUps, database, part))
  const called = inParts(groups, atOnce(groups), (part) => recallGroups(lookUps, database, part))
  const [sightings, found, calls] = await Promise.all([sighted, recalled, called])
  return { sessions: sightings, contexts: found, groups: calls }
}

/** Whether the workspace has any context rows. ClickHouse answers count() from metadata. */
export async function hasContexts(lookUps: LookUps, database: string): Promise<boolean> {
  const [row] = await select<[string]>(lookUps, `SELECT toString(count()) FROM ${database}.context_v1`, {})
  return row?.[0] !== '0'
}

/** Whether the workspace has any group call. A part without one has no subcolumn to read. */
export async function hasGroupCalls(lookUps: LookUps, database: string): Promise<boolean> {
  const text = `SELECT 1 FROM ${database}.traits_v1 WHERE isNotNull(traits.group_type.:String) LIMIT 1`
  return (await select<[number]>(lookUps, text, {})).length > 0
}

async function recallGroups(
  lookUps: LookUps,
  database: string,
  spans: readonly GroupSpan[],
): Promise<readonly GroupSighting[]> {
  const asked = `(SELECT sipHash64(a.1) AS device, a.2 AS begin
    FROM (SELECT arrayJoin(arrayZip({devices:Array(String)}, {froms:Array(Int64)})) AS a))`
  const rows = await select<[string, string, string, string, string]>(
    lookUps,
    `SELECT any(t.device_id), t.type, argMax(t.id, (t.ms, t.seq)), max(t.ms), argMax(t.seq, (t.ms, t.seq))
    FROM (SELECT device, device_id, toUnixTimestamp64Milli(timestamp) AS ms, seq, traits.group_type.:String AS type,
        traits.group_id.:String AS id
      FROM ${database}.traits_v1 WHERE device IN (SELECT device FROM ${asked})) AS t
    INNER JOIN ${asked} AS s ON t.device = s.device
    WHERE isNotNull(t.type) AND isNotNull(t.id)
    GROUP BY t.device, t.type, greatest(t.ms, s.begin)`,
    { devices: spans.map(({ device_id }) => device_id), froms: spans.map(({ from }) => from) },
  )
  return rows.map(([device_id, group_type, group_id, timestamp, seq]) => ({
    device_id,
    timestamp: Number(timestamp),
    seq: Number(seq),
    group_type,
    group_id,
  }))
}

async function recallContexts(
  lookUps: LookUps,
  database: string,
  spans: readonly ContextSpan[],
): Promise<readonly ContextSighting[]> {
  const asked = `(SELECT sipHash64(a.1) AS device, if(a.2 = '', 0, sipHash64(a.2)) AS session, a.3 AS begin, a.4 AS end
    FROM (SELECT arrayJoin(arrayZip({devices:Array(String)}, {sessions:Array(String)}, {froms:Array(Int64)}, {tos:Array(Int64)})) AS a))`
  const rows = await select<[string, string, string, readonly string[]]>(
    lookUps,
    `SELECT any(c.device_id), any(c.session_id), max(toUnixTimestamp64Milli(c.timestamp)),
      argMax([${contextColumns.map((name) => `toString(c.${name})`).join(', ')}], (c.timestamp, c.seq))
    FROM ${database}.context_v1 AS c INNER JOIN ${asked} AS s ON c.device = s.device AND c.session = s.session
    WHERE c.day BETWEEN toDate({first:UInt16}) AND toDate({last:UInt16}) AND c.device IN (SELECT device FROM ${asked})
      AND toUnixTimestamp64Milli(c.timestamp) BETWEEN s.begin AND s.end
    GROUP BY c.device, c.session`,
    {
      devices: spans.map(({ device_id }) => device_id),
      sessions: spans.map(({ session_id }) => session_id ?? ''),
      froms: spans.map(({ from }) => from),
      tos: spans.map(({ to }) => to),
      ...between(spans.flatMap(({ from, to }) => [Math.floor(from / dayMs), Math.floor(to / dayMs)])),
    },
  )
  return rows.map(([device_id, session, timestamp, values]) => ({
    device_id,
    session_id: session === '' ? null : session,
    timestamp: Number(timestamp),
    context: Object.fromEntries(
      contextColumns.map((name, index) => [name, values[index] ?? '']).filter(([, value]) => value !== ''),
    ) as ContextSighting['context'],
  }))
}
