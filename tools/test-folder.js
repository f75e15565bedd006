// Where tests keep their files: engines sync every insert to the disk, and most of a run was waiting for that.
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const shared = '/dev/shm'
const prefix = 'sextant-tests-'

/** The installed packages of plugins, the largest files of any test, take a fifth of it. */
const needed = 8 * 2 ** 30

/**
 * Makes a folder in memory for the files of this run, and returns its path; null where the system has none, or memory
 * or its file system are small. Removed with the process. Folders that killed runs have left are removed too.
 */
export function folderInMemory() {
  if (!isSuitable()) return null
  for (const name of readdirSync(shared))
    if (name.startsWith(prefix) && !isAlive(name)) remove(join(shared, name))
  const path = join(shared, `${prefix}${process.pid}`)
  mkdirSync(path)
  // As in /tmp: engines run under accounts of their own.
  chmodSync(path, 0o1777)
  process.once('exit', () => remove(path))
  return path
}

function isSuitable() {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, folder]) => folder === shared)
    if (mount?.[2] !== 'tmpfs' || mount[3].split(',').includes('noexec')) return false
    const { bavail, bsize } = statfsSync(shared)
    return bavail * bsize >= needed && process.availableMemory() >= needed
  } catch {
    return false
  }
}

function isAlive(name) {
  try {
    process.kill(Number(name.slice(prefix.length)), 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

/** What belongs to another account stays. */
function remove(path) {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // The next run tries again.
  }
}
