import type { Settings } from '../../../contract/index.js'
import type { Registry } from '../../../core/kernel/registries.js'
import { builtInPlugins } from '../../../plugins/index.js'
import { ok, type Finding } from './finding.js'

const builtIn: ReadonlySet<string> = new Set(builtInPlugins.map(({ name }) => name))

/** One finding per additional plugin with settings: their values, but of secrets only whether they are set. */
export function pluginSettingFindings(
  { plugins, settings }: Pick<Registry, 'plugins' | 'settings'>,
  { declared }: Pick<Settings, 'declared'>,
): readonly Finding[] {
  const shown = (name: string, secret: boolean): string => {
    const value = declared[name] ?? null
    if (value === null) return `${name} unset`
    return secret ? `${name} set` : `${name} ${JSON.stringify(value)}`
  }
  return plugins
    .filter((plugin) => !builtIn.has(plugin))
    .map((plugin) => ({
      plugin,
      own: [...settings.values()].filter((entry) => entry.plugin === plugin),
    }))
    .filter(({ own }) => own.length > 0)
    .map(({ plugin, own }) =>
      ok(
        `settings of ${plugin}`,
        own.map(({ definition }) => shown(definition.name, definition.secret === true)).join(', '),
      ),
    )
}
