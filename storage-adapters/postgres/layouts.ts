import type pg from 'pg'
import type { Log, WorkspaceRef } from '../../contract/index.js'
import {
  parseRecord,
  recordText,
  type LayoutEngine,
  type LayoutRecord,
  type LayoutStep,
} from '../sql/layouts.js'
import { versionStatements } from './data-version.js'
import { retryLost } from './ingest/retry.js'
import { daysStatement } from './views/device-days/tables.js'
import { watchLinks } from './views/device-days/triggers.js'
import { daysView } from './views/device-days/view.js'
import { rollupStatements } from './views/rollups/tables.js'
import { rollupView } from './views/rollups/triggers.js'
import { watchStatement } from './views/triggered/parts.js'
import { partsStatement } from './views/triggered/view.js'
import { makeReader } from './sandbox/prepare.js'
import type { Ground } from './sandbox/reader.js'
import { readyReaders } from './sandbox/roles.js'
import { groupCallsIndex, tableStatements } from './tables.js'

/**
 * A client and an existing schema. apply() runs in the transaction that
 * records the step, finish() outside of one.
 */
export interface Target {
  readonly client: pg.ClientBase
  readonly schema: string
}

/** All layout steps; a change of existing tables is a new step at the end (see LayoutStep). */
export const steps: readonly LayoutStep<Target>[] = [
  {
    version: 1,
    async apply({ client, schema }) {
      await client.query(
        tableStatements(schema) +
          versionStatements(schema) +
          rollupStatements(schema) +
          partsStatement(schema, rollupView) +
          watchStatement(schema, rollupView),
      )
    },
  },
  {
    version: 2,
    apply: () => Promise.resolve(),
    // Finds the devices of a person. Without it, a plan that expects one person and meets thousands reads all links
    // for each of them.
    finish: (target) => buildIndex(target, 'device_links_actor', 'device_links (actor, device)'),
  },
  {
    version: 3,
    apply: () => Promise.resolve(),
    // Finds the group calls of a device, and whether there are any, without reading all traits.
    finish: (target) => buildIndex(target, 'traits_v1_groups', `traits_v1 ${groupCallsIndex}`),
  },
  {
    version: 4,
    // The days of devices, which are counted in the background.
    async apply({ client, schema }) {
      await client.query(
        daysStatement(schema) +
          partsStatement(schema, daysView) +
          watchStatement(schema, daysView) +
          watchLinks(schema),
      )
    },
  },
]

/**
 * Creates an index without blocking appends. An interrupted build leaves an invalid index, which is dropped
 * first. The wait for older transactions is bounded, and the step is retried later.
 */
async function buildIndex({ client, schema }: Target, name: string, on: string): Promise<void> {
  await client.query(`SET lock_timeout = '5s'`)
  try {
    const { rowCount } = await client.query(
      'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
      [`${schema}.${name}`],
    )
    if (rowCount !== 0) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${schema}.${name}`)
    await client.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${schema}.${on}`)
  } finally {
    await client.query('RESET lock_timeout')
  }
}

/** The quoted schema of a workspace: "w7" for number 7. */
export const schemaOf = ({ number }: WorkspaceRef): string => `"w${number}"`

export interface PostgresLayoutOptions {
  /** Runs work on a connection that holds the lock for creating schemas and roles. */
  readonly locked: <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>
  readonly withClient: <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>
  readonly ground: () => Promise<Ground>
  readonly create: (workspace: WorkspaceRef) => Promise<void>
  readonly log: Log
}

/**
 * The layout engine of Postgres. Records are comments of schemas: they are
 * dumped, restored and dropped with the tables.
 */
export function postgresLayouts(options: PostgresLayoutOptions): LayoutEngine<Target> {
  const { locked, withClient, ground, create, log } = options
  return {
    steps,
    create,
    async read(workspace) {
      const known = await ground()
      return withClient((client) => readRecords(client, workspace, known))
    },
    background: (workspace, work) => withClient((client) => work({ client, schema: schemaOf(workspace) })),
    async record(workspace, record, work) {
      const known = await ground()
      const schema = schemaOf(workspace)
      const store = async (client: pg.PoolClient): Promise<void> => {
        if (work === null) {
          await client.query(recordStatement(schema, record))
          return
        }
        // Another process may have applied the step and use the tables:
        // grants and new partitions would conflict.
        const current = (await readRecords(client, workspace, known)).get(workspace.number)
        if (current !== undefined && current.applied >= record.applied) return
        await client.query('BEGIN')
        await work({ client, schema })
        await makeReader(client, workspace, schema, known, log)
        await client.query(recordStatement(schema, record))
        await client.query('COMMIT')
      }
      // Appends of other processes lock the same tables, in another order.
      await retryLost(() => locked(store))
    },
  }
}

/** The statement that stores a layout record. */
export const recordStatement = (schema: string, record: LayoutRecord): string =>
  `COMMENT ON SCHEMA ${schema} IS '${recordText(record)}'`

/**
 * Reads layout records. A workspace whose views or reader are from another version counts as having none, so
 * that its steps run again.
 */
async function readRecords(
  client: pg.ClientBase,
  workspace: WorkspaceRef | null,
  { accounts }: Ground,
): Promise<ReadonlyMap<number, LayoutRecord>> {
  const { rows } = await client.query<{ number: string; comment: string | null }>(
    `SELECT substr(nspname, 2) AS number, obj_description(oid, 'pg_namespace') AS comment
     FROM pg_namespace WHERE ${workspace === null ? `nspname ~ '^w[0-9]+$'` : 'nspname = $1'}`,
    workspace === null ? [] : [`w${workspace.number}`],
  )
  const numbers = rows.map(({ number }) => Number(number))
  const ready = accounts === null ? new Set(numbers) : await readyReaders(client, numbers, accounts)
  return new Map(
    rows.map(({ comment }, index) => {
      const number = numbers[index] ?? 0
      return [number, parseRecord(ready.has(number) ? comment : null)]
    }),
  )
}
