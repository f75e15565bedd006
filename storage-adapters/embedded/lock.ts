import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EngineError } from './engine.js'
import { makeFolder } from './folders.js'
import { isAlive, startOf } from './processes.js'

const hasCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

/** Reads the lock's lines: process id, its start time, a token. Returns undefined without a lock file. */
async function read(file: string): Promise<string | undefined> {
  for (let attempt = 0; ; attempt++) {
    try {
      const text = await readFile(file, 'utf8')
      // Between creation and write the file is briefly empty; it stays empty only after a crash.
      if (text.endsWith('\n') || attempt === 20) return text
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined
      throw error
    }
    await pause(10)
  }
}

/** Returns the id of the running process that holds the lock, or undefined. */
async function holder(text: string): Promise<number | undefined> {
  const [first = '', began = ''] = text.split('\n')
  const pid = Number(first)
  if (!Number.isInteger(pid) || pid < 1 || !(await isAlive(pid))) return undefined
  const now = await startOf(pid)
  // If a start time is unknown, the id alone decides: rejecting is safer than sharing.
  return began === '' || now === '' || began === now ? pid : undefined
}

/**
 * Removes a stale lock. Only one process at a time may do so. Otherwise a second one that read the same stale
 * lock would remove the lock that the first one has created meanwhile:
 *
 *   A reads the stale lock, removes it, creates its own    B reads the stale lock … removes A's lock
 */
async function discard(file: string, seen: string, mine: string): Promise<void> {
  const guard = `${file}.takeover`
  try {
    await writeFile(guard, mine, { flag: 'wx' })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    const other = await read(guard)
    if (other !== undefined && (await holder(other)) === undefined) await rm(guard, { force: true })
    await pause(10)
    return
  }
  try {
    if ((await read(file)) === seen) await rm(file, { force: true })
  } finally {
    await rm(guard, { force: true })
  }
}

/**
 * Makes this process the only user of a data directory, which is created if missing. A lock left behind by an
 * ended process is taken over, however that process ended.
 * @throws EngineError naming the process that holds the lock
 */
export async function lockDirectory(directory: string): Promise<{ release(): Promise<void> }> {
  await makeFolder(directory)
  const file = join(directory, 'sextant.lock')
  const mine = `${process.pid}\n${await startOf(process.pid)}\n${randomUUID()}\n`
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      await writeFile(file, mine, { flag: 'wx', mode: 0o644 })
    } catch (error) {
      if (!hasCode(error, 'EEXIST'))
        throw new EngineError(`cannot write ${file}: ${(error as Error).message}`)
      const seen = await read(file)
      if (seen === undefined) continue
      const pid = await holder(seen)
      if (pid !== undefined) {
        throw new EngineError(`${directory} is in use by process ${pid}; stop it, or use another directory`)
      }
      await discard(file, seen, mine)
      continue
    }
    return {
      async release() {
        if ((await read(file)) === mine) await rm(file, { force: true })
      },
    }
  }
  throw new EngineError(`cannot lock ${file}: other processes keep changing it`)
}
