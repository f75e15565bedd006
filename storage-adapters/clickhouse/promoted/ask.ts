import { ClickHouseError } from '@clickhouse/client'
import type { AnalyticsStore, CompiledQuery } from '../../../core/contract/index.js'
import type { PromotedState } from './state.js'

/** What a compiled question reads of the properties of events. */
export interface PropertyReads {
  readonly keys: ReadonlySet<string>
  /** The same question without promoted columns; null if it reads none. */
  readonly plain: (() => CompiledQuery) | null
}

export type ReadsOf = WeakMap<CompiledQuery, PropertyReads>

/** The engine's codes for a column that is not there, by where it notices. */
const goneColumn = new Set(['8', '10', '16', '47'])

/**
 * Asks questions and counts the properties they ask for. A column may be dropped, by another process too, between compiling
 * a question and asking it: then it is asked again without promoted columns.
 */
export function countedAsk(
  ask: AnalyticsStore['run'],
  reads: ReadsOf,
  state: PromotedState,
): AnalyticsStore['run'] {
  return async (query, limits, signal) => {
    const own = reads.get(query)
    if (own === undefined) return ask(query, limits, signal)
    state.asked(query.workspace, own.keys)
    try {
      return await ask(query, limits, signal)
    } catch (error) {
      if (own.plain === null || !(error instanceof ClickHouseError && goneColumn.has(error.code))) throw error
      state.doubt(query.workspace)
      return ask(own.plain(), limits, signal)
    }
  }
}
