import type { Log, WorkspaceRef } from '../../../contract/index.js'
import { viewCatalogue, type MaterializedView, type ViewCatalogue } from '../../sql/views/catalogue.js'
import type { Servers } from '../cluster/servers.js'
import type { ClickHouseFacts } from '../facts.js'
import { checkSnapshot } from './activity-snapshot/check.js'
import { snapshotGenerations } from './activity-snapshot/generations.js'
import { snapshotName } from './activity-snapshot/snapshot.js'
import { snapshotState, type SnapshotState } from './activity-snapshot/state.js'
import { type Upkeep } from './activity-snapshot/upkeep.js'
import { checkRollups } from './rollups/check.js'
import { rollupState, type RollupState } from './rollups/state.js'
import { deviceSlots, firstGeneration, rollups } from './rollups/tables.js'
import { checkMap } from './person-map/check.js'
import { mapName, type PersonMap } from './person-map/map.js'
import { shardedMaps } from './person-map/sharded-map.js'

interface Options {
  readonly servers: Servers
  readonly log: Log
  /** Whether views answer; `assumed` uses the first generation without checking that it is built. */
  readonly answer: boolean | 'assumed'
  readonly upkeep: Upkeep
}

/** The views of all workspaces: rollups and, on a single server, the activity snapshot, on a cluster the map of persons. */
export interface ClickHouseViews extends ViewCatalogue, Pick<RollupState, 'prepare' | 'created' | 'doubt'> {
  /** The state of the activity snapshot. */
  readonly snapshot: SnapshotState
  /** The generation that statements without facts read, or null for the rows. */
  readonly assumed: number | null
  /** Returns which views may answer now. Missing ones are built in the background. */
  facts(
    workspace: WorkspaceRef,
  ): Promise<Pick<ClickHouseFacts, 'views' | 'generation' | 'snapshot' | 'persons'>>
  /** Loads the existing snapshot. */
  find(workspace: WorkspaceRef): Promise<void>
  /**
   * Reports that a statement is about to read these views; if a check is due, maintains the snapshot in the
   * background. `resolves`: it resolves persons, so the map of persons may serve it.
   */
  read(workspace: WorkspaceRef, names: readonly string[], resolves: boolean): void
}

/**
 * Returns the views: event counts as projections of their table and, on a single server, the activity
 * snapshot, which holds the map of persons. On a cluster the map is a view of its own.
 */
export function clickhouseViews({ servers, log, answer, upkeep }: Options): ClickHouseViews {
  const counts = rollupState(servers, log)
  const isSingle = servers.cluster === null
  const source = isSingle ? snapshotGenerations({ servers, counts, upkeep }) : shardedMaps(servers, upkeep)
  const snapshot = snapshotState({ source, log, upkeep })
  const assumed = answer === 'assumed' ? firstGeneration : null
  const hasSnapshots = answer === true
  const generation = (workspace: WorkspaceRef): number | null =>
    answer === true ? counts.generation(workspace) : assumed
  const current = (workspace: WorkspaceRef): ClickHouseFacts['snapshot'] =>
    hasSnapshots && generation(workspace) !== null ? (snapshot.current(workspace) ?? null) : null

  const persons = (workspace: WorkspaceRef): PersonMap | null => {
    const map = hasSnapshots ? snapshot.persons(workspace) : undefined
    return map !== undefined && map.users >= upkeep.leastUsers ? map : null
  }

  const eventCounts: MaterializedView = {
    names: rollups.map(({ name }) => name),
    freshness: (workspace) => (generation(workspace) === null ? 'absent' : 'whole'),
    check: (workspace) => checkRollups(servers, counts, workspace),
    rebuild: (workspace) => counts.rebuild(workspace),
    forget: (workspace) => counts.forget(workspace),
    async close() {
      counts.close()
      await Promise.resolve()
    },
  }
  const activity: MaterializedView = {
    names: [snapshotName],
    freshness: (workspace) => (current(workspace) === null ? 'absent' : 'delta'),
    check: (workspace) => checkSnapshot(servers, snapshot, workspace),
    async rebuild(workspace) {
      snapshot.rebuild(workspace)
      await Promise.resolve()
    },
    forget: (workspace) => snapshot.forget(workspace),
    close: () => snapshot.close(),
  }
  const map: MaterializedView = {
    ...activity,
    names: [mapName],
    freshness: (workspace) => (persons(workspace) === null ? 'absent' : 'delta'),
    check: (workspace) => checkMap(servers, source, snapshot, workspace),
    async rebuild(workspace) {
      if (await source.canBuild(workspace, false)) snapshot.rebuild(workspace)
    },
  }
  const catalogue = viewCatalogue([eventCounts, isSingle ? activity : map])
  return {
    ...catalogue,
    ...{ snapshot, assumed },
    prepare: (workspace) => counts.prepare(workspace),
    created: (workspace) => counts.created(workspace),
    doubt: (workspace) => counts.doubt(workspace),
    async facts(workspace) {
      if (answer === true) await counts.know(workspace)
      return {
        views: catalogue.states(workspace),
        generation: generation(workspace),
        snapshot: current(workspace),
        persons: persons(workspace),
      }
    },
    find: async (workspace) => (hasSnapshots ? snapshot.find(workspace) : undefined),
    read(workspace, names, resolves) {
      if (hasSnapshots && (resolves || names.includes(deviceSlots.name))) snapshot.asked(workspace)
    },
  }
}
