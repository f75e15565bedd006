import { CommandError } from '../../contract/index.js'

export const pluginKinds = ['metric', 'feature', 'storage'] as const
export type PluginKind = (typeof pluginKinds)[number]

/** One name in the forms that a plugin's files use. */
export interface PluginNames {
  /** As given, with its scope: `@acme/page-depth`. */
  readonly npm: string
  /** The npm name without its scope. */
  readonly folder: string
  /** The plugin's name in the service, in kebab-case: the folder without the prefix `sextant-` or `sextant-plugin-`. */
  readonly plugin: string
  /** `page_depth`: keys of metrics, tables. */
  readonly snake: string
  /** `PAGE_DEPTH`: settings. */
  readonly constant: string
  /** `Page depth` */
  readonly title: string
}

const kebab = /^(?:@[a-z0-9][a-z0-9-]*\/)?[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
/** Postgres cuts identifiers at 63 bytes, and names of tables and indexes get endings. */
const longest = 40
/** Settings must not begin like variables of other programs. */
const foreign = /^(?:node|npm)(?:-|$)/

/** Throws CommandError unless the name is a valid npm name in kebab-case. */
export function namesOf(given: string): PluginNames {
  if (!kebab.test(given))
    throw new CommandError(
      `name must be in kebab-case, such as page-depth or @acme/page-depth, not ${JSON.stringify(given)}`,
    )
  const folder = given.replace(/^.*\//, '')
  const plugin = folder.replace(/^sextant-(?:plugin-)?/, '')
  if (!kebab.test(plugin) || ['sextant', 'plugin'].includes(plugin))
    throw new CommandError(`name must say more than ${given}, such as page-depth`)
  if (folder.length > longest) throw new CommandError(`name must have at most ${longest} characters`)
  const snake = plugin.replaceAll('-', '_')
  const words = plugin.replaceAll('-', ' ')
  return {
    npm: given,
    folder,
    plugin,
    snake,
    constant: `${foreign.test(plugin) ? 'PLUGIN_' : ''}${snake.toUpperCase()}`,
    title: words.charAt(0).toUpperCase() + words.slice(1),
  }
}

interface Taken {
  readonly plugins: readonly string[]
  readonly metrics: ReadonlyMap<string, unknown>
  readonly storages: ReadonlyMap<string, unknown>
}

/** Throws CommandError if the service has the name already; such a plugin would stop its start. */
export function checkFree({ plugin, snake }: PluginNames, kind: PluginKind, taken: Taken): void {
  const isTaken =
    taken.plugins.includes(plugin) ||
    (kind === 'metric' && taken.metrics.has(snake)) ||
    (kind === 'storage' && (taken.storages.has(plugin) || plugin === 'memory'))
  if (isTaken) throw new CommandError(`name ${plugin} is taken by a built-in plugin; choose another one`)
}
