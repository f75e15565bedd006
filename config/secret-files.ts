import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { SettingsError } from './settings-error.js'
import type { SettingName } from './schema.js'

/** Settings that may be read from a file, whose path is in the setting of the same name with `_FILE`. */
export const secretSettings = [
  'JWT_SECRET',
  'DATABASE_URL',
  'CLICKHOUSE_URL',
  'ADMIN_PASSWORD',
  'METRICS_TOKEN',
] as const satisfies readonly SettingName[]

type Source = Readonly<Record<string, unknown>>

/**
 * Returns one source of settings (the environment or the config file) with the contents of the files that it
 * names: `{JWT_SECRET_FILE: '/run/secrets/jwt'}` becomes `{JWT_SECRET: '<content>'}`. Trailing line breaks of
 * a file are removed. `more` are the secrets of plugins. Throws SettingsError if a source has both names of a
 * setting, or if a file is unreadable or empty.
 */
export function withSecretFiles<T extends Source>(
  source: T,
  directory: string,
  more: readonly string[] = [],
): T {
  const lines: string[] = []
  const values: Record<string, unknown> = { ...source }
  for (const name of [...secretSettings, ...more]) {
    const fileName = `${name}_FILE`
    const path = source[fileName]
    Reflect.deleteProperty(values, fileName)
    if (path === undefined || path === '') continue
    if (source[name] !== undefined && source[name] !== '')
      lines.push(`${name} and ${fileName}: set one of them, not both`)
    else {
      const content = typeof path === 'string' ? contentOf(resolve(directory, path)) : null
      if (content === null) lines.push(`${fileName}: the file cannot be read`)
      else if (content === '') lines.push(`${fileName}: the file is empty`)
      else values[name] = content
    }
  }
  if (lines.length > 0) throw new SettingsError(lines)
  return values as T
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').replace(/[\r\n]+$/, '')
  } catch {
    return null
  }
}
