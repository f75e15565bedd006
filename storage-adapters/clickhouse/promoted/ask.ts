import { ClickHouseError } from '@clickhouse/client'
import { FactsChanged, type AnalyticsStore } from '../../../contract/index.js'
import type { ClickHouseQuery } from '../query/compile-query.js'
import type { PromotedState } from './state.js'

/** ClickHouse's codes for a missing column, depending on where it is noticed. */
const goneColumn = new Set(['8', '10', '16', '47'])

/**
 * Wraps `ask` to count the properties that questions read. A column may be dropped, also by another process,
 * between compiling and running a question. The question then rejects with FactsChanged, and its caller
 * compiles it again.
 */
export function countedAsk(ask: AnalyticsStore['run'], state: PromotedState): AnalyticsStore['run'] {
  return async (query: Asked, limits, signal) => {
    const { keys = [], promoted = false } = query.properties ?? {}
    if (keys.length > 0) state.asked(query.workspace, keys)
    try {
      return await ask(query, limits, signal)
    } catch (error) {
      if (!promoted || !(error instanceof ClickHouseError && goneColumn.has(error.code))) throw error
      state.doubt(query.workspace)
      throw new FactsChanged(error)
    }
  }
}

type Asked = Parameters<AnalyticsStore['run']>[0] & Partial<Pick<ClickHouseQuery, 'properties'>>
