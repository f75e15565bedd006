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
 * Returns a function that gives the settings of every question to this server; it reads the known ones once.
 */
export function serverSettings(client: ClickHouseClient): () => Promise<ClickHouseSettings> {
  let known: ClickHouseSettings | null = null
  return async () => {
    if (known !== null) return known
    const result = await client.query({
      query: 'SELECT name FROM system.settings WHERE name IN {names:Array(String)}',
      query_params: { names: Object.keys(switchedOff) },
      format: 'JSONCompactEachRow',
    })
    const names = new Set((await result.json<[string]>()).map(([name]) => name))
    const off = Object.entries(switchedOff).filter(([name]) => names.has(name))
    known = { ...questionSettings, ...Object.fromEntries(off) }
    return known
  }
}
