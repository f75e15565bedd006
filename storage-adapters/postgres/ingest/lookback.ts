import type pg from 'pg'
import {
  contextColumns,
  type ContextSighting,
  type ContextSpan,
  type GroupSighting,
  type GroupSpan,
  type RecallRequest,
  type Recalled,
  type SessionSighting,
} from '../../../contract/index.js'
import { byDay, inParts, sightingMs, type DaySpan } from '../../sql/spans.js'

/** The most spans in one statement. */
const atOnce = 5_000

/** The past sessions and contexts of some devices, for ingestion. Each span is an index scan of its own. */
export async function recall(
  client: pg.ClientBase,
  schema: string,
  { sessions, contexts, groups = [] }: RecallRequest,
): Promise<Recalled> {
  return {
    sessions: await inParts(byDay(sessions), atOnce, (part) => recallSessions(client, schema, part)),
    contexts: await inParts(contexts, atOnce, (part) => recallContexts(client, schema, part)),
    groups: await inParts(groups, atOnce, (part) => recallGroups(client, schema, part)),
  }
}

/** Whether the workspace has a context that was sent apart from an event. */
export async function hasContexts(client: pg.ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM ${schema}.context_v1) AS found`,
  )
  return rows[0]?.found !== false
}

/** Whether the workspace has any group call; the condition is that of an index. */
export async function hasGroupCalls(client: pg.ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM ${schema}.traits_v1 WHERE traits ? 'group_type') AS found`,
  )
  return rows[0]?.found !== false
}

async function recallGroups(
  client: pg.ClientBase,
  schema: string,
  spans: readonly GroupSpan[],
): Promise<readonly GroupSighting[]> {
  const { rows } = await client.query<Record<'device_id' | 'type' | 'id' | 'ms' | 'seq', string>>(
    `SELECT s.device_id, g.*
     FROM unnest($1::text[], $2::bigint[]) AS s(device_id, begins)
     CROSS JOIN LATERAL (
       SELECT DISTINCT ON (o.traits->>'group_type', greatest(o.ms, s.begins))
         o.traits->>'group_type' AS type, o.traits->>'group_id' AS id, o.ms::text AS ms, o.seq::text AS seq
       FROM ${schema}.traits_v1 AS o
       WHERE o.device = sextant_functions.device_key(s.device_id) AND o.traits ? 'group_type'
         AND jsonb_typeof(o.traits->'group_type') = 'string' AND jsonb_typeof(o.traits->'group_id') = 'string'
       ORDER BY o.traits->>'group_type', greatest(o.ms, s.begins), o.ms DESC, o.seq DESC) AS g`,
    [spans.map(({ device_id }) => device_id), spans.map(({ from }) => from)],
  )
  return rows.map(({ device_id, type, id, ms, seq }) => ({
    device_id,
    timestamp: Number(ms),
    seq: Number(seq),
    group_type: type,
    group_id: id,
  }))
}

/** OFFSET 0 keeps the planner from merging the lateral subquery into a join that would read whole days. */
async function recallSessions(
  client: pg.ClientBase,
  schema: string,
  spans: readonly DaySpan[],
): Promise<readonly SessionSighting[]> {
  const { rows } = await client.query<{ device_id: string; first: Sighted; last: Sighted }>(
    `SELECT s.device_id, e.first, e.last
     FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) AS s(device_id, day, begins, ends)
     CROSS JOIN LATERAL (
       SELECT (array_agg(json_build_array(o.ms, o.session_id) ORDER BY o.ms, o.seq))[1] AS first,
         (array_agg(json_build_array(o.ms, o.session_id) ORDER BY o.ms DESC, o.seq DESC))[1] AS last
       FROM ${schema}.events_v1 AS o
       WHERE o.day = DATE '1970-01-01' + s.day::int AND o.device = sextant_functions.device_key(s.device_id)
         AND o.ms BETWEEN s.begins AND s.ends AND o.session IS NOT NULL
       GROUP BY o.ms / ${sightingMs} OFFSET 0) AS e`,
    [
      spans.map(({ device_id }) => device_id),
      spans.map(({ day }) => day),
      spans.map(({ from }) => from),
      spans.map(({ to }) => to),
    ],
  )
  return rows.flatMap(({ device_id, first, last }) =>
    [first, last].map(([timestamp, session_id]) => ({ device_id, session_id, timestamp })),
  )
}

type Sighted = readonly [timestamp: number, session: string]

async function recallContexts(
  client: pg.ClientBase,
  schema: string,
  spans: readonly ContextSpan[],
): Promise<readonly ContextSighting[]> {
  const { rows } = await client.query<Record<string, string | null> & { device_id: string; ms: string }>(
    `SELECT s.device_id, s.session_id, c.*
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) AS s(device_id, session_id, begins, ends)
     CROSS JOIN LATERAL (
       SELECT o.ms::text AS ms, ${contextColumns.map((name) => `o.${name}`).join(', ')}
       FROM ${schema}.context_v1 AS o
       WHERE o.device = sextant_functions.device_key(s.device_id)
         AND o.session IS NOT DISTINCT FROM sextant_functions.device_key(s.session_id) AND o.ms BETWEEN s.begins AND s.ends
       ORDER BY o.ms DESC, o.seq DESC LIMIT 1) AS c`,
    [
      spans.map(({ device_id }) => device_id),
      spans.map(({ session_id }) => session_id),
      spans.map(({ from }) => from),
      spans.map(({ to }) => to),
    ],
  )
  return rows.map((row) => ({
    device_id: row.device_id,
    session_id: row['session_id'] ?? null,
    timestamp: Number(row.ms),
    context: Object.fromEntries(
      contextColumns.flatMap((name) => {
        const value = row[name]
        return value ? [[name, value]] : []
      }),
    ),
  }))
}
