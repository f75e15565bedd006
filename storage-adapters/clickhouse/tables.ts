import { contextColumns } from '../../contract/index.js'
import { tableOverShards, type WorkspaceDatabase } from './cluster/database.js'
import { firstGeneration, projectionOf, rollups } from './views/rollups/tables.js'

/**
 * The tables of a workspace.
 *
 * Identities are hashed once, at insert, to 64 bits: grouping and counting hashes costs a fraction of the
 * same over strings, and a collision is out of practical reach (n²/2^65). Rows are partitioned by the month
 * of the stored `day`, and conditions name it. Events are sorted by day and device, so that a device's
 * strings compress against each other; the narrow projection answers questions about one event. `message` is
 * the hash of the message id by which a repeat is recognized; its projection makes that a point lookup. Every
 * insert is on disk before it is acknowledged.
 */
const settings = `SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000`
const withProjections = `${settings}, lightweight_mutation_projection_mode = 'rebuild'`

const time = `timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), day Date DEFAULT toDate(timestamp, 'UTC')`
const device = `device_id String CODEC(ZSTD(1)), device UInt64 DEFAULT sipHash64(device_id) CODEC(ZSTD(1))`
const session = `session_id String CODEC(ZSTD(1)), session UInt64 DEFAULT if(session_id = '', 0, sipHash64(session_id)) CODEC(ZSTD(1))`
const stored = `seq Int64 CODEC(Delta, ZSTD(1)), message UInt64 CODEC(ZSTD(1))`
const context = contextColumns.map((name) => `${name} LowCardinality(String)`).join(', ')
/** One minmax per eight million rows: ingestion, which reads the last hour, skips older parts. */
const byTime = `INDEX by_time timestamp TYPE minmax GRANULARITY 1024`
const byMessage = `PROJECTION by_message (SELECT message, day ORDER BY message)`

interface Table {
  readonly name: string
  readonly columns: string
  readonly engine: 'MergeTree' | 'AggregatingMergeTree'
  /** The clauses after the engine: partition key, sort key and settings. */
  readonly order: string
  /** The sharding key on a cluster. Tables that are read by device are sharded by device. */
  readonly spread: string
}

const byMonth = (order: string): string => `PARTITION BY toYYYYMM(day) ORDER BY ${order} ${withProjections}`

