import type { GaugeMeter, Meters } from '../../contract/index.js'
import { resources } from './pressure.js'
import type { CapacityObserver } from './watch.js'

/** The metrics of the storage engine's usage against its limits, as of the last check. */
export function capacityMeters(meters: Meters): CapacityObserver {
  const gauge = (name: string, help: string): GaugeMeter => meters.gauge({ name, help })
  const gauges = {
    openFiles: gauge('sextant_engine_open_files', 'Files that the storage engine has open.'),
    openFilesLimit: gauge('sextant_engine_open_files_limit', 'Files that the storage engine may hold open.'),
    memory: gauge('sextant_engine_memory_bytes', 'Memory that the storage engine uses.'),
    memoryLimit: gauge('sextant_engine_memory_limit_bytes', 'Memory that the storage engine may use.'),
    connections: gauge('sextant_engine_connections', 'Connections that the storage engine serves.'),
    connectionsLimit: gauge(
      'sextant_engine_connections_limit',
      'Connections that the storage engine may serve.',
    ),
    diskFree: gauge('sextant_engine_disk_free_bytes', 'Free space of the disk with the analytics data.'),
    diskTotal: gauge('sextant_engine_disk_bytes', 'Size of the disk with the analytics data.'),
    data: gauge('sextant_engine_data_bytes', 'Size of the analytics data.'),
    parts: gauge('sextant_engine_parts', 'Parts of all tables of the storage engine.'),
    partitionParts: gauge('sextant_engine_partition_parts', 'Parts in the largest partition.'),
    partitionPartsLimit: gauge(
      'sextant_engine_partition_parts_limit',
      'Parts in one partition at which the storage engine rejects inserts.',
    ),
  }
  const labels = ['resource'] as const
  const pressure = meters.gauge({
    name: 'sextant_engine_pressure',
    help: 'Resources of the storage engine: 0 normal, 1 close to a limit, 2 all data is rejected.',
    labels,
  })
  const causes = meters.gauge({
    name: 'sextant_engine_slowed_workspaces',
    help: 'Workspaces that are throttled because they bring the storage engine close to a limit.',
    labels,
  })
  const requests = meters.counter({
    name: 'sextant_engine_slowed_requests_total',
    help: 'Requests with data that were answered 503 because the storage engine was close to a limit.',
    labels,
  })
  for (const resource of resources) {
    pressure.set(0, { resource })
    causes.set(0, { resource })
    requests.increment({ resource }, 0)
  }
  const set = (to: GaugeMeter, value: number | null | undefined): void => {
    if (value !== null && value !== undefined) to.set(value)
  }
  return {
    seen(capacity, found) {
      const { openFiles, memory, connections, disk, dataBytes, parts, workspaces } = capacity
      set(gauges.openFiles, openFiles?.used)
      set(gauges.openFilesLimit, openFiles?.limit)
      set(gauges.memory, memory?.used)
      set(gauges.memoryLimit, memory?.limit)
      set(gauges.connections, connections?.used)
      set(gauges.connectionsLimit, connections?.limit)
      set(gauges.diskFree, disk?.free)
      set(gauges.diskTotal, disk?.total)
      set(gauges.data, dataBytes)
      set(gauges.parts, parts?.total)
      set(gauges.partitionPartsLimit, parts?.partitionLimit)
      if (parts !== null) set(gauges.partitionParts, Math.max(0, ...workspaces.map((one) => one.parts)))
      for (const resource of resources) {
        const one = found.find((pressure) => pressure.resource === resource)
        pressure.set(one === undefined ? 0 : one.state === 'near' ? 1 : 2, { resource })
        causes.set(one?.causes.size ?? 0, { resource })
      }
    },
    slowed: (resource) => requests.increment({ resource }),
  }
}
