import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EngineError } from './engine.js'
import { makeFolder } from './folders.js'
import { isAlive, startOf } from './processes.js'

const hasCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

/** The lock's lines: process number, its start, a token. Undefined when there is no lock file. */
async function read(file: string): Promise<string | undefined> {
  for (let attempt = 0; ; attempt++) {
    try {
      const text = await readFile(file, 'utf8')
      // Between creating and writing, the file is empty for a moment. For longer only after a crash.
      if (text.endsWith('\n') || attempt === 20) return text
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined
      throw error
    }
    await pause(10)
  }
}

/** The number of the living process that holds the lock, if there is one. */
async function holder(text: string): Promise<number | undefined> {
  const [first = '', began = ''] = text.split('\n')
  const pid = Number(first)
  if (!Number.isInteger(pid) || pid < 1 || !(await isAlive(pid))) return undefined
  const now = await startOf(pid)
  // Without a start time on either side only the number counts: rather refuse than share.
  return began === '' || now === '' || began === now ? pid : undefined
}

/**
 * Takes a lock away that nobody holds. Only one at a time may do that: otherwise a second one, who saw the
 * same stale lock, would take away the lock that the first one has made in the meantime.
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
 * Makes this process the only user of a data directory; creates the directory when it is missing.
 * A lock left behind by a process that ended, however it ended, is taken over.
 * @throws EngineError naming the process that holds it
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
  throw new EngineError(`cannot get hold of ${file}: it keeps changing`)
}
