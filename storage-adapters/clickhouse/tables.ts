import { contextColumns } from '../../core/contract/index.js'
import { projectionOf, rollups } from './rollups/tables.js'

/**
 * The tables of a workspace. Identities are hashed once, at insert, to 64 bits: grouping and counting them costs a
 * fraction of what texts cost, and a collision is out of practical reach (n²/2^65). The stored day leads the key of
 * every table and stands in every condition. Rows lie by day and device, so that a device's texts compress against
 * each other; the narrow projection serves questions about one event. `message` is the hash by which a repeated
 * message is recognised; its projection makes that a point lookup. Every insert is on the disk before it is answered.
 */
const settings = `SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000`
const withProjections = `${settings}, lightweight_mutation_projection_mode = 'rebuild'`

const time = `timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), day Date DEFAULT toDate(timestamp, 'UTC')`
const device = `device_id String CODEC(ZSTD(1)), device UInt64 DEFAULT sipHash64(device_id) CODEC(ZSTD(1))`
const session = `session_id String CODEC(ZSTD(1)), session UInt64 DEFAULT if(session_id = '', 0, sipHash64(session_id)) CODEC(ZSTD(1))`
const stored = `seq Int64 CODEC(Delta, ZSTD(1)), message UInt64 CODEC(ZSTD(1))`
const context = contextColumns.map((name) => `${name} LowCardinality(String)`).join(', ')
/** One pair of times for each eight million rows: ingestion, which asks for the last hour, leaves older parts alone. */
const byTime = `INDEX by_time timestamp TYPE minmax GRANULARITY 1024`
const byMessage = `PROJECTION by_message (SELECT message, day ORDER BY message)`

export const tableStatements = (database: string): readonly string[] => [
  `CREATE TABLE IF NOT EXISTS ${database}.events_v1 (
    ${time}, event_name LowCardinality(String), ${device}, ${session}, user_id String CODEC(ZSTD(1)), ${context},
    properties JSON CODEC(ZSTD(1)), ${stored}, ${byMessage}, ${byTime},
    PROJECTION by_event (SELECT event_name, day, device, timestamp, session, country, os, device_type, platform
      ORDER BY event_name, day, device, timestamp), ${rollups.map((rollup) => projectionOf(rollup, 1)).join(', ')}
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (day, device, timestamp) ${withProjections}`,
  `CREATE TABLE IF NOT EXISTS ${database}.logs_v1 (
    ${time}, level LowCardinality(String), service LowCardinality(String), source LowCardinality(String),
    message_hash UInt64 CODEC(ZSTD(1)), message JSON CODEC(ZSTD(1)), ${session}, seq Int64 CODEC(Delta, ZSTD(1)),
    PROJECTION by_message (SELECT message_hash, day ORDER BY message_hash)
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (day, service, level, timestamp) ${withProjections}`,
  `CREATE TABLE IF NOT EXISTS ${database}.traits_v1 (
    ${time}, ${device}, traits JSON CODEC(ZSTD(1)), ${stored}, ${byMessage}
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (device, timestamp) ${withProjections}`,
  `CREATE TABLE IF NOT EXISTS ${database}.context_v1 (
    ${time}, ${device}, ${session}, ${context}, properties JSON CODEC(ZSTD(1)), ${stored}, ${byMessage}
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (device, timestamp) ${withProjections}`,
  // One metric's points lie together, of a day those of a series; buckets are two arrays of one length.
  `CREATE TABLE IF NOT EXISTS ${database}.metrics_v1 (
    ${time}, name LowCardinality(String), type LowCardinality(String), temporality LowCardinality(String),
    unit LowCardinality(String), service LowCardinality(String), source LowCardinality(String),
    labels JSON CODEC(ZSTD(1)), label_names LowCardinality(String), series String CODEC(ZSTD(1)),
    value Nullable(Float64) CODEC(ZSTD(1)), count Nullable(Float64) CODEC(ZSTD(1)), sum Nullable(Float64) CODEC(ZSTD(1)),
    min Nullable(Float64) CODEC(ZSTD(1)), max Nullable(Float64) CODEC(ZSTD(1)),
    bucket_bounds Array(Nullable(Float64)) CODEC(ZSTD(1)), bucket_counts Array(Float64) CODEC(ZSTD(1)),
    ${stored}, ${byMessage}
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (name, type, day, series, timestamp) ${withProjections}`,
  // The greatest (time, user) of a device wins, in whatever order the links arrive.
  `CREATE TABLE IF NOT EXISTS ${database}.device_links (
    device UInt64 DEFAULT sipHash64(device_id), device_id SimpleAggregateFunction(any, String),
    link SimpleAggregateFunction(max, Tuple(linked_at DateTime64(3, 'UTC'), user_id String))
  ) ENGINE = AggregatingMergeTree ORDER BY device ${settings}`,
  // The greatest (epoch, writer) may insert what is counted by message ids (see turns.ts).
  `CREATE TABLE IF NOT EXISTS ${database}.writers (
    one UInt8, turn SimpleAggregateFunction(max, Tuple(epoch UInt64, writer String, since DateTime64(3, 'UTC')))
  ) ENGINE = AggregatingMergeTree ORDER BY one ${settings}`,
]
