import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { builtInPlugins } from '../plugins/index.js'
import type { Log, Plugin, Settings } from './contract/index.js'
import { createService, type Service } from './service.js'
import { openStores } from './stores.js'
import { tokenKey } from './token-key.js'

export interface Program {
  readonly service: Service
  readonly port: number
  /** Drains the service, closes the stores and stops the embedded engines. */
  close(): Promise<void>
}

/** The whole program: stores, plugins, service, and listening. What was started is stopped again if a part fails. */
export async function startProgram(settings: Settings, log: Log): Promise<Program> {
  const plugins = await allPlugins(settings)
  const key = tokenKey(settings)
  const stores = await openStores(settings, log)
  try {
    const service = await createService({ ...stores, settings, plugins, log, tokenKey: key })
    const { port } = await service.listen(settings.port, settings.host).catch(async (error: unknown) => {
      await service.close()
      throw error
    })
    const close = async (): Promise<void> => {
      await service.close()
      await stores.stopEngines()
    }
    return { service, port, close }
  } catch (error) {
    await stores.stopEngines()
    throw error
  }
}

/** The built-in plugins and those the settings name: an npm package or a file whose export is called `plugin`. */
export async function allPlugins(settings: Settings): Promise<readonly Plugin[]> {
  const further = settings.plugins.map(async (name) => {
    const isFile = /^[./]/.test(name)
    const module = (await import(isFile ? pathToFileURL(resolve(name)).href : name)) as { plugin?: Plugin }
    if (module.plugin === undefined) throw new Error(`PLUGINS: ${name} does not export \`plugin\``)
    return module.plugin
  })
  return [...builtInPlugins, ...(await Promise.all(further))]
}
