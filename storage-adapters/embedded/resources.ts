import { readdir, readFile, statfs } from 'node:fs/promises'
import type { DiskSpace, EngineResources, Usage } from '../../contract/index.js'

/** Returns a process's open files and its disk's space. Open files are null on systems without /proc. */
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
    // The engine is restarting, or this system has no /proc.
    return null
  }
}

/** Returns the space of a folder's disk in bytes, or null if it cannot be read. */
export async function diskOf(directory: string): Promise<DiskSpace | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return null
  }
}

/** Returns the soft limit, or null if it is unlimited or not listed. */
const fileLimitIn = (limits: string): number | null => {
  const found = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  return found === undefined ? null : Number(found)
}

/** Returns the open-file limit of this process. */
export async function ownFileLimit(): Promise<number> {
  const own = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  return fileLimitIn(own) ?? 10_240
}

/** More than enough for all merges, and below the kernel's default maximum. */
const plentyOfFiles = 262_144

/**
 * Returns the open-file limit to which root may raise a child's; null without the right to, or if it is not
 * higher.
 */
export async function raisableFileLimit(): Promise<number | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const most = Number(await readFile('/proc/sys/fs/nr_open', 'utf8').catch(() => '0'))
  const limit = Math.min(plentyOfFiles, most)
  return hasResourceRight(status) && limit > (await ownFileLimit()) ? limit : null
}

/** Root in a container may lack CAP_SYS_RESOURCE, which is capability 24. */
const hasResourceRight = (status: string): boolean => {
  const effective = /^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1]
  return effective !== undefined && ((BigInt(`0x${effective}`) >> 24n) & 1n) === 1n
}
