import type { ClickHouseSettings } from '@clickhouse/client'
import { literal, ofAllServers, type Place } from './cluster/database.js'
import type { Servers } from './cluster/servers.js'

/** Whose turn it is to write, where the shards are, and what is made of the rest (see views/activity-snapshot/), which changes no answer. */
const unread = `table IN ('writers', 'shard_places') OR startsWith(table, 'person_')`

/** More threads cost more than they gain. */
const settings: ClickHouseSettings = { max_threads: 1, max_execution_time: 10 }

/**
 * The parts of which the tables of a workspace consist now, on every server: how many, and a sum of hashes. A part is
 * never changed: whatever is stored, deleted, merged or rolled up makes parts of other names, which are not used again. Should a
 * server number them anew (after it lost all parts of a table and was started again), their time tells them apart.
 */
export async function dataVersion(servers: Servers, { stored, cluster }: Place): Promise<string> {
  const server = cluster === null ? '' : '_shard_num, '
  const database = literal(stored.replaceAll('`', ''))
  const ask = async (query: string): Promise<readonly string[] | undefined> => {
    const clickhouse_settings = { ...(await servers.reading()), ...settings }
    const result = await servers.client.query({ query, format: 'JSONCompactEachRow', clickhouse_settings })
    return (await result.json<readonly string[]>())[0]
  }
  const [parts = '0', sum = '0'] =
    (await ask(
      `SELECT toString(count()), toString(sum(sipHash64(${server}path, modification_time)))
      FROM ${ofAllServers(cluster, 'system.parts')} WHERE database = ${database} AND active AND NOT (${unread})`,
    )) ?? []
  // A workspace without a part may be one that is gone: a question about it would fail, and so does this.
  if (parts === '0') await ask(`SELECT toString(count()) FROM ${stored}.device_links`)
  return `${parts} ${sum}`
}
