import { ClickHouseError } from '@clickhouse/client'
import { FactsChanged, type AnalyticsStore } from '../../../core/contract/index.js'
import type { ClickHouseQuery } from '../query/compile-query.js'
import type { PromotedState } from './state.js'

/** The engine's codes for a column that is not there, by where it notices. */
const goneColumn = new Set(['8', '10', '16', '47'])

/**
 * Asks questions and counts the properties they ask for. A column may be dropped, by another process too, between compiling
 * a question and asking it: then the facts that it was compiled by are over.
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
