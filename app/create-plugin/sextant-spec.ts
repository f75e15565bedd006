import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { CommandError } from '../../contract/index.js'

/** The package whose program runs. */
export interface RunningPackage {
  readonly version: string
  /** Its folder. */
  readonly root: string
}

interface Places {
  readonly cwd: string
  /** The folder of the new plugin, absolute. */
  readonly folder: string
  readonly running: RunningPackage
}

/** Git and tarballs elsewhere, which npm resolves. */
const remote = /^(?:https?|git|git\+[a-z]+|ssh|github|gitlab|bitbucket):/
const versionOrTag = /^[\w.^~<>=|* +-]+$/
export const isTarball = (path: string): boolean => /\.(?:tgz|tar\.gz|tar)$/.test(path)

/**
 * Returns what package.json of the plugin names as `sextant`: `from`, or the running package (its version, or its folder
 * if it is a checkout). A path that is relative to the working directory becomes relative to the plugin's folder. Throws
 * CommandError for a path without the package.
 */
export function sextantSpec(from: string | null, { cwd, folder, running }: Places): string {
  if (from === null) {
    const isInstalled = running.root.split(sep).includes('node_modules')
    return isInstalled ? `^${running.version}` : fileSpec(checkedFolder(running.root))
  }
  if (from.trim() === '') throw new CommandError('--from must be a version, a folder or a tarball')
  if (remote.test(from)) return from
  const path = from.replace(/^file:/, '').replace(/^~(?=\/)/, homedir())
  const target = resolve(cwd, path)
  const found = statSync(target, { throwIfNoEntry: false })
  const isPath = from.startsWith('file:') || /^[./~]/.test(from) || isTarball(from)
  if (found === undefined || (!isPath && !isPackage(target))) {
    if (isPath) throw new CommandError(`--from: ${from} does not exist`)
    if (versionOrTag.test(from)) return from
    throw new CommandError(`--from must be a version, a folder or a tarball, not ${JSON.stringify(from)}`)
  }
  if (found.isDirectory()) checkedFolder(target)
  else if (!isTarball(path)) throw new CommandError(`--from: ${from} is no tarball (.tgz)`)
  return fileSpec(isAbsolute(path) ? target : relative(folder, target))
}

const fileSpec = (path: string): string => `file:${path.split(sep).join('/')}`

/** A folder named `latest` must not shadow the tag. */
function isPackage(folder: string): boolean {
  try {
    return nameIn(folder) === 'sextant'
  } catch {
    return false
  }
}

function checkedFolder(folder: string): string {
  let name: string | undefined
  try {
    name = nameIn(folder)
  } catch {
    // Reported below.
  }
  if (name !== 'sextant') throw new CommandError(`--from: ${folder} is not the package sextant`)
  if (statSync(join(folder, 'build/app/cli/main.js'), { throwIfNoEntry: false }) === undefined)
    throw new CommandError(`--from: ${folder} is not built; run "npm run build" there`)
  return folder
}

const nameIn = (folder: string): string | undefined =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: string }).name
