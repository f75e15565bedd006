import type pg from 'pg'
import { makePartitions, monthsOf } from '../../storage-adapters/postgres/partitions.js'
import { dayMs, today } from './questions.js'

/** Events as of the ClickHouse bench, made inside Postgres: 90 days, few very active devices, visits of eight events. */
export async function fillPostgres(client: pg.Client, events: number): Promise<void> {
  const devices = Math.max(100, Math.floor(events / 20))
  const start = today - 89 * dayMs
  const everyDay = Array.from({ length: 91 }, (_, day) => start + day * dayMs)
  await makePartitions(client, 'w1', 'events_v1', monthsOf(everyDay))
  await client.query(`
    INSERT INTO w1.events_v1 (ms, day, event_name, device_id, device, session_id, session, country, os, device_type, properties, seq)
    SELECT ms, DATE '1970-01-01' + (ms / ${dayMs})::int, 'event_' || floor(40 * power(random(), 2)), id, sextant_functions.device_key(id),
      's-' || visit, sextant_functions.device_key('s-' || visit),
      (ARRAY['DE', 'US', 'FR', 'GB', 'JP', 'BR', 'IN'])[1 + d % 7], (ARRAY['iOS', 'Android', 'macOS', 'Windows'])[1 + d % 4],
      (ARRAY['mobile', 'desktop'])[1 + d % 2],
      jsonb_build_object('plan', (ARRAY['free', 'pro', 'team'])[1 + d % 3], 'amount', (d % 1000) / 4.0, 'path', '/p/' || d % 50), n
    FROM (
      SELECT n, visit, d, 'device-' || d AS id, begun + floor(random() * 3600000)::bigint AS ms
      FROM (
        SELECT v AS visit, floor(power(random(), 2) * ${devices})::int AS d,
          ${start} + floor(random() * ${90 * dayMs - 3_600_000})::bigint AS begun
        FROM generate_series(1, ${Math.ceil(events / 8)}) AS v
      ) AS visits, generate_series(1, 8) AS k, LATERAL (SELECT visit * 8 + k AS n) AS numbered
    ) AS rows`)
  await client.query(`
    INSERT INTO w1.device_links (device, device_id, user_id, actor, linked_ms)
    SELECT sextant_functions.device_key('device-' || n), 'device-' || n, 'user-' || n / 2, sextant_functions.user_key('user-' || n / 2), 0
    FROM generate_series(0, ${Math.floor(devices / 5) - 1}) AS n`)
  await client.query('VACUUM ANALYZE')
}
