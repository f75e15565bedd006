import { loadProcessSettings, pluginNamesOfProcess, type LoadOptions } from '../../config/load.js'
import type { Settings } from '../../contract/index.js'
import type { Registry } from '../../core/kernel/registries.js'
import { builtInPlugins } from '../../plugins/index.js'
import { declaredSettings } from '../declared-settings.js'
import { loadRegistry } from '../load-registry.js'
import { allPlugins } from '../all-plugins.js'

/** Loads the settings of this process, the file named by --config included. */
export interface LoadSettings {
  /** Throws SettingsError, or the error of a plugin that could not be loaded. */
  (defaults?: LoadOptions['defaults']): Settings
  /** Returns what all plugins have registered. Throws like the loader. */
  registry(): Registry
  /** Returns whether the operator asked for stacks of errors; false if that cannot be known. */
  wantsStacks(): boolean
}

/** The plugins of this process, or the built-in ones alone and the reason why the others are missing. */
export interface FoundPlugins {
  readonly registry: Registry
  readonly error: Error | null
}

/**
 * Loads the plugins that the environment and the file name. A failure does not end the program, because help
 * and the doctor work without them.
 */
export async function findPlugins(file: string | null): Promise<FoundPlugins> {
  try {
    const plugins = await allPlugins({ plugins: pluginNamesOfProcess(file) })
    return { registry: loadRegistry(plugins), error: null }
  } catch (error) {
    return { registry: loadRegistry(builtInPlugins), error: errorOf(error) }
  }
}

/** A plugin may throw anything. */
const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

export function settingsLoader(file: string | null, { registry, error }: FoundPlugins): LoadSettings {
  const declared = declaredSettings(registry)
  const requirePlugins = (): void => {
    if (error !== null) throw error
  }
  const load = (defaults: LoadOptions['defaults'] = {}): Settings => {
    requirePlugins()
    return loadProcessSettings(file, { defaults, declared })
  }
  return Object.assign(load, {
    registry() {
      requirePlugins()
      return registry
    },
    wantsStacks() {
      try {
        return ['debug', 'trace'].includes(loadProcessSettings(file, { declared }).logLevel)
      } catch {
        return false
      }
    },
  })
}
