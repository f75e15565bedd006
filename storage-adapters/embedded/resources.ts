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

/** The files that this process may have open. */
export async function ownFileLimit(): Promise<number> {
  const own = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  return fileLimitIn(own) ?? 10_240
}

/** Plenty for any number of merges, and below what kernels permit by default. */
const plentyOfFiles = 262_144

/** What root may raise the limit of a child to; null: nothing to raise, or no right to. */
export async function raisableFileLimit(): Promise<number | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const most = Number(await readFile('/proc/sys/fs/nr_open', 'utf8').catch(() => '0'))
  const limit = Math.min(plentyOfFiles, most)
  return hasResourceRight(status) && limit > (await ownFileLimit()) ? limit : null
}

/** Root in a container may lack CAP_SYS_RESOURCE, the 24th capability. */
const hasResourceRight = (status: string): boolean => {
  const effective = /^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1]
  return effective !== undefined && ((BigInt(`0x${effective}`) >> 24n) & 1n) === 1n
}
