import { loadProcessSettings, type LoadOptions } from '../../config/load.js'
import type { Settings } from '../../core/contract/index.js'

/** The settings of this process, the file named by --config included. Throws SettingsError. */
export type LoadSettings = (defaults?: LoadOptions['defaults']) => Settings

export const settingsLoader =
  (configFile: () => string | undefined): LoadSettings =>
  (defaults) =>
    loadProcessSettings(configFile() ?? null, defaults)
