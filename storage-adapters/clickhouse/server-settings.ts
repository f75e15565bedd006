import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { questionSettings } from './connection.js'

/**
 * Optimisations that answered wrongly in a version that was tried. A server that does not know one of them would
 * refuse the whole question, so each is only sent to servers that do.
 */
const switchedOff: ClickHouseSettings = {
  // 26.7: drops rows that an OFFSET needs when an inner subquery is sorted too.
  use_top_k_dynamic_filtering: 0,
  // 26.7: joins that are put together to be reordered lose a key that is the same in every row.
  query_plan_optimize_join_order_limit: '0',
}

/** The settings of every question to this server, asked of it once. */
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
