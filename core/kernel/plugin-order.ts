import type { Plugin } from '../../contract/index.js'
import { RegistrationError } from './registration-error.js'

/**
 * Sorts each plugin behind those in its `after`; names of absent plugins are ignored. Otherwise the given
 * order is kept, so that the same list always boots alike.
 */
export function orderPlugins(plugins: readonly Plugin[]): readonly Plugin[] {
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]))
  const ordered = new Set<Plugin>()
  const path: string[] = []

  function visit(plugin: Plugin): void {
    if (ordered.has(plugin)) return
    if (path.includes(plugin.name)) {
      const cycle = [...path.slice(path.indexOf(plugin.name)), plugin.name].join(' → ')
      throw new RegistrationError(plugin.name, 'after', `circular after: ${cycle}`)
    }
    path.push(plugin.name)
    for (const name of plugin.after) {
      const earlier = byName.get(name)
      if (earlier) visit(earlier)
    }
    path.pop()
    ordered.add(plugin)
  }

  for (const plugin of plugins) visit(plugin)
  return [...ordered]
}
