import type { Plugin } from '../core/contract/index.js'
import { checkRoutes } from '../core/http/route-table.js'
import { loadPlugins } from '../core/kernel/load-plugins.js'
import type { Registry } from '../core/kernel/registries.js'
import { checkSettingNames } from './declared-settings.js'

/**
 * Lets the plugins register, then checks their routes and settings. Throws a RegistrationError that names the plugin at
 * fault.
 */
export function loadRegistry(plugins: readonly Plugin[]): Registry {
  const registry = loadPlugins(plugins)
  checkRoutes(registry)
  checkSettingNames(registry)
  return registry
}
