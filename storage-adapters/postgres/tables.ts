import { contextColumns } from '../../contract/index.js'
import { calculationStatements } from './calculations.js'

/**
 * The functions that compiled questions call; the planner inlines those in plain SQL. A
 * device's key is the first half of its MD5, a user's key the second half, so that a
 * device and a user of the same id are two persons. iso_time counts days by Howard
 * Hinnant's days_from_civil (howardhinnant.github.io/date_algorithms.html): casting a
 * string that is not a date would fail the whole query.
 */
export const functionStatements = `
CREATE SCHEMA IF NOT EXISTS sextant_functions;
CREATE OR REPLACE FUNCTION sextant_functions.device_key(id text) RETURNS bigint
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT ('x' || left(md5(id), 16))::bit(64)::bigint $$;
CREATE OR REPLACE FUNCTION sextant_functions.user_key(id text) RETURNS bigint
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT ('x' || right(md5(id), 16))::bit(64)::bigint $$;
CREATE OR REPLACE FUNCTION sextant_functions.json_label(value jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE jsonb_typeof(value)
    WHEN 'string' THEN value #>> '{}'
    WHEN 'boolean' THEN value #>> '{}'
    WHEN 'number' THEN CASE
      WHEN value::numeric = 0 OR abs(value::numeric) BETWEEN 0.000001 AND 999999999999999999999 THEN value #>> '{}'
      ELSE regexp_replace(value::double precision::text, 'e([+-])0+([0-9])', 'e\\1\\2') END
  END $$;
CREATE OR REPLACE FUNCTION sextant_functions.iso_time(value text) RETURNS bigint
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  g text[] := regexp_match(value, '^(\\d{4})-(\\d{2})-(\\d{2})(?:[T ](\\d{2}):(\\d{2})(?::(\\d{2})(?:\\.(\\d{1,9}))?)?(?:(Z)|([+-])(\\d{2}):?(\\d{2}))?)?$');
  y int; m int; d int; era int; yoe int; doe int; days bigint; zone int;
BEGIN
  IF g IS NULL THEN RETURN NULL; END IF;
  y := g[1]::int; m := g[2]::int; d := g[3]::int;
  IF y < 1 OR m NOT BETWEEN 1 AND 12 OR d < 1 OR d > (CASE WHEN m = 2 THEN
      CASE WHEN (y % 4 = 0 AND y % 100 <> 0) OR y % 400 = 0 THEN 29 ELSE 28 END
      WHEN m IN (4, 6, 9, 11) THEN 30 ELSE 31 END)
    OR coalesce(g[4]::int, 0) > 23 OR coalesce(g[5]::int, 0) > 59 OR coalesce(g[6]::int, 0) > 59
    OR coalesce(g[10]::int, 0) > 23 OR coalesce(g[11]::int, 0) > 59 THEN RETURN NULL; END IF;
  zone := (CASE WHEN g[9] = '-' THEN -1 ELSE 1 END) * (coalesce(g[10]::int, 0) * 60 + coalesce(g[11]::int, 0));
  IF m <= 2 THEN y := y - 1; END IF;
  era := y / 400; yoe := y - era * 400;
  doe := yoe * 365 + yoe / 4 - yoe / 100 + (153 * (m + CASE WHEN m > 2 THEN -3 ELSE 9 END) + 2) / 5 + d - 1;
  days := era * 146097 + doe - 719468;
  RETURN ((days * 24 + coalesce(g[4]::int, 0)) * 60 + coalesce(g[5]::int, 0) - zone) * 60000
    + coalesce(g[6]::int, 0) * 1000 + coalesce(rpad(left(g[7], 3), 3, '0')::int, 0);
END $$;
${calculationStatements}`

const time = `ms bigint NOT NULL, timestamp timestamptz GENERATED ALWAYS AS (to_timestamp(ms::double precision / 1000)) STORED,
    day date NOT NULL`
const device = `device_id text COLLATE "C" NOT NULL, device bigint NOT NULL`
const session = `session_id text COLLATE "C", session bigint`
const stored = `seq bigint NOT NULL, message bigint`
const context = contextColumns.map((name) => `${name} text COLLATE "C"`).join(', ')

