import { LRUCache } from 'lru-cache'
import { serviceRef, type WorkspaceRef } from '../../contract/index.js'

/** Remembers the bounds of histograms, so that an incomplete set of buckets is not taken for a complete one. */
export interface Bounds {
  /** Returns true if these are all the bounds that this process has seen in the series; remembers new ones. */
  areAll(workspace: WorkspaceRef, series: string, bounds: readonly string[]): boolean
}

export const boundsService = serviceRef<Bounds>('prometheusBounds')

const mostSeries = 50_000

/** A memory of the `most` series used last. */
export function createBounds(most = mostSeries): Bounds {
  /** Bounds of a series joined into a string: there are many, and they rarely change. */
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
