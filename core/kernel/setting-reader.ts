import type { ReadSetting, Settings } from '../../contract/index.js'
import type { Registry } from './registries.js'

/** Returns the function that reads the settings of plugins; one that was not loaded has its default. */
export const createSettingReader = (
  { settings: known }: Pick<Registry, 'settings'>,
  { declared }: Settings,
): ReadSetting => {
  const read = ({ name }: { readonly name: string }): unknown => {
    const setting = known.get(name)
    if (setting === undefined)
      throw new Error(`no plugin declares the setting ${name}; call host.setting() in register()`)
    return declared[name] ?? setting.definition.default ?? null
  }
  return read as ReadSetting
}
