import type { Test } from 'tap'
import { chosenStores, type NamedStore } from '../support/named-store.js'
import { testService, type TestService } from '../support/service.js'

export { address, inParallel, store } from '../support/send.js'

export interface StoreService extends TestService {
  /** The name of the store. */
  readonly over: string
  /** The database of the service's records. */
  readonly recordsUrl: string
}

/**
 * Starts a service over the store that ends with the test. Callers state their addresses, so that they reach
 * no rate limit.
 */
export async function serviceOver(
  t: Test,
  { name, make }: NamedStore,
  environment: Readonly<Record<string, string>> = {},
): Promise<StoreService> {
  let recordsUrl = ''
  const service = await testService(
    (url) => {
      recordsUrl = url
      return make(url)
    },
    {
      environment: {
        TRUST_PROXY: 'true',
        SQL_RATE_LIMIT: '1000000',
        ADMIN_RATE_LIMIT: '1000000',
        ...environment,
      },
    },
  )
  t.teardown(() => service.close())
  return { ...service, over: name, recordsUrl }
}

/** One test per store, each with a service of its own. */
export async function overEachStore(
  t: Test,
  run: (t: Test, service: StoreService) => Promise<void>,
): Promise<void> {
  for (const store of chosenStores())
    await t.test(store.name, async (t) => {
      await run(t, await serviceOver(t, store))
    })
}
