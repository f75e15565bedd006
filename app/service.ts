import type { RequestListener } from 'node:http'
import {
  jobScheduler,
  messages,
  type AnalyticsStore,
  type Log,
  type Plugin,
  type RecordStore,
  type Settings,
} from '../contract/index.js'
import { createApp } from '../http/app.js'
import type { ServiceState } from '../http/core-dependencies.js'
import { eventMeters } from '../core/kernel/events/meters.js'
import { listen, type HttpServer } from '../http/server.js'
import { buildContainer, type Given } from './container.js'
import { declaredChannels } from './declared-channels.js'
import { loadRegistry } from './load-registry.js'
import { migrateRecords } from './migrations.js'
import type { Registry } from '../core/kernel/registries.js'
import { selfCheck } from './self-check.js'
import { createServices } from './services.js'
import { createRandomId } from './random-id.js'
import { closedWithin, shutdownBounds } from './shutdown.js'

export interface ServiceOptions {
  readonly settings: Settings
  /** Plugins that register now. */
  readonly plugins?: readonly Plugin[]
  /** In place of `plugins`: what plugins have registered already, as their settings require. */
  readonly registry?: Registry
  readonly analytics: AnalyticsStore
  readonly records: RecordStore
  readonly log: Log
  /** Milliseconds since 1970 UTC; the machine's clock by default. */
  readonly clock?: () => number
  readonly newId?: (prefix: string) => string
  readonly tokenKey: Uint8Array
  /** Whether to compile every metric's plan before the start; for tests, which start many services of the same parts. */
  readonly checksPlans?: boolean
}

export interface Service {
  /** Handles requests without listening: for tests and custom servers. */
  readonly app: RequestListener
  readonly registry: Registry
  readonly phase: ServiceState['phase']
  /** Returns the code that creates the first user; null if there are users already. */
  setupCode(): Promise<string | null>
  listen(port: number, host: string): Promise<{ readonly port: number; close(): Promise<void> }>
  /**
   * Drains, ends the jobs and delivers waiting events, closes the plugins' services in reverse order, then the stores. Further calls wait for the same
   * shutdown.
   */
  close(options?: { readonly drainMilliseconds?: number }): Promise<void>
}

/**
 * Creates the whole service over open stores: plugins register, everything is checked, the records are
 * migrated, the plugins' services start. If any step fails, whatever has started is closed again and the
 * stores remain the caller's; afterwards the service closes them.
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { analytics, records, log } = options
  const state: ServiceState = { phase: 'starting' }
  const registry = options.registry ?? loadRegistry(options.plugins ?? [])
  const container = buildContainer(givenBy(options), registry)
  const { settings, setting, clock, newId, use, find, events, instruments, validators } = container.cradle
  const parts = { settings, setting, clock, newId, use, find, analytics }
  events.open({ ...parts, records: container.cradle.records })
  eventMeters(instruments.meters, () => events.tallies())
  find(messages)?.begin(declaredChannels(registry, validators))
  selfCheck(container, options.checksPlans)
  const app = createApp(container, state).callback()
  await migrateRecords(registry, records, log)
  const services = createServices(container)
  await services.start()
  const jobs = find(jobScheduler)
  events.begin()
  jobs?.begin(registry.jobs)
  state.phase = 'ready'

  const servers = new Set<HttpServer>()
  let closing: Promise<void> | undefined

  async function close(drainMilliseconds: number): Promise<void> {
    state.phase = 'draining'
    await Promise.all([jobs?.end(), ...[...servers].map((server) => server.close(drainMilliseconds))])
    await events.close(shutdownBounds.eventsMs)
    const parts = [
      { name: 'services', milliseconds: shutdownBounds.servicesMs, close: () => services.close() },
      { name: 'analytics', milliseconds: shutdownBounds.analyticsMs, close: () => analytics.close() },
      { name: 'records', milliseconds: shutdownBounds.recordsMs, close: () => records.close() },
    ]
    for (const part of parts) await closedWithin(part, part.close, log)
    state.phase = 'closed'
  }

  return {
    app: (request, response) => void app(request, response),
    registry,
    get phase() {
      return state.phase
    },
    setupCode: async () => (await container.cradle.accessControl.setupCode?.()) ?? null,
    async listen(port, host) {
      const { newId, settings, instruments } = container.cradle
      const parts = { newId, settings, observer: instruments.http }
      const server = await listen((request, response) => void app(request, response), { port, host }, parts)
      servers.add(server)
      return {
        port: server.port,
        async close() {
          servers.delete(server)
          await server.close(shutdownBounds.drainMs)
        },
      }
    },
    close({ drainMilliseconds = shutdownBounds.drainMs } = {}) {
      closing ??= close(drainMilliseconds)
      return closing
    },
  }
}

const givenBy = ({ settings, log, analytics, records, tokenKey, clock, newId }: ServiceOptions): Given => ({
  settings,
  log,
  analytics,
  records,
  tokenKey,
  clock: clock ?? Date.now,
  newId: newId ?? createRandomId(),
})
