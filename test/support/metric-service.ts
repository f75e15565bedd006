import type { Test } from 'tap'
import type { Plugin } from '../../contract/index.js'
import { fakeClock } from '../kit/clock.js'
import { openService } from '../kit/service.js'
import { firstOver, memory, type NamedStore } from './named-store.js'
import type { TestService } from './service.js'

/** What a metric's test asks of a service: a whole one has it too. */
export interface MetricService extends Pick<
  TestService,
  'service' | 'base' | 'setClock' | 'call' | 'workspace' | 'defaults'
> {
  /** The name of the store. */
  readonly over: string
}

export interface MetricServiceOptions {
  readonly store?: NamedStore
  /** Beside the built-in ones. */
  readonly plugins?: readonly Plugin[]
}

/** The kit's service over a store, without accounts and records. Ends with the test. */
export async function metricService(
  t: Test,
  { store = memory, plugins = [] }: MetricServiceOptions = {},
): Promise<MetricService> {
  const database = await store.database?.()
  const clock = fakeClock()
  const opened = await openService({
    plugins,
    store: store.make(database?.url ?? ''),
    clock,
    checksPlans: plugins.length > 0 || firstOver(store),
  })
  t.teardown(async () => {
    await opened.close()
    await database?.drop()
  })
  const { service, base, call, workspace, defaults } = opened
  return { over: store.name, service, base, call, workspace, defaults, setClock: (now) => clock.set(now) }
}
