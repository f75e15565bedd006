import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { questionSettings } from './connection.js'

/**
 * Optimizations that returned wrong answers in a tested version. A server rejects a statement with a setting
 * it does not know, so each is sent only to servers that know it.
 */
const switchedOff: ClickHouseSettings = {
  // 26.7: drops rows that OFFSET needs if an inner subquery is sorted too.
  use_top_k_dynamic_filtering: 0,
  // 26.7: joins that are merged for reordering lose a key that is the same in every row.
  query_plan_optimize_join_order_limit: '0',
}

/**
 * The engine splits more groups than a threshold into 256 blocks, so that all threads merge them. Each function after the
 * grouping, of which a funnel has a hundred, then runs once for each block. With few threads, merging the groups by one of
 * them costs less, and no more time. Both values are for all threads together; the engine's own are for each.
 */
const groupsOfOneBlock = { groups: 600_000, bytes: 400_000_000 }
const engineDefault = { groups: 100_000, bytes: 50_000_000 }

/**
 * Returns the settings of grouping on a server.
 * @param maxThreads the server's setting: "2", or "auto(2)"
 */
export function groupingSettings(maxThreads: string): ClickHouseSettings {
  const threads = Number(/[1-9]\d*/.exec(maxThreads)?.[0])
  const groups = Math.floor(groupsOfOneBlock.groups / threads)
  // Without a number, nothing is known.
  if (!(groups > engineDefault.groups)) return {}
  const bytes = Math.max(engineDefault.bytes, Math.floor(groupsOfOneBlock.bytes / threads))
  return {
    group_by_two_level_threshold: String(groups),
    group_by_two_level_threshold_bytes: String(bytes),
  }
}

/**
 * Returns a function that gives the settings of every question to this server; it reads the known ones once.
 */
export function serverSettings(client: ClickHouseClient): () => Promise<ClickHouseSettings> {
  let known: ClickHouseSettings | null = null
  return async () => {
    if (known !== null) return known
    const result = await client.query({
      query: 'SELECT name, value FROM system.settings WHERE name IN {names:Array(String)}',
      query_params: { names: [...Object.keys(switchedOff), 'max_threads'] },
      format: 'JSONCompactEachRow',
    })
    const values = new Map(await result.json<[string, string]>())
    const off = Object.entries(switchedOff).filter(([name]) => values.has(name))
    const grouping = groupingSettings(values.get('max_threads') ?? '')
    known = { ...questionSettings, ...grouping, ...Object.fromEntries(off) }
    return known
  }
}
