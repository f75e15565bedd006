import type { WorkspaceRef } from '../../contract/index.js'
import {
  parseRecord,
  recordText,
  type LayoutEngine,
  type LayoutRecord,
  type LayoutStep,
} from '../sql/layouts.js'
import { clickhouseError } from './errors.js'
import type { IdleTables } from './idle-tables.js'
import { setOnTables, type TableSettings } from './table-settings.js'
import { literal, databaseOf, type WorkspaceDatabase } from './cluster/database.js'
import type { Servers } from './cluster/servers.js'
import { verifyShards } from './cluster/verify-shards.js'
import { jsonTables, tableStatements } from './tables.js'

/** What a step runs on: the existing databases of a workspace, on every server of a cluster. */
export interface Target {
  readonly servers: Servers
  readonly database: WorkspaceDatabase
  readonly settings: () => Promise<TableSettings>
  /** Whether the database was just created and is empty, so that no older table needs a check. */
  readonly empty: boolean
}

/** All steps, in order. A change of existing tables is a new step at the end (see LayoutStep). */
export const steps: readonly LayoutStep<Target>[] = [
  {
    version: 1,
    async apply({ servers, database, settings, empty }) {
      const known = await settings()
      const { replicated } = await servers.layout()
      // A server of a cluster may lack the databases. On a single server, a missing database means a deleted
      // workspace.
      if (database.cluster !== null)
        for (const name of [database.stored, database.name])
          await servers.everywhere((on) => `CREATE DATABASE IF NOT EXISTS ${name}${on}`)
      for (const statement of tableStatements(database))
        await servers.everywhere((on) => statement({ on, replicated, settings: known.table }))
      if (empty) return
      await verifyShards(servers, database)
      await setOnTables(servers, database, known, jsonTables)
    },
  },
  {
    // Tables of the first layout merge as rarely as new ones (see table-settings.ts).
    version: 2,
    async apply({ servers, database, settings, empty }) {
      if (!empty) await setOnTables(servers, database, await settings(), jsonTables)
    },
  },
]

/**
 * Suffix of a record. Tables created for one server or for another cluster have no record for this cluster.
 */
const whereOf = ({ cluster }: WorkspaceDatabase): string => (cluster === null ? '' : `, cluster ${cluster}`)

/** Stores the record in the comment of the workspace's database, so that it is dropped with the tables. */
export async function writeRecord(
  servers: Servers,
  database: WorkspaceDatabase,
  record: LayoutRecord,
): Promise<void> {
  const text = literal(recordText(record, whereOf(database)))
  await servers.everywhere((on) => `ALTER DATABASE ${database.name}${on} MODIFY COMMENT ${text}`)
}

export interface ClickHouseLayoutOptions {
  readonly servers: Servers
  readonly settings: () => Promise<TableSettings>
  readonly create: (workspace: WorkspaceRef) => Promise<void>
  readonly changed: (workspace: WorkspaceRef) => Promise<void>
  /** Keeps the tables attached while a step runs (see idle-tables.ts). */
  readonly during: IdleTables['during']
}

/** Returns how layout steps are read, recorded and run on ClickHouse (see LayoutEngine). */
export function clickhouseLayouts({
  servers,
  settings,
  create,
  changed,
  during,
}: ClickHouseLayoutOptions): LayoutEngine<Target> {
  return {
    steps,
    create,
    changed,
    async read(workspace) {
      const condition = workspace === null ? `match(name, '^w[0-9]+$')` : 'name = {name:String}'
      const result = await servers.client
        .query({
          query: `SELECT substring(name, 2), comment FROM system.databases WHERE ${condition}`,
          ...(workspace !== null && { query_params: { name: `w${workspace.number}` } }),
          format: 'JSONCompactEachRow',
        })
        .catch(rethrow)
      const rows = await result.json<[string, string]>()
      const where = whereOf(databaseOf({ id: '', number: 0 }, servers.cluster))
      return new Map(rows.map(([number, comment]) => [Number(number), parseRecord(comment, where)]))
    },
    background: (workspace, work) =>
      during(workspace, () =>
        work({ servers, database: databaseOf(workspace, servers.cluster), settings, empty: false }),
      ).catch(rethrow),
    async record(workspace, record, work) {
      const database = databaseOf(workspace, servers.cluster)
      try {
        await work?.({ servers, database, settings, empty: false })
        await writeRecord(servers, database, record)
      } catch (error) {
        rethrow(error)
      }
    },
  }
}

function rethrow(error: unknown): never {
  throw clickhouseError(error)
}
