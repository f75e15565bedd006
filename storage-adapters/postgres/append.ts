import { createHash } from 'node:crypto'
import type pg from 'pg'
import { contextColumns, type Batch } from '../../core/contract/index.js'
import { makePartitions, monthsOf } from './partitions.js'

/** 64 bits of the message id, signed; null stands for none. */
const messageHash = (id: string | null): string | null =>
  id === null ? null : createHash('md5').update(id).digest().readBigInt64BE(0).toString()

type Kind = Exclude<keyof Batch, 'links'>
type Item<K extends Kind> = Batch[K][number]

/** One column of a table: how a row's value is bound, and the SQL type it is bound as. */
interface Target<T> {
  readonly name: string
  readonly type: string
  readonly value: (row: T) => unknown
  /** What is stored, if it is not the bound value itself. */
  readonly as?: string
}

interface Timed {
  readonly timestamp: number
  readonly seq: number
}

const timed = <T extends Timed>(): readonly Target<T>[] => [
  { name: 'ms', type: 'bigint', value: (row) => row.timestamp },
  {
    name: 'day',
    type: 'bigint',
    value: (row) => row.timestamp,
    as: `DATE '1970-01-01' + (r.day / 86400000)::int`,
  },
  { name: 'seq', type: 'bigint', value: (row) => row.seq },
]
const devices = <T extends { readonly device_id: string }>(): readonly Target<T>[] => [
  { name: 'device_id', type: 'text', value: (row) => row.device_id },
  {
    name: 'device',
    type: 'text',
    value: (row) => row.device_id,
    as: 'sextant_functions.device_key(r.device)',
  },
]
const sessions = <T extends { readonly session_id: string | null }>(): readonly Target<T>[] => [
  { name: 'session_id', type: 'text', value: (row) => row.session_id },
  {
    name: 'session',
    type: 'text',
    value: (row) => row.session_id,
    as: 'sextant_functions.device_key(r.session)',
  },
]
const contexts = <T extends { readonly context: Item<'events'>['context'] }>(): readonly Target<T>[] =>
  contextColumns.map((name) => ({ name, type: 'text', value: (row) => row.context[name] || null }))
const json = <T>(name: string, value: (row: T) => object): Target<T> => ({
  name,
  type: 'text',
  value: (row) => JSON.stringify(value(row)),
  as: `r.${name}::jsonb`,
})
/** A list in a row: as a text, because an array of arrays would be taken apart as one. */
const numbers = <T>(name: string, value: (row: T) => readonly (number | null)[]): Target<T> => ({
  name,
  type: 'text',
  value: (row) => `{${value(row).map(String).join(',')}}`,
  as: `r.${name}::double precision[]`,
})
const message = <T extends { readonly message_id: string | null }>(name: string): Target<T> => ({
  name,
  type: 'bigint',
  value: (row) => messageHash(row.message_id),
})

const tables = {
  events: {
    name: 'events_v1',
    message: 'message',
    targets: [
      ...timed<Item<'events'>>(),
      { name: 'event_name', type: 'text', value: (row: Item<'events'>) => row.event_name },
      ...devices<Item<'events'>>(),
      ...sessions<Item<'events'>>(),
      { name: 'user_id', type: 'text', value: (row: Item<'events'>) => row.user_id },
      ...contexts<Item<'events'>>(),
      json<Item<'events'>>('properties', (row) => row.properties),
      message<Item<'events'>>('message'),
    ] as const satisfies readonly Target<Item<'events'>>[],
  },
  logs: {
    name: 'logs_v1',
    message: 'message_hash',
    targets: [
      ...timed<Item<'logs'>>(),
      { name: 'level', type: 'text', value: (row: Item<'logs'>) => row.level },
      { name: 'service', type: 'text', value: (row: Item<'logs'>) => row.service },
      { name: 'source', type: 'text', value: (row: Item<'logs'>) => row.source },
      ...sessions<Item<'logs'>>(),
      json<Item<'logs'>>('message', (row) => row.message),
      message<Item<'logs'>>('message_hash'),
    ] as const satisfies readonly Target<Item<'logs'>>[],
  },
  traits: {
    name: 'traits_v1',
    message: 'message',
    targets: [
      ...timed<Item<'traits'>>(),
      ...devices<Item<'traits'>>(),
      json<Item<'traits'>>('traits', (row) => row.traits),
      message<Item<'traits'>>('message'),
    ] as const satisfies readonly Target<Item<'traits'>>[],
  },
  contexts: {
    name: 'context_v1',
    message: 'message',
    targets: [
      ...timed<Item<'contexts'>>(),
      ...devices<Item<'contexts'>>(),
      ...sessions<Item<'contexts'>>(),
      ...contexts<Item<'contexts'>>(),
      json<Item<'contexts'>>('properties', (row) => row.properties),
      message<Item<'contexts'>>('message'),
    ] as const satisfies readonly Target<Item<'contexts'>>[],
  },
  metrics: {
    name: 'metrics_v1',
    message: 'message',
    targets: [
      ...timed<Item<'metrics'>>(),
      ...(['name', 'type', 'temporality', 'unit', 'service', 'source', 'label_names', 'series'] as const).map(
        (name): Target<Item<'metrics'>> => ({ name, type: 'text', value: (row) => row[name] }),
      ),
      json<Item<'metrics'>>('labels', (row) => row.labels),
      ...(['value', 'count', 'sum', 'min', 'max'] as const).map((name): Target<Item<'metrics'>> => ({
        name,
        type: 'double precision',
        value: (row) => row[name],
      })),
      numbers<Item<'metrics'>>('bucket_bounds', (row) => row.buckets.map(({ le }) => le)),
      numbers<Item<'metrics'>>('bucket_counts', (row) => row.buckets.map(({ count }) => count)),
      message<Item<'metrics'>>('message'),
    ] as const satisfies readonly Target<Item<'metrics'>>[],
  },
} as const

