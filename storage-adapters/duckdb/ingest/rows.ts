import { createHash } from 'node:crypto'
import type { DuckDBValue } from '@duckdb/node-api'
import { type Batch, contextColumns, dayMs } from 'sextant/storage'
import type { TableName } from '../tables.js'

/** The first 64 bits of a string's MD5 as a signed integer: the key of a device, a session or a message. */
export const keyOf = (text: string): bigint => createHash('md5').update(text).digest().readBigInt64BE(0)

/**
 * The last 64 bits, the key of a user: so a device and a user of the same
 * id are two persons.
 */
export const userKeyOf = (text: string): bigint => createHash('md5').update(text).digest().readBigInt64BE(8)

const keyOrNull = (text: string | null): bigint | null => (text === null ? null : keyOf(text))

/** The kinds of items with a message id. */
export type Kind = Exclude<keyof Batch, 'links'>

/** A row's values, by column; the columns that are left out are null. */
type Values = Readonly<Record<string, DuckDBValue>>

interface Kinds {
  readonly table: TableName
  /** The column of the message's key. */
  readonly message: string
}

export const kinds: Readonly<Record<Kind, Kinds>> = {
  events: { table: 'events_v1', message: 'message' },
  logs: { table: 'logs_v1', message: 'message_hash' },
  traits: { table: 'traits_v1', message: 'message' },
  contexts: { table: 'context_v1', message: 'message' },
  metrics: { table: 'metrics_v1', message: 'message' },
}

interface Item {
  readonly timestamp: number
  readonly seq: number
  readonly message_id: string | null
}

const timed = ({ timestamp, seq }: Item): Values => ({
  ms: BigInt(timestamp),
  day: Math.floor(timestamp / dayMs),
  seq: BigInt(seq),
})
const device = (device_id: string): Values => ({ device_id, device: keyOf(device_id) })
const session = (session_id: string | null): Values => ({ session_id, session: keyOrNull(session_id) })
const attributes = (context: Batch['events'][number]['context']): Values =>
  Object.fromEntries(contextColumns.map((name) => [name, context[name] || null]))

/** The values of an item for its table. */
export const valuesOf: { readonly [K in Kind]: (row: Batch[K][number]) => Values } = {
  events: (row) => ({
    ...timed(row),
    event_name: row.event_name,
    ...device(row.device_id),
    ...session(row.session_id),
    user_id: row.user_id,
    ...attributes(row.context),
    properties: JSON.stringify(row.properties),
    message: keyOrNull(row.message_id),
  }),
  logs: (row) => ({
    ...timed(row),
    level: row.level,
    service: row.service,
    source: row.source,
    ...session(row.session_id),
    message: JSON.stringify(row.message),
    message_hash: keyOrNull(row.message_id),
  }),
  traits: (row) => ({
    ...timed(row),
    ...device(row.device_id),
    traits: JSON.stringify(row.traits),
    message: keyOrNull(row.message_id),
  }),
  contexts: (row) => ({
    ...timed(row),
    ...device(row.device_id),
    ...session(row.session_id),
    ...attributes(row.context),
    properties: JSON.stringify(row.properties),
    message: keyOrNull(row.message_id),
  }),
  metrics: ({ name, type, temporality, unit, service, source, label_names, series, ...row }) => ({
    ...timed(row),
    ...{ name, type, temporality, unit, service, source, label_names, series },
    labels: JSON.stringify(row.labels),
    ...{ value: row.value, count: row.count, sum: row.sum, min: row.min, max: row.max },
    bucket_bounds: row.buckets.map(({ le }) => le) as unknown as DuckDBValue,
    bucket_counts: row.buckets.map(({ count }) => count) as unknown as DuckDBValue,
    message: keyOrNull(row.message_id),
  }),
}
