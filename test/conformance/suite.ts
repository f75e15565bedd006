import t from 'tap'
import type { AnalyticsStore } from '../../contract/index.js'
import { conformanceLaws } from '../kit/conformance/index.js'
import { testService } from '../support/service.js'

/**
 * Runs the kit's cases against a whole service over this store.
 */
export async function conformance(
  target: string,
  makeStore: (recordsUrl: string) => AnalyticsStore,
  recordServer?: string,
  /** Removes all rows, so that all cases share a workspace where creating one is slow. */
  empty?: () => Promise<void>,
): Promise<void> {
  const service = await testService(t, {
    store: { name: target, make: makeStore },
    ...(recordServer === undefined ? {} : { recordServer }),
  })
  const laws = conformanceLaws(service, empty && { empty })
  for (const area of new Set(laws.map((one) => one.area)))
    await t.test(`${target}: ${area}`, async (t) => {
      for (const law of laws.filter((one) => one.area === area)) await t.resolves(law.check(), law.name)
    })
}
