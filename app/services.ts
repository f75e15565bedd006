import type { Log } from '../contract/index.js'
import { serviceKey, type Container } from './container.js'
import { blamed } from '../core/kernel/registration-error.js'
import { whileSlow } from './while-slow.js'

/** The optional lifecycle methods of a plugin's service. */
interface Living {
  start?(): Promise<void> | void
  close?(): Promise<void> | void
}

export interface Services {
  /**
   * Starts the services in registration order. If one fails, those before it are closed and the error names
   * it. One that does not settle is named in the log.
   */
  start(): Promise<void>
  /**
   * Closes them in reverse order. One that fails is logged and does not keep the others open. One that does not settle is
   * named in the log; the shutdown goes on without it after its time.
   */
  close(): Promise<void>
}

interface Started {
  readonly plugin: string
  readonly name: string
  readonly service: Living
}

/** Milliseconds after which a service that still starts, or still closes, is named in the log. */
export interface SlowServices {
  readonly startMs: number
  readonly closeMs: number
}
/** A shutdown waits for all services for 4 s (shutdown.ts). */
const usual: SlowServices = { startMs: 30_000, closeMs: 1_000 }

export function createServices(container: Container, slow: SlowServices = usual): Services {
  const { registry, log } = container.cradle
  const entries = [...registry.services.values()]
  const started: Started[] = []

  return {
    async start() {
      for (const { plugin, name } of entries) {
        const service = container.resolve<Living>(serviceKey(name))
        try {
          await whileSlow(Promise.resolve(service.start?.()), slow.startMs, (seconds) =>
            log.warn(
              { plugin, service: name },
              `service ${name} of plugin ${plugin} is still starting after ${seconds} s`,
            ),
          )
        } catch (error) {
          await closeAll(started, log, slow.closeMs)
          throw blamed(plugin, `service ${name}`, error, 'could not start: ')
        }
        started.push({ plugin, name, service })
      }
    },
    close: () => closeAll(started, log, slow.closeMs),
  }
}

async function closeAll(started: readonly Started[], log: Log, slowMs: number): Promise<void> {
  for (const { plugin, name, service } of [...started].reverse()) {
    try {
      await whileSlow(Promise.resolve(service.close?.()), slowMs, (seconds) =>
        log.warn(
          { plugin, service: name },
          `service ${name} of plugin ${plugin} is still closing after ${seconds} s`,
        ),
      )
    } catch (err) {
      log.error({ err, plugin, service: name }, 'the service could not be closed')
    }
  }
}
