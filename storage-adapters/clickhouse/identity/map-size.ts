import type { WorkspaceRef } from '../../../core/contract/index.js'
import { databaseOf } from '../cluster/database.js'
import type { Servers } from '../cluster/servers.js'

/** How many devices have a person that is not their own key (see person-keys.ts), as of a while ago. */
export interface MapSizes {
  /** Returns the number, or null on a cluster or if it cannot be read; it decides cost alone, no answer. */
  of(workspace: WorkspaceRef): Promise<number | null>
  forget(workspace: WorkspaceRef): void
}

/** Time in ms after which a number is read again. */
const maxAgeMs = 60_000

/** Returns the sizes of the maps of a server. */
export function mapSizes(servers: Servers): MapSizes {
  const known = new Map<number, { readonly size: Promise<number | null>; readonly at: number }>()

  async function read(workspace: WorkspaceRef): Promise<number | null> {
    const { name } = databaseOf(workspace, null)
    const result = await servers.client.query({
      query: `SELECT toFloat64(countIf(tupleElement(person, 1) > 0)) FROM ${name}.device_links`,
      format: 'JSONCompactEachRow',
      clickhouse_settings: { max_threads: 1, max_execution_time: 10 },
    })
    return (await result.json<[number]>())[0]?.[0] ?? null
  }

  return {
    async of(workspace) {
      if (servers.cluster !== null) return null
      const { number } = workspace
      const last = known.get(number)
      if (last !== undefined && performance.now() - last.at < maxAgeMs) return last.size
      const size = read(workspace).catch(() => null)
      known.set(number, { size, at: performance.now() })
      return size
    },
    forget: ({ number }) => void known.delete(number),
  }
}
