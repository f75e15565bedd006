import type { AnalyticsStore } from '../../contract/index.js'
import { law, newSeed, type Law } from './law.js'
import { needsFastCheck } from './needs-fast-check.js'

export interface RandomPlansOptions {
  /** The store under test; the caller closes it. Its answers are compared with those of the memory store. */
  readonly store: AnalyticsStore
  /** Data sets of 25 plans each; 8 by default. */
  readonly runs?: number
  /** A random one by default; every failure names it. */
  readonly seed?: number
}

/** Laws over random rows and plans: the store returns the rows that the memory store returns. Needs the package fast-check. */
export function randomPlanLaws({ store, runs = 8, seed = newSeed() }: RandomPlansOptions): readonly Law[] {
  return Array.from({ length: runs }, (_, index) =>
    law(
      `random plans: ${store.engine} returns the rows of memory (data set ${index + 1} of ${runs})`,
      async () => {
        const { sampleCase, firstDifference } = await plansOfPackage()
        return firstDifference(sampleCase(seed + index), [store])
      },
      seed + index,
    ),
  )
}

const plansOfPackage = () =>
  needsFastCheck(async () => {
    const [{ sampleCase }, { firstDifference }] = await Promise.all([
      import('./plans/property-case.js'),
      import('./plans/compare-stores.js'),
    ])
    return { sampleCase, firstDifference }
  })