/**
 * Stores a batch in one transaction, one at a time for each workspace whatever the number of services: the lock
 * makes the check for repeated messages and the insert one step. If it fails the connection must be closed, which
 * takes the transaction back and lets the lock go.
 */
export async function appendBatch(
  client: pg.ClientBase,
  schema: string,
  lock: number,
  batch: Batch,
): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1, $2)', [appendLock, lock % 2 ** 31])
  await makePartitions(client, schema, 'events_v1', monthsOf(batch.events.map((row) => row.timestamp)))
  await makePartitions(client, schema, 'logs_v1', monthsOf(batch.logs.map((row) => row.timestamp)))
  await makePartitions(client, schema, 'metrics_v1', monthsOf(batch.metrics.map((row) => row.timestamp)))
  await client.query('BEGIN')
  await insertLinks(client, schema, batch.links)
  await insertRows(client, schema, tables.traits, batch.traits)
  await insertRows(client, schema, tables.contexts, batch.contexts)
  await insertRows(client, schema, tables.events, batch.events)
  await insertRows(client, schema, tables.logs, batch.logs)
  await insertRows(client, schema, tables.metrics, batch.metrics)
  await client.query('COMMIT')
  await client.query('SELECT pg_advisory_unlock($1, $2)', [appendLock, lock % 2 ** 31])
}

const appendLock = 0x5e87
const chunk = 1_000

interface Table<T> {
  readonly name: string
  readonly message: string
  readonly targets: readonly Target<T>[]
}

async function insertRows<T extends { readonly message_id: string | null }>(
  client: pg.ClientBase,
  schema: string,
  table: Table<T>,
  rows: readonly T[],
): Promise<void> {
  const fresh = await withoutRepeats(client, `${schema}.${table.name}`, table.message, rows)
  const { targets } = table
  const names = targets.map(({ name }) => name).join(', ')
  const arrays = targets.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')
  const values = targets.map(({ name, as }) => as ?? `r.${name}`).join(', ')
  const text = `INSERT INTO ${schema}.${table.name} (${names}) SELECT ${values} FROM unnest(${arrays}) AS r(${names})`
  for (let start = 0; start < fresh.length; start += chunk) {
    const part = fresh.slice(start, start + chunk)
    await client.query(
      text,
      targets.map(({ value }) => part.map(value)),
    )
  }
}

async function withoutRepeats<T extends { readonly message_id: string | null }>(
  client: pg.ClientBase,
  table: string,
  column: string,
  rows: readonly T[],
): Promise<readonly T[]> {
  const fresh = new Map<string, T>()
  for (const row of rows) {
    const hash = messageHash(row.message_id)
    if (hash !== null && !fresh.has(hash)) fresh.set(hash, row)
  }
  if (fresh.size === 0) return rows
  const { rows: known } = await client.query<{ hash: string }>(
    `SELECT DISTINCT ${column}::text AS hash FROM ${table} WHERE ${column} = ANY($1::bigint[])`,
    [[...fresh.keys()]],
  )
  for (const { hash } of known) fresh.delete(hash)
  const kept = new Set<T>(fresh.values())
  return rows.filter((row) => row.message_id === null || kept.has(row))
}

async function insertLinks(client: pg.ClientBase, schema: string, links: Batch['links']): Promise<void> {
  if (links.length === 0) return
  await client.query(
    `INSERT INTO ${schema}.device_links AS old (device, device_id, user_id, actor, linked_ms)
     SELECT DISTINCT ON (r.device_id) sextant_functions.device_key(r.device_id), r.device_id, r.user_id,
       sextant_functions.user_key(r.user_id), r.ms
     FROM unnest($1::text[], $2::text[], $3::bigint[]) AS r(device_id, user_id, ms)
     ORDER BY r.device_id, r.ms DESC, r.user_id COLLATE "C" DESC
     ON CONFLICT (device) DO UPDATE SET user_id = excluded.user_id, actor = excluded.actor, linked_ms = excluded.linked_ms
     WHERE (old.linked_ms, old.user_id) < (excluded.linked_ms, excluded.user_id)`,
    [
      links.map((link) => link.device_id),
      links.map((link) => link.user_id),
      links.map((link) => link.timestamp),
    ],
  )
}
