import type { Capacity, DiskSpace, Usage } from '../../contract/index.js'

export type Resource = 'open_files' | 'memory' | 'parts' | 'disk' | 'connections'
export const resources: readonly Resource[] = ['open_files', 'memory', 'parts', 'disk', 'connections']

/** A resource close to its limit (`near`), or so close that the engine can accept no data at all (`full`). */
export interface Pressure {
  readonly resource: Resource
  readonly state: 'near' | 'full'
  /** For the disk: bytes in use and in total. */
  readonly used: number
  readonly limit: number
  /**
   * The numbers of the workspaces that cause it and are throttled; empty if no workspace's writes cause it.
   */
  readonly causes: ReadonlySet<number>
}

export interface Thresholds {
  /** The share of a limit, from 0 to 1, at which the resource counts as close. */
  readonly share: number
  /** Bytes of the disk to keep free, at most a twentieth of it. */
  readonly diskReserve: number
}

/** Hysteresis: the pressure ends below this share of its threshold, so that it does not flap. */
const easing = 0.9
/** The share of open files above which the engine's own work would fail next. */
const filesFull = 0.95
/**
 * If inserts and merges use less than this share of the memory, they are not the cause. Queries are, and
 * these have budgets of their own.
 */
const writersShare = 0.25

/** Returns the bytes to keep free on a disk; a twentieth of a small disk. */
export const reserveOf = ({ total }: DiskSpace, diskReserve: number): number =>
  Math.min(diskReserve, total / 20)

/** Returns the parts in one partition at which a workspace is throttled; null if the engine has no parts. */
export const partsBound = ({ parts }: Capacity, share: number): number | null =>
  parts === null ? null : Math.floor(parts.partitionLimit * share)

/**
 * Returns the resources close to their limits, and the workspaces that cause it.
 * @param sent bytes that each workspace's clients sent recently, rejected requests included
 * @param before the resources under pressure at the previous check
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
 * Returns the fewest workspaces that together make up half of the total. A single outlier is alone; where
 * many share a load evenly, half of them are throttled.
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
