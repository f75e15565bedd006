import type { WorkspaceRef } from '../../contract/index.js'
import { ofAllServers, databaseOf, type WorkspaceDatabase } from './cluster/database.js'
import type { Servers } from './cluster/servers.js'
import { clickhouseError, isNotEmpty } from './errors.js'
import { steps, writeRecord } from './layouts.js'
import type { TableSettings } from './table-settings.js'

function rethrow(error: unknown): never {
  throw clickhouseError(error)
}

/**
 * Creates the databases and tables of a workspace. Throws CONFLICT if a database with this number exists.
 * Drops what it created if a later step fails.
 */
export async function createDatabases(
  servers: Servers,
  workspace: WorkspaceRef,
  settings: () => Promise<TableSettings>,
): Promise<void> {
  const database = databaseOf(workspace, servers.cluster)
  const { cluster } = database
  // Checks first that every server responds, so that nothing is created on a part of them.
  if (cluster !== null) await versionOf(servers).catch(rethrow)
  await servers.everywhere((on) => `CREATE DATABASE ${database.name}${on}`).catch(rethrow)
  try {
    // On a cluster, shards may hold tables that a failed removal has left.
    for (const step of steps) await step.apply({ servers, database, settings, empty: cluster === null })
    await writeRecord(servers, database, { applied: steps.length, finished: steps.length })
  } catch (error) {
    await dropDatabases(servers, database)
    throw clickhouseError(error)
  }
}

/** Drops the databases of a workspace on every server; does nothing if they do not exist. */
export async function dropDatabases(
  servers: Pick<Servers, 'everywhere'>,
  { name: database, stored }: Pick<WorkspaceDatabase, 'name' | 'stored'>,
): Promise<void> {
  for (const name of new Set([database, stored])) await dropOne(servers, name, mostDrops).catch(rethrow)
}

/** A view that is being built may create a table while its database is dropped: the engine asks to try again. */
async function dropOne(servers: Pick<Servers, 'everywhere'>, name: string, tries: number): Promise<void> {
  try {
    await servers.everywhere((on) => `DROP DATABASE IF EXISTS ${name}${on} SYNC`)
  } catch (error) {
    if (!isNotEmpty(error) || tries === 1) throw error
    await dropOne(servers, name, tries - 1)
  }
}

/** More tables than a view has. */
const mostDrops = 20

/**
 * Returns the version of the queried server. Throws UNAVAILABLE unless all servers of the cluster respond.
 */
export async function versionOf(servers: Servers): Promise<string> {
  await servers.layout()
  const result = await servers.client.query({
    query: `SELECT version(), count() FROM ${ofAllServers(servers.cluster, 'system.one')} GROUP BY 1`,
    format: 'JSONCompactEachRow',
    clickhouse_settings: await servers.reading(),
  })
  const [row] = await result.json<[string]>()
  return row?.[0] ?? ''
}
