import type { ServiceDependencies, TryCounter } from '../../core/contract/index.js'
import { createBackground } from './background.js'
import { countTry, sweepTries } from './tries-repository.js'

/** Milliseconds between two sweeps of ended windows. */
const sweepEvery = 60_000

export interface ClosableTryCounter extends TryCounter {
  close(): Promise<void>
}

/** Counts tries in fixed windows, which all processes share through the records. */
export function createTryCounter({
  records,
  clock,
  log,
}: Pick<ServiceDependencies, 'records' | 'clock' | 'log'>): ClosableTryCounter {
  const background = createBackground(log)
  let swept = -Infinity

  function sweep(now: number): void {
    if (Math.abs(now - swept) < sweepEvery) return
    swept = now
    background.start('sweep', () => sweepTries(records, new Date(now)))
  }

  return Object.freeze({
    async count(key, seconds) {
      const now = clock()
      const found = await countTry(records, key, new Date(now), new Date(now + seconds * 1000))
      sweep(now)
      return { tries: found.tries, secondsLeft: (found.ends_at.getTime() - now) / 1000 }
    },
    close: () => background.settled(),
  } satisfies ClosableTryCounter)
}
