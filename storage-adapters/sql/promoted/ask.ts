import { FactsChanged, type AnalyticsStore, type CompiledQuery } from '../../../contract/index.js'
import type { PromotedState } from './state.js'

/** The properties that a statement reads. */
export interface ReadProperties {
  /** The stored keys of the properties that it reads, promoted or not. */
  readonly keys: readonly string[]
  /** Whether it reads a promoted column. */
  readonly promoted: boolean
}

/**
 * Wraps `ask` to count the properties that questions read. A column may be dropped, also by another process,
 * between compiling and running a question. The question then rejects with FactsChanged, and its caller
 * compiles it again.
 * @param isGone whether an engine's error says that a column is missing
 */
export function countedAsk(
  ask: AnalyticsStore['run'],
  state: PromotedState,
  isGone: (error: unknown) => boolean,
): AnalyticsStore['run'] {
  return async (query: Asked, limits, signal) => {
    const { keys = [], promoted = false } = query.properties ?? {}
    if (keys.length > 0) state.asked(query.workspace, keys)
    try {
      return await ask(query, limits, signal)
    } catch (error) {
      if (!promoted || !isGone(error)) throw error
      state.doubt(query.workspace)
      throw new FactsChanged(error)
    }
  }
}

type Asked = CompiledQuery & { readonly properties?: ReadProperties }
