import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, Settings } from '../contract/index.js'
import { missingExport } from '../core/kernel/check-contract.js'
import { builtInPlugins } from '../plugins/index.js'
import { builtInStorages } from '../storage-adapters/index.js'
import { StartError, wordsOf } from './start-error.js'

/**
 * Returns the built-in storages and plugins, and those named in the settings: npm packages or files that export `plugin`.
 */
export async function allPlugins(settings: Pick<Settings, 'plugins'>): Promise<readonly Plugin[]> {
  return [...builtInStorages, ...builtInPlugins, ...(await Promise.all(settings.plugins.map(loadPlugin)))]
}

async function loadPlugin(name: string): Promise<Plugin> {
  const isFile = /^[./]/.test(name)
  let module: { readonly plugin?: Plugin }
  try {
    module = (await import(isFile ? pathToFileURL(resolve(name)).href : name)) as typeof module
  } catch (error) {
    const words = wordsOf(error)
    throw new StartError(`PLUGINS: ${name} cannot be loaded: ${missingExport(words) ?? words}`, {
      cause: error,
    })
  }
  if (module.plugin === undefined) throw new StartError(`PLUGINS: ${name} must export \`plugin\``)
  return module.plugin
}
