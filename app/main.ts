import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { builtInPlugins } from '../plugins/index.js'
import { localUrl, type Log, type Plugin, type Settings } from '../core/contract/index.js'
import { createService, type Service } from './service.js'
import { StartError, wordsOf } from './start-error.js'
import { closeAll, openStores } from './stores.js'
import { tokenKey } from './token-key.js'

export interface Program {
  readonly service: Service
  readonly port: number
  /** Where the service is reached on this machine. */
  readonly url: string
  /** Drains the service, closes the stores and stops the embedded engines. */
  close(options?: { readonly drainMilliseconds?: number }): Promise<void>
}

/**
 * The whole program: stores, plugins, service, and listening. What was started is stopped again if a part fails.
 * Throws StartError, EngineError or RegistrationError: one line each.
 */
export async function startProgram(settings: Settings, log: Log): Promise<Program> {
  const plugins = await allPlugins(settings)
  const stores = await openStores(settings, log)
  const { analytics, records } = stores
  try {
    const key = tokenKey(settings)
    const service = await createService({ analytics, records, settings, plugins, log, tokenKey: key })
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

/** The built-in plugins and those the settings name: an npm package or a file whose export is called `plugin`. */
export async function allPlugins(settings: Pick<Settings, 'plugins'>): Promise<readonly Plugin[]> {
  return [...builtInPlugins, ...(await Promise.all(settings.plugins.map(loadPlugin)))]
}

async function loadPlugin(name: string): Promise<Plugin> {
  const isFile = /^[./]/.test(name)
  let module: { readonly plugin?: Plugin }
  try {
    module = (await import(isFile ? pathToFileURL(resolve(name)).href : name)) as typeof module
  } catch (error) {
    throw new StartError(`PLUGINS: ${name} cannot be loaded: ${wordsOf(error)}`, { cause: error })
  }
  if (module.plugin === undefined) throw new StartError(`PLUGINS: ${name} does not export \`plugin\``)
  return module.plugin
}

function cannotListen({ port, host }: Settings, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(`PORT: ${port} on ${host} is taken; stop what uses it, or choose another port`)
    case 'EACCES':
      return new StartError(`PORT: ${port} needs rights that this user has not; choose one from 1024 on`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST: ${host} is no address of this machine`)
    default:
      return error
  }
}
