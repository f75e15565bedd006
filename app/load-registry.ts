import type { Plugin } from '../contract/index.js'
import { checkPages } from '../http/check-pages.js'
import { checkRoutes } from '../http/route-table.js'
import { checkNativeForms } from '../core/kernel/native-forms.js'
import { loadPlugins } from '../core/kernel/load-plugins.js'
import type { Registry } from '../core/kernel/registries.js'
import { checkCommandNames } from './cli/core-commands.js'
import { checkSettingNames } from './declared-settings.js'

/**
 * Lets the plugins register, then checks their routes, pages, native forms, settings and commands. Throws a RegistrationError that names
 * the plugin at fault.
 */
export function loadRegistry(plugins: readonly Plugin[]): Registry {
  const registry = loadPlugins(plugins)
  checkRoutes(registry)
  checkPages(registry)
  checkNativeForms(registry)
  checkSettingNames(registry)
  checkCommandNames(registry)
  return registry
}
