import {
  contextColumns,
  type ContextSighting,
  type ContextSpan,
  type GroupSighting,
  type GroupSpan,
  type RecallRequest,
  type Recalled,
  type SessionSighting,
} from '../../../core/contract/index.js'
import { dayMs } from '../../sql/edges.js'
import { byDay, inParts, sightingMs, type DaySpan } from '../../sql/spans.js'
import { clickhouseError } from '../errors.js'
import type { Servers } from '../cluster/servers.js'

/** Spans per query: a parameter holds at most 128 KiB; ids have at most 500 characters, commonly 36. */
const atOnce = (spans: readonly { readonly device_id: string }[]): number =>
  spans.some(({ device_id }) => device_id.length > 50) ? 150 : 1_500

/**
 * Returns the past sessions and contexts of some devices that ingestion needs. Reads by sort key, never a
 * whole day.
 */
export async function recall(
  servers: Servers,
  database: string,
  { sessions, contexts, groups = [] }: RecallRequest,
): Promise<Recalled> {
  const days = byDay(sessions)
  const sighted = inParts(days, atOnce(days), (part) => recallSessions(servers, database, part))
  const recalled = inParts(contexts, atOnce(contexts), (part) => recallContexts(servers, database, part))
  const called = inParts(groups, atOnce(groups), (part) => recallGroups(servers, database, part))
  const [sightings, found, calls] = await Promise.all([sighted, recalled, called])
  return { sessions: sightings, contexts: found, groups: calls }
}

/** Whether the workspace has any context rows. ClickHouse answers count() from metadata. */
export async function hasContexts(servers: Servers, database: string): Promise<boolean> {
  const [row] = await select<[string]>(servers, `SELECT toString(count()) FROM ${database}.context_v1`, {})
  return row?.[0] !== '0'
}

/** Whether the workspace has any group call. A part without one has no subcolumn to read. */
export async function hasGroupCalls(servers: Servers, database: string): Promise<boolean> {
  const text = `SELECT 1 FROM ${database}.traits_v1 WHERE isNotNull(traits.group_type.:String) LIMIT 1`
  return (await select<[number]>(servers, text, {})).length > 0
}

async function recallGroups(
  servers: Servers,
  database: string,
  spans: readonly GroupSpan[],
): Promise<readonly GroupSighting[]> {
  const asked = `(SELECT sipHash64(a.1) AS device, a.2 AS begin
    FROM (SELECT arrayJoin(arrayZip({devices:Array(String)}, {froms:Array(Int64)})) AS a))`
  const rows = await select<[string, string, string, string, string]>(
    servers,
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

async function recallSessions(
  servers: Servers,
  database: string,
  spans: readonly DaySpan[],
): Promise<readonly SessionSighting[]> {
  const asked = `(SELECT toDate(a.1) AS day, sipHash64(a.2) AS device, a.3 AS begin, a.4 AS end
    FROM (SELECT arrayJoin(arrayZip({days:Array(UInt16)}, {devices:Array(String)}, {froms:Array(Int64)}, {tos:Array(Int64)})) AS a))`
  const rows = await select<[string, string, string, string, string]>(
    servers,
    `SELECT any(device_id), min(ms), argMin(session_id, (ms, seq)), max(ms), argMax(session_id, (ms, seq))
    FROM (SELECT day, device, device_id, session_id, seq, toUnixTimestamp64Milli(timestamp) AS ms FROM ${database}.events_v1
      PREWHERE day BETWEEN toDate({first:UInt16}) AND toDate({last:UInt16})
        AND timestamp BETWEEN fromUnixTimestamp64Milli({begin:Int64}, 'UTC') AND fromUnixTimestamp64Milli({end:Int64}, 'UTC')
        AND (day, device) IN (SELECT day, device FROM ${asked})
      WHERE session != 0) AS e INNER JOIN ${asked} AS s ON e.day = s.day AND e.device = s.device
    WHERE ms BETWEEN s.begin AND s.end
    GROUP BY device, intDiv(ms, ${sightingMs})`,
    {
      days: spans.map(({ day }) => day),
      devices: spans.map(({ device_id }) => device_id),
      froms: spans.map(({ from }) => from),
      tos: spans.map(({ to }) => to),
      begin: spans.reduce((least, { from }) => Math.min(least, from), Infinity),
      end: spans.reduce((most, { to }) => Math.max(most, to), 0),
      ...between(spans.map(({ day }) => day)),
    },
  )
  return rows.flatMap(([device_id, first, firstSession, last, lastSession]) => [
    { device_id, session_id: firstSession, timestamp: Number(first) },
    { device_id, session_id: lastSession, timestamp: Number(last) },
  ])
}

async function recallContexts(
  servers: Servers,
  database: string,
  spans: readonly ContextSpan[],
): Promise<readonly ContextSighting[]> {
  const asked = `(SELECT sipHash64(a.1) AS device, if(a.2 = '', 0, sipHash64(a.2)) AS session, a.3 AS begin, a.4 AS end
    FROM (SELECT arrayJoin(arrayZip({devices:Array(String)}, {sessions:Array(String)}, {froms:Array(Int64)}, {tos:Array(Int64)})) AS a))`
  const rows = await select<[string, string, string, readonly string[]]>(
    servers,
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

const between = (days: readonly number[]): { first: number; last: number } => ({
  first: days.reduce((a, b) => Math.min(a, b), lastDay),
  last: Math.min(
    days.reduce((a, b) => Math.max(a, b), 0),
    lastDay,
  ),
})

/** The last day of ClickHouse's Date type, in days since 1970 (2149-06-06). */
const lastDay = 65_535

async function select<R>(
  servers: Servers,
  query: string,
  query_params: Record<string, unknown>,
): Promise<readonly R[]> {
  try {
    const result = await servers.client.query({
      query,
      query_params,
      format: 'JSONCompactEachRow',
      clickhouse_settings: {
        ...(await servers.reading()),
        max_execution_time: 20,
        max_query_size: '4194304',
        enable_positional_arguments: 0,
      },
    })
    return await result.json<R>()
  } catch (error) {
    throw clickhouseError(error)
  }
}