/** The columns of the index of group calls, and the rows in it. */
export const groupCallsIndex = `(device, ms) WHERE traits ? 'group_type'`

/**
 * The statements that create a workspace's tables. Events, logs and metrics are partitioned by the month of
 * their UTC day; partitions are created when rows arrive (partitions.ts).
 */
export const tableStatements = (schema: string): string => `
CREATE TABLE IF NOT EXISTS ${schema}.events_v1 (
    ${time}, event_name text COLLATE "C" NOT NULL, ${device}, ${session}, user_id text COLLATE "C", ${context},
    properties jsonb NOT NULL, ${stored}) PARTITION BY RANGE (day);
CREATE INDEX IF NOT EXISTS events_v1_event ON ${schema}.events_v1 (event_name, day, device) INCLUDE (ms);
CREATE INDEX IF NOT EXISTS events_v1_device ON ${schema}.events_v1 (day, device);
CREATE INDEX IF NOT EXISTS events_v1_newest ON ${schema}.events_v1 (ms, seq);
CREATE INDEX IF NOT EXISTS events_v1_message ON ${schema}.events_v1 (message) WHERE message IS NOT NULL;
CREATE TABLE IF NOT EXISTS ${schema}.logs_v1 (
    ${time}, level text COLLATE "C" NOT NULL, service text COLLATE "C", source text COLLATE "C",
    message jsonb NOT NULL, ${session}, seq bigint NOT NULL, message_hash bigint) PARTITION BY RANGE (day);
CREATE INDEX IF NOT EXISTS logs_v1_level ON ${schema}.logs_v1 (day, level);
CREATE INDEX IF NOT EXISTS logs_v1_newest ON ${schema}.logs_v1 (ms, seq);
CREATE INDEX IF NOT EXISTS logs_v1_message ON ${schema}.logs_v1 (message_hash) WHERE message_hash IS NOT NULL;
CREATE TABLE IF NOT EXISTS ${schema}.traits_v1 (${time}, ${device}, traits jsonb NOT NULL, ${stored});
CREATE INDEX IF NOT EXISTS traits_v1_device ON ${schema}.traits_v1 (device, ms);
CREATE INDEX IF NOT EXISTS traits_v1_groups ON ${schema}.traits_v1 ${groupCallsIndex};
CREATE INDEX IF NOT EXISTS traits_v1_message ON ${schema}.traits_v1 (message) WHERE message IS NOT NULL;
CREATE TABLE IF NOT EXISTS ${schema}.context_v1 (
    ${time}, ${device}, ${session}, ${context}, properties jsonb NOT NULL, ${stored});
CREATE INDEX IF NOT EXISTS context_v1_device ON ${schema}.context_v1 (device, ms);
CREATE INDEX IF NOT EXISTS context_v1_message ON ${schema}.context_v1 (message) WHERE message IS NOT NULL;
CREATE TABLE IF NOT EXISTS ${schema}.metrics_v1 (
    ${time}, name text COLLATE "C" NOT NULL, type text COLLATE "C" NOT NULL, temporality text COLLATE "C" NOT NULL,
    unit text COLLATE "C", service text COLLATE "C", source text COLLATE "C", labels jsonb NOT NULL,
    label_names text COLLATE "C" NOT NULL, series text COLLATE "C" NOT NULL, value double precision, count double precision,
    sum double precision, min double precision, max double precision, bucket_bounds double precision[] NOT NULL,
    bucket_counts double precision[] NOT NULL, ${stored}) PARTITION BY RANGE (day);
CREATE INDEX IF NOT EXISTS metrics_v1_name ON ${schema}.metrics_v1 (name, type, day);
CREATE INDEX IF NOT EXISTS metrics_v1_message ON ${schema}.metrics_v1 (message) WHERE message IS NOT NULL;
CREATE TABLE IF NOT EXISTS ${schema}.device_links (
    device bigint PRIMARY KEY, device_id text COLLATE "C" NOT NULL, user_id text COLLATE "C" NOT NULL,
    actor bigint NOT NULL, linked_ms bigint NOT NULL);
CREATE INDEX IF NOT EXISTS device_links_actor ON ${schema}.device_links (actor, device);
`
