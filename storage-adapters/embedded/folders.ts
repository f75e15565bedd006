import { chmod, lchown, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Account } from './account.js'
import { EngineError, oneLine } from './engine.js'

/**
 * Creates a folder and its missing parents. They belong to the program. As root, other users may pass through
 * them (not list them), because the engines' accounts have their own folders inside.
 * @returns its real path
 * @throws EngineError
 */
export async function makeFolder(path: string): Promise<string> {
  try {
    const first = await mkdir(path, { recursive: true })
    const real = await realpath(path)
    if (first !== undefined) {
      const mode = process.getuid?.() === 0 ? 0o711 : 0o700
      // mkdir obeys the umask, which may have closed root's new folders to other users.
      const top = await realpath(first)
      for (let each = real; ; each = dirname(each)) {
        await chmod(each, mode)
        if (each === top) break
      }
    }
    return real
  } catch (error) {
    throw new EngineError(`cannot create folder ${path}: ${oneLine(error)}`)
  }
}

/** Whether the account may pass through this one folder. */
async function mayEnter(folder: string, account: Account): Promise<boolean> {
  const { uid, gid, mode } = await stat(folder)
  if (uid === account.uid) return (mode & 0o100) !== 0
  if (gid === account.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

/**
 * Returns the first folder on the way to `path` (a real path, included) that the account cannot enter, or
 * undefined.
 */
export async function closedFolder(path: string, account: Account): Promise<string | undefined> {
  const above = dirname(path)
  if (above !== path) {
    const closed = await closedFolder(above, account)
    if (closed !== undefined) return closed
  }
  return (await mayEnter(path, account)) ? undefined : path
}

/**
 * Creates an engine's main folder and returns its real path. Throws EngineError if its account cannot reach
 * it.
 */
export async function makeEngineFolder(path: string, account: Account | undefined): Promise<string> {
  const real = await makeFolder(path)
  // This folder is the program's to open; folders above it are the operator's.
  if (account && !(await mayEnter(real, account))) await chmod(real, 0o711)
  const closed = account && (await closedFolder(real, account))
  if (closed === undefined) return real
  throw new EngineError(
    `account ${account?.name ?? ''} cannot enter ${closed} on the way to ${real}; ` +
      `use another data directory (for example /var/lib/sextant), or run "chmod o+x ${closed}"`,
  )
}

async function giveTree(path: string, account: Account): Promise<void> {
  await lchown(path, account.uid, account.gid)
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) await giveTree(child, account)
    else await lchown(child, account.uid, account.gid)
  }
}

/**
 * Creates a folder that only the engine can access. If it belongs to another account, ownership of the tree
 * is transferred.
 */
export async function makeOwnFolder(path: string, account: Account | undefined): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    if (account && (await stat(path)).uid !== account.uid) await giveTree(path, account)
    await chmod(path, 0o700)
  } catch (error) {
    throw new EngineError(`cannot prepare folder ${path}: ${oneLine(error)}`)
  }
}

/**
 * Writes a file that only the engine (and root) may read, atomically. Its folder must be the program's own,
 * so that a compromised engine cannot put a symbolic link in the way of root's write.
 */
export async function writeFor(account: Account | undefined, path: string, text: string): Promise<void> {
  const fresh = `${path}.${randomUUID()}`
  try {
    const file = await open(fresh, 'wx', 0o600)
    try {
      await file.writeFile(text)
      if (account) await file.chown(account.uid, account.gid)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true })
    throw new EngineError(`cannot write ${path}: ${oneLine(error)}`)
  }
}
