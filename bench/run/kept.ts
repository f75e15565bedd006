import type { ClickHouseClient } from '@clickhouse/client'
import type { AnalyticsStore, CompiledQuery, Relation, Row, WorkspaceRef } from '../../contract/index.js'
import { answerFromViews } from '../../storage-adapters/clickhouse/views/answer.js'
import { databaseOf } from '../../storage-adapters/clickhouse/cluster/database.js'
import { heldTable, mapTable } from '../../storage-adapters/clickhouse/views/person-map/map.js'
import type {
  DeviceMemory,
  KnownDevices,
} from '../../storage-adapters/clickhouse/views/activity-snapshot/related.js'
import type {
  KnownSlots,
  SlotMemory,
} from '../../storage-adapters/clickhouse/views/activity-snapshot/grown-slots.js'
import type { KnownLinks, LinkMemory } from '../../storage-adapters/clickhouse/views/person-map/late-links.js'
import { holdInMemory } from '../../storage-adapters/clickhouse/views/person-map/held.js'
import { firstDay } from '../../storage-adapters/clickhouse/views/activity-snapshot/day-bitmap.js'
import { buildSnapshot } from '../../storage-adapters/clickhouse/views/activity-snapshot/build.js'
import { builtSnapshots } from '../../storage-adapters/clickhouse/views/activity-snapshot/catalogue.js'
import { upkeep } from '../../storage-adapters/clickhouse/views/activity-snapshot/upkeep.js'
import { rollupSet } from '../../storage-adapters/clickhouse/views/rollups/tables.js'
import { singleServer } from '../../storage-adapters/clickhouse/cluster/servers.js'
import { compileQuery } from '../../storage-adapters/clickhouse/query/compile-query.js'
import { limits } from './limits.js'

/** The table of the map of persons, and of the one that holds it in memory, if there is one. */
export interface KeptMap {
  readonly table: string
  readonly held: string | null
}

/** How the activity snapshot, its map of persons or its sessions answer a plan: `asked` holds all statements; null if none does. */
export interface Kept {
  /** The map of persons; null if the links are read. */
  readonly map: KeptMap | null
  answer(
    plan: Relation,
  ): Promise<{ readonly rows: readonly Row[]; readonly asked: readonly CompiledQuery[] } | null>
}

const ignored = (): undefined => undefined

/** The generation of a new workspace. */
const rollup = 1

/** Builds the snapshot of all rows. */
export async function keepDays(
  client: ClickHouseClient,
  store: AnalyticsStore,
  workspace: WorkspaceRef,
): Promise<Kept> {
  const servers = singleServer(client)
  const now = Date.now()
  const made = { rollup, generation: now, first: firstDay(now) }
  await buildSnapshot(servers, workspace, made, new AbortController().signal)
  const { newest: days } = await builtSnapshots(servers, workspace)
  if (days === null) throw new Error('the days of persons were not made')
  const heard = { answered: ignored, outdated: ignored, forget: ignored, linked: ignored, newer: ignored }
  let links: KnownLinks | undefined
  let devices: KnownDevices | undefined
  let slots: KnownSlots | undefined
  const memory: LinkMemory & DeviceMemory & SlotMemory = {
    linksOf: () => links,
    keepLinks: (_, known) => void (links = known),
    devicesOf: () => devices,
    keepDevices: (_, known) => void (devices = known),
    slotsOf: () => slots,
    keepSlots: (_, known) => void (slots = known),
  }
  const state = { ...upkeep, ...heard, ...memory }
  const isJoined = days.persons !== null && days.persons.users >= upkeep.leastUsers
  const isHeld = isJoined && (await holdInMemory(servers, workspace, days.persons))
  const { name } = databaseOf(workspace, null)
  const persons = isJoined ? { ...days.persons, held: isHeld } : null
  return {
    map: persons && {
      table: mapTable(name, persons.generation),
      held: persons.held ? heldTable(name, persons.generation) : null,
    },
    async answer(plan) {
      const asked: CompiledQuery[] = []
      const ask: AnalyticsStore['run'] = (query, own, signal) => {
        asked.push(query)
        return store.run(query, own, signal)
      }
      const query = compileQuery(workspace, plan, { views: rollupSet(rollup), snapshot: days, persons })
      const rows = await answerFromViews(workspace, query, { ask, state, limits, signal: undefined })
      return rows === null ? null : { rows, asked }
    },
  }
}
