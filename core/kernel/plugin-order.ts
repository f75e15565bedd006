import type { Plugin } from '../contract/index.js'
import { RegistrationError } from './registration-error.js'

/**
 * Each plugin behind those that its `after` names (names that are not there do not count); otherwise in the order
 * given, so that one list always boots alike.
 */
export function orderPlugins(plugins: readonly Plugin[]): readonly Plugin[] {
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]))
  const ordered = new Set<Plugin>()
  const path: string[] = []

  function visit(plugin: Plugin): void {
    if (ordered.has(plugin)) return
    if (path.includes(plugin.name)) {
      const cycle = [...path.slice(path.indexOf(plugin.name)), plugin.name].join(' after ')
      throw new RegistrationError(plugin.name, 'after', `the order is a circle: ${cycle}`)
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
