import type pg from 'pg'
import { contextColumns, type Batch } from '../../../contract/index.js'
import { dayMs } from '../../sql/edges.js'
import { textHash } from '../../sql/text-hash.js'
import { copyRows, copyText } from './copy.js'
import { dayText, makePartitions, monthsOf } from '../partitions.js'
import { newPart } from '../views/rollups/parts.js'

/** The same as the SQL function device_key. */
const hashOf = (text: string): string => textHash(text, true)

/** A cache of the hashes of devices and sessions, whose rows arrive together. */
const keys = new Map<string, string>()
const mostKeys = 20_000

function keyOf(text: string): string {
  const known = keys.get(text)
  if (known !== undefined) return known
  if (keys.size >= mostKeys) keys.clear()
  const key = hashOf(text)
  keys.set(text, key)
  return key
}

let lastDay = NaN
let lastText = ''

/** As dayText(), which costs more than all other columns together; the rows of a batch have few days. */
function lastDayText(time: number): string {
  const day = Math.floor(time / dayMs)
  if (day !== lastDay) [lastDay, lastText] = [day, dayText(time)]
  return lastText
}

/** The 64-bit hash of a message id; null if there is none. */
const messageHash = (id: string | null): string | null => (id === null ? null : hashOf(id))

type Kind = Exclude<keyof Batch, 'links'>
type Item<K extends Kind> = Batch[K][number]

/** A column of a table, and its value for a row and the hash of the row's message. */
interface Target<T> {
  readonly name: string
  readonly value: (row: T, message: string | null) => string | number | null
}

interface Timed {
  readonly timestamp: number
  readonly seq: number
}

const timed = <T extends Timed>(): readonly Target<T>[] => [
  { name: 'ms', value: (row) => row.timestamp },
  { name: 'day', value: (row) => lastDayText(row.timestamp) },
  { name: 'seq', value: (row) => row.seq },
]
const devices = <T extends { readonly device_id: string }>(): readonly Target<T>[] => [
  { name: 'device_id', value: (row) => row.device_id },
  { name: 'device', value: (row) => keyOf(row.device_id) },
]
const sessions = <T extends { readonly session_id: string | null }>(): readonly Target<T>[] => [
  { name: 'session_id', value: (row) => row.session_id },
  { name: 'session', value: (row) => (row.session_id === null ? null : keyOf(row.session_id)) },
]
const contexts = <T extends { readonly context: Item<'events'>['context'] }>(): readonly Target<T>[] =>
  contextColumns.map((name) => ({ name, value: (row) => row.context[name] || null }))
const json = <T>(name: string, value: (row: T) => object): Target<T> => ({
  name,
  value: (row) => JSON.stringify(value(row)),
})
const numbers = <T>(name: string, value: (row: T) => readonly (number | null)[]): Target<T> => ({
  name,
  value: (row) => `{${value(row).map(String).join(',')}}`,
})
const message = <T>(name: string): Target<T> => ({ name, value: (_, hash) => hash })

const tables = {
  events: {
    name: 'events_v1',
    message: 'message',
    targets: [
      ...timed<Item<'events'>>(),
      { name: 'event_name', value: (row: Item<'events'>) => row.event_name },
      ...devices<Item<'events'>>(),
      ...sessions<Item<'events'>>(),
      { name: 'user_id', value: (row: Item<'events'>) => row.user_id },
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
      { name: 'level', value: (row: Item<'logs'>) => row.level },
      { name: 'service', value: (row: Item<'logs'>) => row.service },
      { name: 'source', value: (row: Item<'logs'>) => row.source },
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
        (name): Target<Item<'metrics'>> => ({ name, value: (row) => row[name] }),
      ),
      json<Item<'metrics'>>('labels', (row) => row.labels),
      ...(['value', 'count', 'sum', 'min', 'max'] as const).map((name): Target<Item<'metrics'>> => ({
        name,
        value: (row) => row[name],
      })),
      numbers<Item<'metrics'>>('bucket_bounds', (row) => row.buckets.map(({ le }) => le)),
      numbers<Item<'metrics'>>('bucket_counts', (row) => row.buckets.map(({ count }) => count)),
      message<Item<'metrics'>>('message'),
    ] as const satisfies readonly Target<Item<'metrics'>>[],
  },
} as const

/**
 * Stores a batch in one transaction. An advisory lock runs one append at a time for each workspace, over all
 * processes: so the check for repeated messages and the insert are one step. If it throws, close the
 * connection; that rolls the transaction back and releases the lock.
 */
export async function appendBatch(
  client: pg.ClientBase,
  schema: string,
  lock: number,
  batch: Batch,
): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1, $2)', [appendLock, lock % 2 ** 31])
  const months = monthsOf(batch.events.map((row) => row.timestamp))
  await makePartitions(client, schema, 'events_v1', months, (part, month) => newPart(schema, part, month))
  await makePartitions(client, schema, 'logs_v1', monthsOf(batch.logs.map((row) => row.timestamp)))
  await makePartitions(client, schema, 'metrics_v1', monthsOf(batch.metrics.map((row) => row.timestamp)))
  // Large enough that the triggers' transition tables of the new rows stay in memory.
  await client.query(`BEGIN; SET LOCAL work_mem = '64MB'`)
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
  const hashed = rows.map((row) => ({ row, hash: messageHash(row.message_id) }))
  const fresh = await withoutRepeats(client, `${schema}.${table.name}`, table.message, hashed)
  if (fresh.length === 0) return
  const names = table.targets.map(({ name }) => name).join(', ')
  await copyRows(client, `COPY ${schema}.${table.name} (${names}) FROM STDIN`, linesOf(table, fresh))
}

interface Hashed<T> {
  readonly row: T
  /** Null without a message id. */
  readonly hash: string | null
}

function* linesOf<T>({ targets }: Table<T>, rows: readonly Hashed<T>[]): Generator<string> {
  for (const { row, hash } of rows) {
    let [line, separator] = ['', '']
    for (const { value } of targets) {
      line += separator + copyText(value(row, hash))
      separator = '\t'
    }
    yield `${line}\n`
  }
}

async function withoutRepeats<T>(
  client: pg.ClientBase,
  table: string,
  column: string,
  rows: readonly Hashed<T>[],
): Promise<readonly Hashed<T>[]> {
  const fresh = new Map<string, Hashed<T>>()
  for (const row of rows) if (row.hash !== null && !fresh.has(row.hash)) fresh.set(row.hash, row)
  if (fresh.size === 0) return rows
  const { rows: known } = await client.query<{ hash: string }>(
    `SELECT DISTINCT ${column}::text AS hash FROM ${table} WHERE ${column} = ANY($1::bigint[])`,
    [[...fresh.keys()]],
  )
  for (const { hash } of known) fresh.delete(hash)
  return rows.filter((row) => row.hash === null || fresh.get(row.hash) === row)
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
