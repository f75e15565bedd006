import type { ServiceDependencies, TryCounter } from '../../contract/index.js'
import { countTry } from './tries-repository.js'

/** Counts tries in fixed windows, which all processes share through the records. */
export function createTryCounter({
  records,
  clock,
}: Pick<ServiceDependencies, 'records' | 'clock'>): TryCounter {
  return Object.freeze({
    async count(key, seconds) {
      const now = clock()
      const found = await countTry(records, key, new Date(now), new Date(now + seconds * 1000))
      return { tries: found.tries, secondsLeft: (found.ends_at.getTime() - now) / 1000 }
    },
  } satisfies TryCounter)
}
