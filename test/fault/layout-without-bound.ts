/**
 * The tables of a workspace exactly as the version before the bound on property names created them (ADR 30).
 * They do not follow later layouts.
 */
export const layoutWithoutBound = (database: string): readonly string[] => [
  `CREATE TABLE IF NOT EXISTS ${database}.events_v1 (
    timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), day Date DEFAULT toDate(timestamp, 'UTC'), event_name LowCardinality(String), device_id String CODEC(ZSTD(1)), device UInt64 DEFAULT sipHash64(device_id) CODEC(ZSTD(1)), session_id String CODEC(ZSTD(1)), session UInt64 DEFAULT if(session_id = '', 0, sipHash64(session_id)) CODEC(ZSTD(1)), user_id String CODEC(ZSTD(1)), device_type LowCardinality(String), os LowCardinality(String), os_version LowCardinality(String), browser LowCardinality(String), browser_version LowCardinality(String), platform LowCardinality(String), app_version LowCardinality(String), country LowCardinality(String), region LowCardinality(String), city LowCardinality(String), locale LowCardinality(String), referrer LowCardinality(String), utm_source LowCardinality(String), utm_medium LowCardinality(String), utm_campaign LowCardinality(String),
    properties JSON CODEC(ZSTD(1)), seq Int64 CODEC(Delta, ZSTD(1)), message UInt64 CODEC(ZSTD(1)), PROJECTION by_message (SELECT message, day ORDER BY message), INDEX by_time timestamp TYPE minmax GRANULARITY 1024,
    PROJECTION by_event (SELECT event_name, day, device, timestamp, session, country, os, device_type, platform
      ORDER BY event_name, day, device, timestamp), PROJECTION event_slots_1 (SELECT day, event_name, toStartOfFifteenMinutes(timestamp), count(), min(timestamp), max(timestamp) GROUP BY day, event_name, toStartOfFifteenMinutes(timestamp)), PROJECTION device_slots_1 (SELECT day, device, session, country, os, device_type, platform, browser, app_version, toStartOfFifteenMinutes(timestamp), count(), min(timestamp), max(timestamp) GROUP BY day, device, session, country, os, device_type, platform, browser, app_version, toStartOfFifteenMinutes(timestamp))
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (day, device, timestamp) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000, lightweight_mutation_projection_mode = 'rebuild'`,
  `CREATE TABLE IF NOT EXISTS ${database}.logs_v1 (
    timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), day Date DEFAULT toDate(timestamp, 'UTC'), level LowCardinality(String), service LowCardinality(String), source LowCardinality(String),
    message_hash UInt64 CODEC(ZSTD(1)), message JSON CODEC(ZSTD(1)), session_id String CODEC(ZSTD(1)), session UInt64 DEFAULT if(session_id = '', 0, sipHash64(session_id)) CODEC(ZSTD(1)), seq Int64 CODEC(Delta, ZSTD(1)),
    PROJECTION by_message (SELECT message_hash, day ORDER BY message_hash)
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (day, service, level, timestamp) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000, lightweight_mutation_projection_mode = 'rebuild'`,
  `CREATE TABLE IF NOT EXISTS ${database}.traits_v1 (
    timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), day Date DEFAULT toDate(timestamp, 'UTC'), device_id String CODEC(ZSTD(1)), device UInt64 DEFAULT sipHash64(device_id) CODEC(ZSTD(1)), traits JSON CODEC(ZSTD(1)), seq Int64 CODEC(Delta, ZSTD(1)), message UInt64 CODEC(ZSTD(1)), PROJECTION by_message (SELECT message, day ORDER BY message)
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (device, timestamp) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000, lightweight_mutation_projection_mode = 'rebuild'`,
  `CREATE TABLE IF NOT EXISTS ${database}.context_v1 (
    timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), day Date DEFAULT toDate(timestamp, 'UTC'), device_id String CODEC(ZSTD(1)), device UInt64 DEFAULT sipHash64(device_id) CODEC(ZSTD(1)), session_id String CODEC(ZSTD(1)), session UInt64 DEFAULT if(session_id = '', 0, sipHash64(session_id)) CODEC(ZSTD(1)), device_type LowCardinality(String), os LowCardinality(String), os_version LowCardinality(String), browser LowCardinality(String), browser_version LowCardinality(String), platform LowCardinality(String), app_version LowCardinality(String), country LowCardinality(String), region LowCardinality(String), city LowCardinality(String), locale LowCardinality(String), referrer LowCardinality(String), utm_source LowCardinality(String), utm_medium LowCardinality(String), utm_campaign LowCardinality(String), properties JSON CODEC(ZSTD(1)), seq Int64 CODEC(Delta, ZSTD(1)), message UInt64 CODEC(ZSTD(1)), PROJECTION by_message (SELECT message, day ORDER BY message)
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (device, timestamp) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000, lightweight_mutation_projection_mode = 'rebuild'`,
  `CREATE TABLE IF NOT EXISTS ${database}.metrics_v1 (
    timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), day Date DEFAULT toDate(timestamp, 'UTC'), name LowCardinality(String), type LowCardinality(String), temporality LowCardinality(String),
    unit LowCardinality(String), service LowCardinality(String), source LowCardinality(String),
    labels JSON CODEC(ZSTD(1)), label_names LowCardinality(String), series String CODEC(ZSTD(1)),
    value Nullable(Float64) CODEC(ZSTD(1)), count Nullable(Float64) CODEC(ZSTD(1)), sum Nullable(Float64) CODEC(ZSTD(1)),
    min Nullable(Float64) CODEC(ZSTD(1)), max Nullable(Float64) CODEC(ZSTD(1)),
    bucket_bounds Array(Nullable(Float64)) CODEC(ZSTD(1)), bucket_counts Array(Float64) CODEC(ZSTD(1)),
    seq Int64 CODEC(Delta, ZSTD(1)), message UInt64 CODEC(ZSTD(1)), PROJECTION by_message (SELECT message, day ORDER BY message)
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (name, type, day, series, timestamp) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000, lightweight_mutation_projection_mode = 'rebuild'`,
  `CREATE TABLE IF NOT EXISTS ${database}.device_links (
    device UInt64 DEFAULT sipHash64(device_id), device_id SimpleAggregateFunction(any, String),
    link SimpleAggregateFunction(max, Tuple(linked_at DateTime64(3, 'UTC'), user_id String))
  ) ENGINE = AggregatingMergeTree ORDER BY device SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000`,
  `CREATE TABLE IF NOT EXISTS ${database}.writers (
    one UInt8, turn SimpleAggregateFunction(max, Tuple(epoch UInt64, writer String, since DateTime64(3, 'UTC')))
  ) ENGINE = AggregatingMergeTree ORDER BY one SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000`,
]
