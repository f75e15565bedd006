import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Whether the system gives pages of 2 MB to a program that asks for them. */
export function hasLargePages(file = '/sys/kernel/mm/transparent_hugepage/enabled'): boolean {
  try {
    return /\[(always|madvise)\]/.test(readFileSync(file, 'utf8'))
  } catch {
    return false
  }
}

/**
 * Returns the environment that lets the engine's allocator ask for large pages. Hash tables and arrays of a question are
 * allocated and freed with it: with pages of 4 KB, a fifth of the time for a funnel's arrays is the kernel's, which clears
 * them.
 */
export const pageEnvironment = (large: boolean): Readonly<Record<string, string>> =>
  large ? { JE_MALLOC_CONF: 'thp:always' } : {}

/**
 * The engine splits more groups than a threshold into 256 blocks, so that all threads merge them. Each function after the
 * grouping, of which a funnel has a hundred, then runs once for each block. With few threads and large pages, merging the
 * groups by one thread costs less and takes no longer. Both values are for all threads together; the engine's own are for each.
 */
const groupsOfOneBlock = { groups: 600_000, bytes: 400_000_000 }
const engineDefault = { groups: 100_000, bytes: 50_000_000 }

/** Returns the settings of grouping, as elements of a profile; an empty string keeps those of the engine. */
export function groupingProfile(large: boolean, threads = availableParallelism()): string {
  const groups = Math.floor(groupsOfOneBlock.groups / threads)
  if (!large || groups <= engineDefault.groups) return ''
  const bytes = Math.max(engineDefault.bytes, Math.floor(groupsOfOneBlock.bytes / threads))
  return `<group_by_two_level_threshold>${groups}</group_by_two_level_threshold>
      <group_by_two_level_threshold_bytes>${bytes}</group_by_two_level_threshold_bytes>`
}
