import type { WorkspaceRef } from '../../core/contract/index.js'
import { ofAllServers, placeOf, type Place } from './cluster/database.js'
import type { Servers } from './cluster/servers.js'
import type { PathLimits } from './dynamic-paths.js'
import { clickhouseError } from './errors.js'
import { steps, writeRecord } from './layouts.js'

function refuse(error: unknown): never {
  throw clickhouseError(error)
}

/** CONFLICT if there is a database of this number; what it began and cannot finish it removes. */
export async function createDatabases(
  servers: Servers,
  workspace: WorkspaceRef,
  paths: () => Promise<PathLimits>,
): Promise<void> {
  const place = placeOf(workspace, servers.cluster)
  // Nothing is begun that cannot be made everywhere.
  await versionOf(servers).catch(refuse)
  await servers.everywhere((on) => `CREATE DATABASE ${place.database}${on}`).catch(refuse)
  try {
    for (const step of steps) await step.apply({ servers, place, paths })
    await writeRecord(servers, place, { applied: steps.length, finished: steps.length })
  } catch (error) {
    await dropDatabases(servers, place)
    throw clickhouseError(error)
  }
}

export async function dropDatabases(servers: Servers, { database, stored }: Place): Promise<void> {
  for (const name of new Set([database, stored]))
    await servers.everywhere((on) => `DROP DATABASE IF EXISTS ${name}${on} SYNC`).catch(refuse)
}

/** The version of the server that is asked, after every other one has answered too. */
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
