/** The tables and views that members may read. A grant on a partitioned table includes its partitions. */
export const readable = [
  'events_v1',
  'logs_v1',
  'context_v1',
  'metrics_v1',
  'user_devices',
  'user_traits_v1',
  'users_v1',
] as const

const time = (ms: string): string => `to_timestamp(${ms}::double precision / 1000)`

/**
 * The statements that create a workspace's views, for data sources that no table has in this form. Views read
 * with the rights of their owner (not security_invoker), the same on every version. So readers need no rights
 * on the tables below, which have internal columns.
 *
 * users_v1 has a row for each person with an event, as the metrics of users count them. `device_id` is the
 * device seen last; `traits` has the latest value of each trait that any of the person's devices sent.
 */
export const viewStatements = (schema: string): string => `
CREATE OR REPLACE VIEW ${schema}.user_devices AS
  SELECT device_id, user_id, ${time('linked_ms')} AS linked_at FROM ${schema}.device_links;
CREATE OR REPLACE VIEW ${schema}.user_traits_v1 AS
  SELECT t.timestamp, t.device_id, l.user_id, t.traits
  FROM ${schema}.traits_v1 AS t LEFT JOIN ${schema}.device_links AS l ON t.device = l.device;
CREATE OR REPLACE VIEW ${schema}.users_v1 AS
  WITH devices AS (
    SELECT device, device_id, min(ms) AS first, max(ARRAY[ms, seq]) AS last, count(*) AS events
    FROM ${schema}.events_v1 GROUP BY device, device_id),
  people AS (
    SELECT coalesce(l.actor, d.device) AS person, min(l.user_id) AS user_id,
      (array_agg(d.device_id ORDER BY d.last DESC, d.device_id))[1] AS device_id,
      ${time('min(d.first)')} AS first_seen, ${time('max(d.last[1])')} AS last_seen, sum(d.events)::bigint AS events
    FROM devices AS d LEFT JOIN ${schema}.device_links AS l ON d.device = l.device GROUP BY 1),
  traits AS (
    SELECT coalesce(l.actor, t.device) AS person, jsonb_object_agg(e.key, e.value ORDER BY t.ms, t.seq) AS traits
    FROM ${schema}.traits_v1 AS t LEFT JOIN ${schema}.device_links AS l ON t.device = l.device
      CROSS JOIN LATERAL jsonb_each(t.traits) AS e WHERE e.value <> 'null'::jsonb GROUP BY 1)
  SELECT p.user_id, p.device_id, p.first_seen, p.last_seen, p.events, t.traits
  FROM people AS p LEFT JOIN traits AS t ON p.person = t.person;
`

/**
 * Names of readable columns that are also functions or types in
 * Postgres: a qualified name refers to the column.
 */
export const readableColumns: ReadonlySet<string> = new Set([
  'timestamp',
  'name',
  'type',
  'count',
  'sum',
  'min',
  'max',
])
