import type pg from 'pg'
import type { Batch } from '../../../contract/index.js'
import { makePartitions, monthsOf } from '../partitions.js'
import { daysView } from '../views/device-days/view.js'
import { rollupView } from '../views/rollups/triggers.js'
import { newPart } from '../views/triggered/parts.js'
import { insertRows } from './insert.js'
import { insertLinks } from './links.js'
import { copyTables } from './row-format.js'

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
  await makePartitions(client, schema, 'events_v1', months, (part, month) =>
    [rollupView, daysView].map((view) => newPart(schema, part, month, view)).join(' '),
  )
  await makePartitions(client, schema, 'logs_v1', monthsOf(batch.logs.map((row) => row.timestamp)))
  await makePartitions(client, schema, 'metrics_v1', monthsOf(batch.metrics.map((row) => row.timestamp)))
  // Large enough that the triggers' transition tables of the new rows stay in memory.
  await client.query(`BEGIN; SET LOCAL work_mem = '64MB'`)
  await insertLinks(client, schema, batch.links)
  await insertRows(client, schema, copyTables.traits, batch.traits)
  await insertRows(client, schema, copyTables.contexts, batch.contexts)
  await insertRows(client, schema, copyTables.events, batch.events)
  await insertRows(client, schema, copyTables.logs, batch.logs)
  await insertRows(client, schema, copyTables.metrics, batch.metrics)
  await client.query('COMMIT')
  await client.query('SELECT pg_advisory_unlock($1, $2)', [appendLock, lock % 2 ** 31])
}

const appendLock = 0x5e87
