import { readdir, readFile, statfs } from 'node:fs/promises'
import type { DiskSpace, EngineResources, Usage } from '../../core/contract/index.js'

/** Open files are null where the system has no /proc. */
export async function resourcesOf(pid: number, directory: string): Promise<EngineResources> {
  const [openFiles, disk] = await Promise.all([openFilesOf(pid), diskOf(directory)])
  return { openFiles, disk }
}

async function openFilesOf(pid: number): Promise<Usage | null> {
  try {
    const [open, limits] = await Promise.all([
      readdir(`/proc/${pid}/fd`),
      readFile(`/proc/${pid}/limits`, 'utf8'),
    ])
    return { used: open.length, limit: fileLimitIn(limits) }
  } catch {
    // The engine is being started again, or this system has no such files.
    return null
  }
}

/** Null if the system does not say. */
export async function diskOf(directory: string): Promise<DiskSpace | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return null
  }
}

/** The soft limit; null: unlimited or not listed. */
const fileLimitIn = (limits: string): number | null => {
  const found = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  return found === undefined ? null : Number(found)
}

/** As root we may raise our children's limit; this is plenty and far below what any kernel permits by default. */
export const raisedFileLimit = 262_144

/** The open files that an engine started by this process may have. */
export async function engineFileLimit(): Promise<number> {
  const own = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const limit = fileLimitIn(own) ?? 10_240
  return process.getuid?.() === 0 ? Math.max(limit, raisedFileLimit) : limit
}
