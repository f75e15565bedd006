import type { ClickHouseSettings } from '@clickhouse/client'
import { literal, ofAllServers, type WorkspaceDatabase } from './cluster/database.js'
import type { Servers } from './cluster/servers.js'
import type { ServerRequests } from './server-requests.js'

/**
 * Excluded tables: the writer lease, the shard places, and the person tables derived from the rest (see
 * views/activity-snapshot/). They change no answer.
 */
const unread = `table IN ('writers', 'shard_places') OR startsWith(table, 'person_')`

/** One thread: more cost more than they save. */
const settings: ClickHouseSettings = { max_threads: 1, max_execution_time: 10 }

/**
 * Returns a version of a workspace's data: the number of its active parts on all servers and a sum of hashes
 * over them. Parts are immutable: every insert, deletion, merge and rollup creates parts with new names, and
 * names are not reused. A server that lost all parts of a table and restarted may number from 1 again; the
 * modification time then distinguishes the parts.
 */
export async function dataVersion(
  servers: Servers,
  requests: ServerRequests,
  { stored, cluster }: WorkspaceDatabase,
): Promise<string> {
  const server = cluster === null ? '' : '_shard_num, '
  const database = literal(stored.replaceAll('`', ''))
  const ask = async (text: string): Promise<readonly unknown[] | undefined> => {
    const all = { ...(await servers.reading()), ...settings }
    return (await requests.rows({ text, parameters: {}, settings: all }))[0]
  }
  const [parts = '0', sum = '0'] =
    (await ask(
      `SELECT toString(count()), toString(sum(sipHash64(${server}path, modification_time)))
      FROM ${ofAllServers(cluster, 'system.parts')} WHERE database = ${database} AND active AND NOT (${unread})`,
    )) ?? []
  // Without parts the workspace may have been dropped. Reading a table then throws, as a question would.
  if (parts === '0') await ask(`SELECT toString(count()) FROM ${stored}.device_links`)
  return `${String(parts)} ${String(sum)}`
}
