import { ClickHouseError } from '@clickhouse/client'
import { LRUCache } from 'lru-cache'
import { ServiceError, type AnalyticsStore } from '../../../contract/index.js'
import { isThrown } from '../errors.js'
import type { ClickHouseQuery } from './compile-query.js'
import { severalAtOnce } from './measures.js'
import { tooManyLabels } from './sequence-labels.js'

type Ask = (
  query: Parameters<AnalyticsStore['run']>[0] & Partial<Pick<ClickHouseQuery, 'byGroups'>>,
  ...rest: [limits: Parameters<AnalyticsStore['run']>[1], signal?: AbortSignal]
) => ReturnType<AnalyticsStore['run']>

/** TOO_MANY_ROWS: more keys than the statement's own limit. */
const tooManyKeys = '158'

/** How many statements with too many keys are remembered, and for how many milliseconds. */
const remembered = { max: 1_000, ttl: 3_600_000 }

/**
 * Wraps `ask` to answer by groups where a statement finds too many labels for its lists, or several values where its form knows
 * only one. Such a statement is remembered and not tried again for an hour.
 */
export function orByGroups(ask: Ask): Ask {
  const many = new LRUCache<string, true>(remembered)
  return async (query, limits, signal) => {
    const { byGroups = null } = query
    if (byGroups === null) return await ask(query, limits, signal)
    const key = `${query.workspace.id} ${query.text}`
    if (!many.has(key))
      try {
        return await ask(query, limits, signal)
      } catch (error) {
        if (!requiresOther(error)) throw error
        many.set(key, true)
      }
    return await ask(byGroups(), limits, signal)
  }
}

/** Whether the statement cannot answer over the data that it found. */
const requiresOther = (error: unknown): boolean =>
  (isThrown(error) && [tooManyLabels, severalAtOnce].some((one) => error.message.includes(one))) ||
  (error instanceof ServiceError &&
    error.cause instanceof ClickHouseError &&
    error.cause.code === tooManyKeys)
