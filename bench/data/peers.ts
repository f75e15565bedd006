import type { ClickHouseClient } from '@clickhouse/client'
import { inSlices } from './clickhouse.js'

/**
 * The same rows as other products store them: ids are strings, the person is a string on the event, properties are a
 * string, a map or rows of their own. Everything else is as in our tables, so that only the statements differ: the day
 * is stored, rows are ordered by day and person, and a narrow projection is ordered by event.
 */
const statements = [
  `CREATE DATABASE peers`,
  `CREATE TABLE peers.events (
    timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), day Date, event_name LowCardinality(String), device_id String CODEC(ZSTD(1)),
    person String CODEC(ZSTD(1)), session_id String CODEC(ZSTD(1)), country LowCardinality(String), seq Int64 CODEC(Delta, ZSTD(1)),
    properties String CODEC(ZSTD(1)), property_map Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    PROJECTION by_event (SELECT event_name, day, person, timestamp, country ORDER BY event_name, day, person, timestamp)
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (day, person, timestamp)`,
  // Ordered by time alone, as in some products; only the columns of the bench's questions.
  `CREATE TABLE peers.by_time (timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), event_name LowCardinality(String), device_id String CODEC(ZSTD(1)))
    ENGINE = MergeTree PARTITION BY toYYYYMM(timestamp) ORDER BY (timestamp, event_name, device_id)`,
  `CREATE TABLE peers.contexts (device_id String CODEC(ZSTD(1)), country LowCardinality(String)) ENGINE = MergeTree ORDER BY device_id`,
  // Only the properties of the bench's questions: with all twenty it would be eight times as large.
  `CREATE TABLE peers.event_data (event_id Int64 CODEC(Delta, ZSTD(1)), data_key LowCardinality(String), string_value String CODEC(ZSTD(1)), number_value Float64)
    ENGINE = MergeTree ORDER BY (event_id, data_key)`,
  `CREATE TABLE peers.person_days (day Date, person String CODEC(ZSTD(1))) ENGINE = MergeTree ORDER BY (day, person)`,
  `CREATE TABLE peers.day_states (day Date, persons AggregateFunction(uniq, String)) ENGINE = AggregatingMergeTree ORDER BY day`,
]
const derived = [
  `INSERT INTO peers.by_time SELECT timestamp, event_name, device_id FROM peers.events`,
  `INSERT INTO peers.contexts SELECT device_id, any(country) FROM peers.events GROUP BY device_id`,
  `INSERT INTO peers.event_data SELECT seq, tupleElement(pair, 1) AS data_key, tupleElement(pair, 2) AS string_value, toFloat64OrZero(string_value)
    FROM (SELECT seq, arrayJoin(arrayFilter(pair -> tupleElement(pair, 2) != '', [('plan', property_map['plan']), ('amount', property_map['amount'])])) AS pair FROM peers.events)`,
  `INSERT INTO peers.person_days SELECT DISTINCT day, person FROM peers.events`,
  `INSERT INTO peers.day_states SELECT day, uniqState(person) FROM peers.person_days GROUP BY day`,
]

export async function fillPeers(client: ClickHouseClient, events: number): Promise<void> {
  for (const query of statements) await client.command({ query })
  await inSlices(
    client,
    events,
    (rows) => `INSERT INTO peers.events SELECT timestamp, day, event_name, device_id, if(user_id = '', device_id, user_id) AS person, session_id, country, seq, properties,
      CAST(arrayMap(pair -> (tupleElement(pair, 1), trim(BOTH '"' FROM tupleElement(pair, 2))), JSONExtractKeysAndValuesRaw(properties)), 'Map(LowCardinality(String), String)') AS property_map
      FROM (${rows})`,
  )
  for (const query of derived) await client.command({ query })
}
