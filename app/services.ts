import type { Log } from '../contract/index.js'
import { serviceKey, type Container } from './container.js'
import { blamed } from '../core/kernel/registration-error.js'

/** The optional lifecycle methods of a plugin's service. */
interface Living {
  start?(): Promise<void> | void
  close?(): Promise<void> | void
}

export interface Services {
  /**
   * Starts the services in registration order. If one fails, those before it are closed and the error names
   * it.
   */
  start(): Promise<void>
  /** Closes them in reverse order. One that fails is logged and does not keep the others open. */
  close(): Promise<void>
}

export function createServices(container: Container): Services {
  const { registry, log } = container.cradle
  const entries = [...registry.services.values()]
  const started: { readonly name: string; readonly service: Living }[] = []

  return {
    async start() {
      for (const { plugin, name } of entries) {
        const service = container.resolve<Living>(serviceKey(name))
        try {
          await service.start?.()
        } catch (error) {
          await closeAll(started, log)
          throw blamed(plugin, `service ${name}`, error, 'could not start: ')
        }
        started.push({ name, service })
      }
    },
    close: () => closeAll(started, log),
  }
}

async function closeAll(started: readonly { name: string; service: Living }[], log: Log): Promise<void> {
  for (const { name, service } of [...started].reverse()) {
    try {
      await service.close?.()
    } catch (err) {
      log.error({ err, service: name }, 'the service could not be closed')
    }
  }
}
