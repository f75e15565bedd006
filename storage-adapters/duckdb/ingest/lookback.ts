import { BIGINT, INTEGER, LIST, listValue, VARCHAR, type DuckDBConnection } from '@duckdb/node-api'
import {
  byDay,
  contextColumns,
  type ContextSighting,
  type ContextSpan,
  dayMs,
  type DaySpan,
  type GroupSighting,
  type GroupSpan,
  inParts,
  type Recalled,
  type RecallRequest,
  type SessionSighting,
  sightingMs,
} from 'sextant/storage'
import { keyOf } from './rows.js'

/** The most spans in one statement. */
const atOnce = 5_000

/** The past sessions and contexts of some devices, for ingestion. */
export async function recall(
  connection: DuckDBConnection,
  schema: string,
  { sessions, contexts, groups = [] }: RecallRequest,
): Promise<Recalled> {
  return {
    sessions: await inParts(byDay(sessions), atOnce, (part) => recallSessions(connection, schema, part)),
    contexts: await inParts(contexts, atOnce, (part) => recallContexts(connection, schema, part)),
    groups: await inParts(groups, atOnce, (part) => recallGroups(connection, schema, part)),
  }
}

/** Whether the workspace has a context that was sent apart from an event. */
export async function hasContexts(connection: DuckDBConnection, schema: string): Promise<boolean> {
  const found = await connection.runAndReadAll(`SELECT EXISTS (SELECT 1 FROM ${schema}.context_v1)`)
  return found.getRows()[0]?.[0] === true
}

/** Whether the workspace has a group call. Searching the text first spares parsing it. */
export async function hasGroupCalls(connection: DuckDBConnection, schema: string): Promise<boolean> {
  const found = await connection.runAndReadAll(
    `SELECT EXISTS (SELECT 1 FROM ${schema}.traits_v1
       WHERE contains(traits, '"group_type"') AND json_type(traits, '/group_type') = 'VARCHAR')`,
  )
  return found.getRows()[0]?.[0] === true
}

async function recallGroups(
  connection: DuckDBConnection,
  schema: string,
  spans: readonly GroupSpan[],
): Promise<readonly GroupSighting[]> {
  const found = await connection.runAndReadAll(
    `WITH s AS (SELECT unnest($1::VARCHAR[]) AS device_id, unnest($2::BIGINT[]) AS device, unnest($3::BIGINT[]) AS begins),
       o AS (SELECT s.device_id, s.begins, t.ms, t.seq, json_extract_string(t.traits, '/group_type') AS type,
         json_extract_string(t.traits, '/group_id') AS id
       FROM s JOIN ${schema}.traits_v1 AS t ON t.device = s.device
       WHERE json_type(t.traits, '/group_type') = 'VARCHAR' AND json_type(t.traits, '/group_id') = 'VARCHAR')
     SELECT o.device_id, o.type, last(o.id ORDER BY o.ms, o.seq), max(o.ms), last(o.seq ORDER BY o.ms, o.seq)
     FROM o GROUP BY o.device_id, o.type, greatest(o.ms, o.begins)`,
    [
      listValue(spans.map(({ device_id }) => device_id)),
      listValue(spans.map(({ device_id }) => keyOf(device_id))),
      listValue(spans.map(({ from }) => BigInt(from))),
    ],
    [LIST(VARCHAR), LIST(BIGINT), LIST(BIGINT)],
  )
  return found.getRows().map(([device, type, id, ms, seq]) => ({
    device_id: String(device),
    timestamp: Number(ms),
    seq: Number(seq),
    group_type: String(type),
    group_id: String(id),
  }))
}

/** The bounds of the days are constants, so that blocks of other days are not read. */
async function recallSessions(
  connection: DuckDBConnection,
  schema: string,
  spans: readonly DaySpan[],
): Promise<readonly SessionSighting[]> {
  const days = spans.map(({ day }) => day)
  const found = await connection.runAndReadAll(
    `WITH s AS (SELECT unnest($1::VARCHAR[]) AS device_id, unnest($2::BIGINT[]) AS device, unnest($3::BIGINT[]) AS begins, unnest($4::BIGINT[]) AS ends)
     SELECT s.device_id, min(o.ms), first(o.session_id ORDER BY o.ms, o.seq), max(o.ms), last(o.session_id ORDER BY o.ms, o.seq)
     FROM s JOIN ${schema}.events_v1 AS o ON o.device = s.device AND o.ms >= s.begins AND o.ms <= s.ends
     WHERE o.day BETWEEN $5 AND $6 AND o.session IS NOT NULL
     GROUP BY s.device_id, s.begins, o.ms // ${sightingMs}`,
    [
      listValue(spans.map(({ device_id }) => device_id)),
      listValue(spans.map(({ device_id }) => keyOf(device_id))),
      listValue(spans.map(({ from }) => BigInt(from))),
      listValue(spans.map(({ to }) => BigInt(to))),
      least(days),
      greatest(days),
    ],
    [LIST(VARCHAR), LIST(BIGINT), LIST(BIGINT), LIST(BIGINT), INTEGER, INTEGER],
  )
  return found.getRows().flatMap(([device, firstMs, first, lastMs, last]) =>
    [
      [firstMs, first],
      [lastMs, last],
    ].map(([ms, session]) => ({
      device_id: String(device),
      session_id: String(session),
      timestamp: Number(ms),
    })),
  )
}

async function recallContexts(
  connection: DuckDBConnection,
  schema: string,
  spans: readonly ContextSpan[],
): Promise<readonly ContextSighting[]> {
  const days = spans.flatMap(({ from, to }) => [Math.floor(from / dayMs), Math.floor(to / dayMs)])
  const latest = contextColumns.map((name) => `last(o.${name} ORDER BY o.ms, o.seq)`)
  const found = await connection.runAndReadAll(
    `WITH s AS (SELECT unnest($1::INTEGER[]) AS span, unnest($2::BIGINT[]) AS device, unnest($3::BIGINT[]) AS session,
       unnest($4::BIGINT[]) AS begins, unnest($5::BIGINT[]) AS ends)
     SELECT s.span, max(o.ms), ${latest.join(', ')}
     FROM s JOIN ${schema}.context_v1 AS o
       ON o.device = s.device AND o.session IS NOT DISTINCT FROM s.session AND o.ms >= s.begins AND o.ms <= s.ends
     WHERE o.day BETWEEN $6 AND $7 GROUP BY s.span`,
    [
      listValue(spans.map((_, index) => index)),
      listValue(spans.map(({ device_id }) => keyOf(device_id))),
      listValue(spans.map(({ session_id }) => (session_id === null ? null : keyOf(session_id)))),
      listValue(spans.map(({ from }) => BigInt(Math.floor(from)))),
      listValue(spans.map(({ to }) => BigInt(Math.floor(to)))),
      least(days),
      greatest(days),
    ],
    [LIST(INTEGER), LIST(BIGINT), LIST(BIGINT), LIST(BIGINT), LIST(BIGINT), INTEGER, INTEGER],
  )
  return found.getRows().flatMap(([index, ms, ...values]) => {
    const span = spans[Number(index)]
    if (span === undefined) return []
    const context = Object.fromEntries(
      contextColumns.flatMap((name, column) => {
        const value = values[column]
        return typeof value === 'string' && value !== '' ? [[name, value]] : []
      }),
    )
    return [{ device_id: span.device_id, session_id: span.session_id, timestamp: Number(ms), context }]
  })
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), 2 ** 31 - 1)
const greatest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0)
