import { localUrl, type Log, type Settings } from '../contract/index.js'
import { unknownForms } from '../core/kernel/native-forms.js'
import type { Registry } from '../core/kernel/registries.js'
import { createService, type Service } from './service.js'
import { StartError } from './start-error.js'
import { closeAll, openStores } from './stores.js'
import { tokenKey } from './token-key.js'

export interface Program {
  readonly service: Service
  readonly port: number
  /** The service's URL on this machine. */
  readonly url: string
  /** Drains the service, closes the stores and stops the embedded engines. */
  close(options?: { readonly drainMilliseconds?: number }): Promise<void>
}

export interface ProgramOptions {
  readonly settings: Settings
  readonly log: Log
  /** What the plugins have registered. */
  readonly registry: Registry
}

/**
 * Starts the whole program: plugins register, stores open, then the service and its server start. If a part fails, those already started are
 * stopped. Throws StartError, EngineError, RegistrationError or SettingsError, each with a one-line message.
 */
export async function startProgram({ settings, log, registry }: ProgramOptions): Promise<Program> {
  for (const { plugin, operator, storage, known } of unknownForms(registry))
    log.warn(
      { plugin, operator, storage, known },
      `plugin ${plugin}: operator ${operator}: its native form for ${storage} is not used, because no plugin declares that storage`,
    )
  const stores = await openStores(settings, log, registry)
  const { analytics, records } = stores
  try {
    const key = tokenKey(settings)
    const service = await createService({ analytics, records, settings, registry, log, tokenKey: key })
    const { port } = await service.listen(settings.port, settings.host).catch(async (error: unknown) => {
      await service.close()
      throw cannotListen(settings, error)
    })
    const url = localUrl(settings.host, port)
    const close: Program['close'] = async (options) => {
      await service.close(options)
      await stores.stopEngines()
    }
    return { service, port, url, close }
  } catch (error) {
    await closeAll([analytics, records])
    await stores.stopEngines()
    throw error
  }
}

function cannotListen({ port, host }: Settings, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `PORT: ${port} on ${host} is in use; stop the other program or choose another port`,
      )
    case 'EACCES':
      return new StartError(`PORT: ${port} is privileged; use 1024 or higher`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST: ${host} is not an address of this machine`)
    default:
      return error
  }
}
