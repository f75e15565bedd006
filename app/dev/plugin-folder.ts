import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { CommandError } from '../../contract/index.js'

/** The plugin under development. */
export interface PluginFolder {
  readonly folder: string
  /** The file that the service loads. A compiler may still have to write it. */
  readonly entry: string
  /** The plugin's own compiler; null for a plugin in JavaScript. */
  readonly compiler: string | null
}

interface PackageFile {
  readonly main?: unknown
  readonly exports?: unknown
}

/** Reads the folder's package.json. Throws CommandError if it is no plugin, or if its compiler is not installed. */
export function pluginFolder(given: string): PluginFolder {
  const folder = resolve(given)
  const file = join(folder, 'package.json')
  if (!existsSync(file))
    throw new CommandError(`--plugin: ${given} has no package.json; name the folder of a plugin`)
  let content: PackageFile
  try {
    content = JSON.parse(readFileSync(file, 'utf8')) as PackageFile
  } catch (error) {
    throw new CommandError(`--plugin: ${file} is no JSON: ${(error as Error).message}`)
  }
  const entry = entryOf(content)
  if (entry === null)
    throw new CommandError(`--plugin: ${file} must name the plugin's module in exports or main`)
  return { folder, entry: join(folder, entry), compiler: compilerOf(folder) }
}

/** The module of the package itself: `exports`, its `.` and its conditions, then `main`. */
function entryOf({ exports, main }: PackageFile): string | null {
  const found = targetOf(exports) ?? main
  return typeof found === 'string' ? found : null
}

function targetOf(exports: unknown): string | null {
  if (typeof exports === 'string') return exports
  if (typeof exports !== 'object' || exports === null) return null
  const map = exports as Readonly<Record<string, unknown>>
  return targetOf(map['.'] ?? map['import'] ?? map['node'] ?? map['default'])
}

function compilerOf(folder: string): string | null {
  if (!existsSync(join(folder, 'tsconfig.json'))) return null
  try {
    const found = createRequire(join(folder, 'package.json')).resolve('typescript/package.json')
    return join(dirname(found), 'bin/tsc')
  } catch {
    throw new CommandError(`--plugin: typescript is not installed in ${folder}; run "npm install" there`)
  }
}
