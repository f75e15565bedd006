import {
  BIGINT,
  DOUBLE,
  DuckDBDataChunk,
  INTEGER,
  LIST,
  listValue,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api'
import { type Batch, createSlices, dayMs, type PlacedColumn, type StoredColumns } from 'sextant/storage'
import { valueOf } from '../promoted/columns.js'
import { schemaName, tables, type TableColumns } from '../tables.js'
import { keyOf, kinds, userKeyOf, valuesOf, type Kind } from './rows.js'

/**
 * Days around a message's timestamp in which a repeat is looked for: without a client timestamp, each copy
 * has the server's receipt time.
 */
const repeatDays = 2

/** Rows of one chunk of the engine. */
const chunkRows = 2_048

/**
 * Stores a batch in one transaction, which is on disk when it resolves. Only one append of a workspace may run
 * at a time, so that the check for repeated messages and the insert are one step.
 * @param promoted the promoted columns that the workspace's tables have
 */
export async function appendBatch(
  connection: DuckDBConnection,
  number: number,
  batch: Batch,
  promoted: StoredColumns,
): Promise<void> {
  await connection.run('BEGIN')
  try {
    await insertLinks(connection, number, batch.links)
    await insertKind(connection, number, 'traits', batch.traits, promoted)
    await insertKind(connection, number, 'contexts', batch.contexts, promoted)
    await insertKind(connection, number, 'events', batch.events, promoted)
    await insertKind(connection, number, 'logs', batch.logs, promoted)
    await insertKind(connection, number, 'metrics', batch.metrics, promoted)
    await connection.run('COMMIT')
  } catch (error) {
    // A transaction that the engine has already ended cannot be rolled back.
    await connection.run('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function insertKind<K extends Kind>(
  connection: DuckDBConnection,
  number: number,
  kind: K,
  rows: readonly Batch[K][number][],
  promoted: StoredColumns,
): Promise<void> {
  const fresh = await withoutRepeats(connection, number, kind, rows)
  if (fresh.length === 0) return
  const { table } = kinds[kind]
  const schema = schemaName(number)
  const inTable = ({ table: other }: PlacedColumn): boolean => other === table
  const columns = promoted.columns.filter(inTable)
  if (columns.length === 0 && !promoted.former.some(inTable))
    return appendRows(connection, kind, fresh, { schema })
  // An appender has to fill all columns of a table, and computes none.
  const own = Object.keys(tables[table]).map((name) => `"${name}"`)
  const stored = `"${schema}".${table}`
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${table} AS SELECT ${own.join(', ')} FROM ${stored} LIMIT 0`,
  )
  await appendRows(connection, kind, fresh, { schema: 'main', catalog: 'temp' })
  const values = columns.map(({ key, name }) => `${valueOf(key)} AS "${name}"`)
  await connection.run(
    `INSERT INTO ${stored} BY NAME SELECT ${['*', ...values].join(', ')} FROM temp.main.${table}`,
  )
}

/** Appends rows to the kind's table in a schema. */
async function appendRows<K extends Kind>(
  connection: DuckDBConnection,
  kind: K,
  rows: readonly Batch[K][number][],
  { schema, catalog }: { readonly schema: string; readonly catalog?: string },
): Promise<void> {
  const { table } = kinds[kind]
  const columns: readonly (readonly [string, TableColumns[string]])[] = Object.entries(tables[table])
  const types = columns.map(([, type]) => engineTypes[type])
  const appender = await connection.createAppender(table, schema, catalog)
  const slices = createSlices()
  try {
    for (let from = 0; from < rows.length; from += chunkRows) {
      const values = rows.slice(from, from + chunkRows).map(valuesOf[kind])
      const chunk = DuckDBDataChunk.create(types, values.length)
      columns.forEach(([name, type], index) => {
        chunk.setColumnValues(
          index,
          values.map((row) => engineValue(row[name] ?? null, type)),
        )
      })
      appender.appendDataChunk(chunk)
      if (slices.over()) await slices.next()
    }
    appender.flushSync()
  } finally {
    appender.closeSync()
  }
}

const engineTypes: Readonly<Record<TableColumns[string], DuckDBType>> = {
  BIGINT,
  INTEGER,
  VARCHAR,
  DOUBLE,
  'DOUBLE[]': LIST(DOUBLE),
}

const engineValue = (value: DuckDBValue, type: TableColumns[string]): DuckDBValue =>
  type === 'DOUBLE[]' ? listValue(value as unknown as readonly DuckDBValue[]) : value

/** The rows whose message is not stored yet, each message once, and all rows without an id. */
async function withoutRepeats<K extends Kind>(
  connection: DuckDBConnection,
  number: number,
  kind: K,
  rows: readonly Batch[K][number][],
): Promise<readonly Batch[K][number][]> {
  const fresh = new Map<bigint, Batch[K][number]>()
  for (const row of rows) {
    if (row.message_id === null) continue
    const key = keyOf(row.message_id)
    if (!fresh.has(key)) fresh.set(key, row)
  }
  if (fresh.size === 0) return rows
  const { table, message } = kinds[kind]
  const [from, to] = daysAround(rows)
  const stored = await connection.runAndReadAll(
    `SELECT DISTINCT ${message} FROM "${schemaName(number)}".${table}
     WHERE day BETWEEN $1 AND $2 AND ${message} IN (SELECT unnest($3::BIGINT[]))`,
    [from, to, listValue([...fresh.keys()])],
    [INTEGER, INTEGER, LIST(BIGINT)],
  )
  for (const [key] of stored.getRows()) fresh.delete(key as bigint)
  const kept = new Set(fresh.values())
  return rows.filter((row) => row.message_id === null || kept.has(row))
}

function daysAround(rows: readonly { readonly timestamp: number }[]): readonly [number, number] {
  let [first, last] = [Infinity, 0]
  for (const { timestamp } of rows) {
    first = Math.min(first, timestamp)
    last = Math.max(last, timestamp)
  }
  return [Math.floor(first / dayMs) - repeatDays, Math.floor(last / dayMs) + repeatDays]
}

/** Stores the links that are later than the device's stored one, by (timestamp, user_id in bytes). */
async function insertLinks(
  connection: DuckDBConnection,
  number: number,
  links: Batch['links'],
): Promise<void> {
  if (links.length === 0) return
  const texts = (values: readonly string[]): DuckDBValue => listValue([...values])
  await connection.run(
    `INSERT INTO "${schemaName(number)}".device_links
     SELECT device, arg_max(device_id, (ms, user_id)), arg_max(user_id, (ms, user_id)), arg_max(actor, (ms, user_id)), max(ms)
     FROM (SELECT unnest($1::BIGINT[]) AS device, unnest($2::VARCHAR[]) AS device_id, unnest($3::VARCHAR[]) AS user_id,
       unnest($4::BIGINT[]) AS actor, unnest($5::BIGINT[]) AS ms) GROUP BY device
     ON CONFLICT (device) DO UPDATE SET user_id = excluded.user_id, actor = excluded.actor, linked_ms = excluded.linked_ms
     WHERE (device_links.linked_ms, device_links.user_id) < (excluded.linked_ms, excluded.user_id)`,
    [
      listValue(links.map(({ device_id }) => keyOf(device_id))),
      texts(links.map(({ device_id }) => device_id)),
      texts(links.map(({ user_id }) => user_id)),
      listValue(links.map(({ user_id }) => userKeyOf(user_id))),
      listValue(links.map(({ timestamp }) => BigInt(timestamp))),
    ],
    [LIST(BIGINT), LIST(VARCHAR), LIST(VARCHAR), LIST(BIGINT), LIST(BIGINT)],
  )
}
