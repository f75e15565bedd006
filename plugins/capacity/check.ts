import {
  findingOk,
  findingWarn,
  type Capacity,
  type CheckDefinition,
  type Finding,
  type Settings,
} from '../../contract/index.js'
import { pressures, reserveOf, type Resource } from './pressure.js'

/** Compares what the storage engine uses with its limits. */
export const capacityCheck: CheckDefinition = {
  name: 'capacity',
  run: async ({ analytics, settings }) =>
    analytics.capacity === undefined ? [] : [...capacityFindings(await analytics.capacity(), settings)],
}

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`

/** With fewer open files, an engine with many tables and merges soon runs out. */
const fewFiles = 10_000

const advice: Readonly<Record<Resource, string>> = {
  open_files: 'raise the limit (ulimit -n), and send larger requests with fewer property names',
  memory: 'give the engine more memory, or run fewer concurrent queries (QUERY_CONCURRENCY)',
  parts: 'send fewer and larger requests to the workspaces that have so many',
  disk: 'free some space or enlarge the disk',
  connections: 'raise max_connections of the server, or run fewer processes',
}

/** One finding per limit that the engine reports. */
function* capacityFindings(
  capacity: Capacity,
  { enginePressure, diskReserve }: Pick<Settings, 'enginePressure' | 'diskReserve'>,
): Generator<Finding> {
  const found = pressures(capacity, { share: enginePressure, diskReserve }, new Map())
  const finding = (resource: Resource, subject: string, words: string): Finding =>
    found.some((one) => one.resource === resource)
      ? findingWarn(subject, `${words}, close to the limit; ${advice[resource]}`)
      : findingOk(subject, words)
  const { openFiles, memory, connections, disk, parts, workspaces } = capacity
  if (openFiles !== null) {
    const { used, limit } = openFiles
    yield limit !== null && limit < fewFiles
      ? findingWarn('open files', `${used} of ${limit}; ${advice.open_files}`)
      : finding('open_files', 'open files', limit === null ? `${used}` : `${used} of ${limit}`)
  }
  if (memory?.limit != null)
    yield finding('memory', 'memory', `${gigabytes(memory.used)} of ${gigabytes(memory.limit)}`)
  if (connections?.limit != null)
    yield finding('connections', 'connections', `${connections.used} of ${connections.limit}`)
  if (parts !== null) {
    const most = Math.max(0, ...workspaces.map((one) => one.parts))
    yield finding(
      'parts',
      'parts',
      `${parts.total}, at most ${most} of ${parts.partitionLimit} in a partition`,
    )
  }
  if (disk !== null)
    yield finding(
      'disk',
      'engine disk',
      `${gigabytes(disk.free)} free of ${gigabytes(disk.total)}, ${gigabytes(reserveOf(disk, diskReserve))} reserved (DISK_RESERVE)`,
    )
}
