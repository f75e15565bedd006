import type { AnalyticsStore } from '../../contract/index.js'
import { conformanceLaws } from './conformance/index.js'
import { newSeed } from './law.js'
import type { Suite } from './metric-laws.js'
import { randomPlanLaws } from './random-plans.js'
import { openService } from './service.js'
import { storeLaws } from './store-laws.js'

export interface StoreLawsOptions {
  /** Opens the store under test; the suite closes it. */
  readonly open: () => Promise<AnalyticsStore> | AnalyticsStore
  /** Data sets of 25 random plans each; 8 by default, 0 for none (they need the package fast-check). */
  readonly runs?: number
  /** The seed of the random plans; a random one by default. */
  readonly seed?: number
}

/** All laws of a storage adapter: conformance cases, promises of the contract, and random plans against memory. Run them one by one. */
export async function storeSuite({ open, runs = 8, seed = newSeed() }: StoreLawsOptions): Promise<Suite> {
  const store = await open()
  const { call, workspace, defaults, clock, close } = await openService({ store })
  const service = { call, workspace, defaults, setClock: clock.set }
  return {
    laws: [...conformanceLaws(service), ...storeLaws(store), ...randomPlanLaws({ store, runs, seed })],
    close,
  }
}
