import type { Capacity, DiskSpace, Usage } from '../../contract/index.js'

export type Resource = 'open_files' | 'memory' | 'parts' | 'disk' | 'connections'
export const resources: readonly Resource[] = ['open_files', 'memory', 'parts', 'disk', 'connections']

/** A resource that is close to its limit (`near`), or so close that nothing is accepted from anyone (`full`). */
export interface Pressure {
  readonly resource: Resource
  readonly state: 'near' | 'full'
  /** Of the disk: bytes in use and in all. */
  readonly used: number
  readonly limit: number
  /** Numbers of the workspaces that cause it and are slowed; empty if no workspace's writes do. */
  readonly causes: ReadonlySet<number>
}

export interface Thresholds {
  /** The part of a limit, from 0 to 1, from which on it is close. */
  readonly share: number
  /** Bytes of the disk that stay free, at most a twentieth of it. */
  readonly diskReserve: number
}

/** A resource is at ease again below this part of its threshold, so that it does not flap around it. */
const easing = 0.9
/** The part of the open files at which the engine's own work fails next. */
const filesFull = 0.95
/** Inserts and merges below this part of the memory are not what fills it: questions are, which have budgets of their own. */
const writersShare = 0.25

/** What stays free of a disk: small disks keep a twentieth. */
export const reserveOf = ({ total }: DiskSpace, diskReserve: number): number =>
  Math.min(diskReserve, total / 20)

/** The parts in one partition from which on a workspace is slowed; null if the engine has no parts. */
export const partsBound = ({ parts }: Capacity, share: number): number | null =>
  parts === null ? null : Math.floor(parts.partitionLimit * share)

/**
 * Which resources are close to their limit, and which workspaces are the cause.
 * @param sent bytes that each workspace's clients sent lately, rejected requests included
 * @param before the resources that were under pressure at the last look
 */
export function pressures(
  capacity: Capacity,
  { share, diskReserve }: Thresholds,
  sent: ReadonlyMap<number, number>,
  before: ReadonlySet<Resource> = new Set(),
): readonly Pressure[] {
  const found: Pressure[] = []
  const { openFiles, memory, connections, disk, workspaces } = capacity
  const bound = (resource: Resource): number => share * (before.has(resource) ? easing : 1)
  const nearing = (resource: Resource, usage: Usage | null): (Usage & { limit: number }) | null => {
    if (usage === null || usage.limit === null || usage.used < usage.limit * bound(resource)) return null
    return { used: usage.used, limit: usage.limit }
  }

  const files = nearing('open_files', openFiles)
  if (files !== null) {
    const state = files.used >= files.limit * filesFull ? 'full' : 'near'
    const causes = largestHalf(workspaces.map(({ workspace, freshFiles }) => [workspace, freshFiles]))
    found.push({ resource: 'open_files', state, ...files, causes })
  }

  const held = nearing('memory', memory)
  if (held !== null) {
    const written = workspaces.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
    const causes =
      written < held.limit * writersShare
        ? new Set<number>()
        : largestHalf(workspaces.map(({ workspace, memoryBytes }) => [workspace, memoryBytes]))
    found.push({ resource: 'memory', state: 'near', ...held, causes })
  }

  const partitionLimit = capacity.parts?.partitionLimit
  if (partitionLimit !== undefined) {
    const over = workspaces.filter(({ parts }) => parts >= partitionLimit * bound('parts'))
    const used = Math.max(0, ...over.map(({ parts }) => parts))
    const causes = new Set(over.map(({ workspace }) => workspace))
    if (causes.size > 0) found.push({ resource: 'parts', state: 'near', used, limit: partitionLimit, causes })
  }

  if (disk !== null) {
    const reserve = reserveOf(disk, diskReserve)
    const near = before.has('disk') ? reserve / easing : reserve
    const [used, limit] = [disk.total - disk.free, disk.total]
    const state = disk.free < reserve / 2 ? 'full' : 'near'
    if (disk.free < near) found.push({ resource: 'disk', state, used, limit, causes: largestHalf([...sent]) })
  }

  const open = nearing('connections', connections)
  if (open !== null) found.push({ resource: 'connections', state: 'near', ...open, causes: new Set() })
  return found
}

/**
 * The fewest workspaces that together make half of the whole: one that stands out is alone, and where many share a
 * load evenly half of them are slowed.
 */
export function largestHalf(weights: readonly (readonly [number, number])[]): ReadonlySet<number> {
  const sorted = weights.filter(([, weight]) => weight > 0).sort(([a, x], [b, y]) => y - x || a - b)
  const whole = sorted.reduce((sum, [, weight]) => sum + weight, 0)
  const causes = new Set<number>()
  let reached = 0
  for (const [workspace, weight] of sorted) {
    if (reached * 2 >= whole) break
    causes.add(workspace)
    reached += weight
  }
  return causes
}
