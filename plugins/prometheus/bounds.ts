import { LRUCache } from 'lru-cache'
import { serviceRef, type WorkspaceRef } from '../../core/contract/index.js'

/** Remembers the buckets that histograms have had, so that a part of one is not taken for the whole. */
export interface Bounds {
  /** Whether these are all the bounds that the series has ever had here; notes the new ones. */
  areAll(workspace: WorkspaceRef, series: string, bounds: readonly string[]): boolean
}

export const boundsService = serviceRef<Bounds>('prometheusBounds')

const mostSeries = 50_000

export function createBounds(most = mostSeries): Bounds {
  /** As texts: they are many, and nearly always the same as before. */
  const known = new LRUCache<string, string>({ maxSize: most, sizeCalculation: () => 1 })
  return {
    areAll({ number }, series, bounds) {
      const key = `${number} ${series}`
      const given = textOf(bounds)
      const before = known.get(key) ?? given
      const all = before === given ? given : textOf([...before.split(' '), ...bounds])
      known.set(key, all)
      return all === given
    },
  }
}

const textOf = (bounds: readonly string[]): string => [...new Set(bounds)].sort().join(' ')