const tables: readonly Table[] = [
  {
    name: 'events_v1',
    columns: `${time}, event_name LowCardinality(String), ${device}, ${session}, user_id String CODEC(ZSTD(1)), ${context},
    properties JSON CODEC(ZSTD(1)), ${stored}, ${byMessage}, ${byTime},
    PROJECTION by_event (SELECT event_name, day, device, timestamp, session, country, os, device_type, platform
      ORDER BY event_name, day, device, timestamp),
    ${rollups.map((rollup) => projectionOf(rollup, firstGeneration)).join(', ')}`,
    engine: 'MergeTree',
    order: byMonth('(day, device, timestamp)'),
    spread: 'device',
  },
  {
    name: 'logs_v1',
    columns: `${time}, level LowCardinality(String), service LowCardinality(String), source LowCardinality(String),
    message_hash UInt64 CODEC(ZSTD(1)), message JSON CODEC(ZSTD(1)), ${session}, seq Int64 CODEC(Delta, ZSTD(1)),
    PROJECTION by_message (SELECT message_hash, day ORDER BY message_hash)`,
    engine: 'MergeTree',
    order: byMonth('(day, service, level, timestamp)'),
    spread: 'sipHash64(seq)',
  },
  {
    name: 'traits_v1',
    columns: `${time}, ${device}, traits JSON CODEC(ZSTD(1)), ${stored}, ${byMessage}`,
    engine: 'MergeTree',
    order: byMonth('(device, timestamp)'),
    spread: 'device',
  },
  {
    name: 'context_v1',
    columns: `${time}, ${device}, ${session}, ${context}, properties JSON CODEC(ZSTD(1)), ${stored}, ${byMessage}`,
    engine: 'MergeTree',
    order: byMonth('(device, timestamp)'),
    spread: 'device',
  },
  {
    // Points are sorted by metric, then by day and series; buckets are two arrays of equal length.
    name: 'metrics_v1',
    columns: `${time}, name LowCardinality(String), type LowCardinality(String), temporality LowCardinality(String),
    unit LowCardinality(String), service LowCardinality(String), source LowCardinality(String),
    labels JSON CODEC(ZSTD(1)), label_names LowCardinality(String), series String CODEC(ZSTD(1)),
    value Nullable(Float64) CODEC(ZSTD(1)), count Nullable(Float64) CODEC(ZSTD(1)), sum Nullable(Float64) CODEC(ZSTD(1)),
    min Nullable(Float64) CODEC(ZSTD(1)), max Nullable(Float64) CODEC(ZSTD(1)),
    bucket_bounds Array(Nullable(Float64)) CODEC(ZSTD(1)), bucket_counts Array(Float64) CODEC(ZSTD(1)),
    ${stored}, ${byMessage}`,
    engine: 'MergeTree',
    order: byMonth('(name, type, day, series, timestamp)'),
    spread: 'sipHash64(series)',
  },
  {
    // The greatest (time, user) of a device wins, in whatever order links arrive.
    name: 'device_links',
    columns: `device UInt64 DEFAULT sipHash64(device_id), device_id SimpleAggregateFunction(any, String),
    link SimpleAggregateFunction(max, Tuple(linked_at DateTime64(3, 'UTC'), user_id String))`,
    engine: 'AggregatingMergeTree',
    order: `ORDER BY device ${settings}`,
    spread: 'device',
  },
  {
    // The writer lease: the greatest (epoch, writer) may insert rows with message ids (see
    // ingest/writer-lease.ts). Every server has the table.
    name: 'writers',
    columns: `one UInt8, turn SimpleAggregateFunction(max, Tuple(epoch UInt64, writer String, since DateTime64(3, 'UTC')))`,
    engine: 'AggregatingMergeTree',
    order: `ORDER BY one ${settings}`,
    spread: 'one',
  },
]

/**
 * Each shard stores its position and the number of shards, so that a changed cluster is detected (see
 * cluster/verify-shards.ts).
 */
const places: Table = {
  name: 'shard_places',
  columns: 'shard UInt32, shards UInt32',
  engine: 'MergeTree',
  order: `ORDER BY shard ${settings}`,
  spread: 'shard - 1',
}

/** How tables are created: `on` follows their names (see Servers), `replicated` is true with a Keeper. */
export interface Making {
  readonly on: string
  readonly replicated: boolean
  /** Settings of tables with a JSON column, as `name = value` (see table-settings.ts). */
  readonly settings: readonly string[]
}

/** Names of the tables with a JSON column. */
export const jsonTables: readonly string[] = tables
  .filter(({ columns }) => columns.includes(' JSON '))
  .map(({ name }) => name)

/**
 * The Keeper path contains the shard, so that its replicas share it. {shard} and {replica} are macros of the
 * servers.
 */
const engineOf = (engine: string, replicated: boolean): string =>
  replicated ? `Replicated${engine}('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')` : engine

/**
 * Returns the CREATE TABLE statements of a workspace; on a cluster, each shard table is followed by its
 * Distributed table.
 */
export function tableStatements(database: WorkspaceDatabase): readonly ((making: Making) => string)[] {
  const { stored, cluster } = database
  const own = cluster === null ? tables : [...tables, places]
  return own.flatMap(({ name, columns, engine, order, spread }) => {
    const rows = ({ on, replicated, settings: forJson }: Making): string => {
      const limits = jsonTables.includes(name) ? forJson.map((setting) => `, ${setting}`).join('') : ''
      return `CREATE TABLE IF NOT EXISTS ${stored}.${name}${on} (
    ${columns}
  ) ENGINE = ${engineOf(engine, replicated)} ${order}${limits}`
    }
    if (cluster === null) return [rows]
    const all = ({ on }: Making): string => tableOverShards(database, name, spread, on)
    return [rows, all]
  })
}
