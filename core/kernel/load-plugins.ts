import type { Contract, Plugin, PluginHost } from '../../contract/index.js'
import { contractProblem } from './check-contract.js'
import { isKebabCase } from './checks.js'
import { orderPlugins } from './plugin-order.js'
import { blamed, RegistrationError } from './registration-error.js'
import { openRegistry, type OpenRegistry, type Registry } from './registries.js'

/**
 * Lets every plugin register, in order. Throws a RegistrationError that names the plugin at fault. `known` is the
 * service's contracts by default.
 */
export function loadPlugins(plugins: readonly Plugin[], known?: readonly Contract[]): Registry {
  const seen = new Set<string>()
  for (const plugin of plugins) {
    checkPlugin(plugin, known)
    if (seen.has(plugin.name)) throw new RegistrationError(plugin.name, 'name', 'is used by two plugins')
    seen.add(plugin.name)
  }
  const open = openRegistry()
  for (const plugin of orderPlugins(plugins)) register(open, plugin)
  return open.freeze()
}

function checkPlugin({ name, contract }: Plugin, known?: readonly Contract[]): void {
  if (!isKebabCase(name)) throw new RegistrationError(name, 'name', 'must be kebab-case')
  const problem = contractProblem(contract, known)
  if (problem !== null) throw new RegistrationError(name, 'contract', problem)
}

function register(open: OpenRegistry, plugin: Plugin): void {
  const slot = open.hostFor(plugin.name)
  try {
    const declare: (host: PluginHost) => unknown = (host) => plugin.register(host)
    const result = declare(slot.host)
    if (result instanceof Promise) {
      result.catch(() => undefined)
      throw new RegistrationError(plugin.name, 'register', 'must be synchronous, but returned a promise')
    }
  } catch (error) {
    throw blamed(plugin.name, 'register', error, 'threw: ')
  } finally {
    slot.close()
  }
}
