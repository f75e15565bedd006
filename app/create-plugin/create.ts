import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandError } from '../../contract/index.js'
import type { PluginKind, PluginNames } from './names.js'
import { packageJson, type ServicePackage } from './package-json.js'
import { renderedFiles } from './render.js'
import { isTarball, sextantSpec } from './sextant-spec.js'

/** The folder of the running package. */
const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/[\\/]$/, '')

export interface CreateOptions {
  readonly names: PluginNames
  readonly kind: PluginKind
  /** The spec of the package sextant; null for the running one. */
  readonly from: string | null
  /** The folder in which the plugin gets its own. */
  readonly cwd: string
}

export interface CreatedPlugin {
  readonly folder: string
  /** npm installs the package as a link to a folder, and then would build it. */
  readonly isLinked: boolean
}

/**
 * Writes a new plugin into a folder of its own. Throws CommandError, and writes nothing, if the
 * folder has files or `from` names no package.
 */
export function createPlugin({ names, kind, from, cwd }: CreateOptions): CreatedPlugin {
  const folder = resolve(cwd, names.folder)
  checkEmpty(folder, names.folder)
  const service = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as ServicePackage
  const spec = sextantSpec(from, { cwd, folder, running: { version: service.version, root } })
  const files = [
    { path: 'package.json', text: packageJson({ names, kind, spec, service }) },
    ...renderedFiles(join(root, 'templates/plugin'), kind, names),
  ]
  try {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      // Fails rather than overwrite a file that appeared meanwhile.
      writeFileSync(join(folder, path), text, { flag: 'wx' })
    }
  } catch (error) {
    throw new CommandError(`${names.folder} cannot be written: ${(error as Error).message}`)
  }
  return { folder, isLinked: spec.startsWith('file:') && !isTarball(spec) }
}

function checkEmpty(folder: string, shown: string): void {
  if (!existsSync(folder)) return
  if (!statSync(folder).isDirectory()) throw new CommandError(`${shown} is a file; choose another name`)
  if (readdirSync(folder).length > 0)
    throw new CommandError(`folder ${shown} is not empty; choose another name, or empty it`)
}
