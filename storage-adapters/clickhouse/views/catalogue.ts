import type { Log, WorkspaceRef } from '../../../core/contract/index.js'
import { viewCatalogue, type MaterializedView, type ViewCatalogue } from '../../sql/views/catalogue.js'
import type { Servers } from '../cluster/servers.js'
import type { ClickHouseFacts } from '../facts.js'
import { checkSnapshot } from './activity-snapshot/check.js'
import { snapshotName } from './activity-snapshot/snapshot.js'
import { snapshotState, type SnapshotState, type Upkeep } from './activity-snapshot/state.js'
import { checkRollups } from './rollups/check.js'
import { rollupState, type RollupState } from './rollups/state.js'
import { deviceSlots, rollups } from './rollups/tables.js'

interface Options {
  readonly servers: Servers
  readonly log: Log
  /** Whether views answer; `assumed`: the first generation does, without asking whether it is built. */
  readonly answer: boolean | 'assumed'
  readonly upkeep: Upkeep
}

export interface ClickHouseViews extends ViewCatalogue, Pick<RollupState, 'prepare' | 'doubt'> {
  /** The snapshot's own state, for what it answers. */
  readonly snapshot: SnapshotState
  /** What statements without facts read; null: the rows. */
  readonly assumed: number | null
  /** What may answer now. What is missing is built in the background. */
  facts(workspace: WorkspaceRef): Promise<Pick<ClickHouseFacts, 'views' | 'generation' | 'snapshot'>>
  /** Takes into use what is made already. */
  find(workspace: WorkspaceRef): Promise<void>
  /** A statement that reads these is about to run: now and then the snapshot is looked after, in the background. */
  read(workspace: WorkspaceRef, names: readonly string[]): void
}

/** The counts of events, which are projections of their table, and on a server that stands alone the activity snapshot. */
export function clickhouseViews({ servers, log, answer, upkeep }: Options): ClickHouseViews {
  const counts = rollupState(servers, log)
  const snapshot = snapshotState({ servers, log, rollups: counts, upkeep })
  const assumed = answer === 'assumed' ? 1 : null
  /** Whether what comes in since a snapshot can be told: its parts are those of one server. */
  const keepsDays = servers.cluster === null && answer === true
  const generation = (workspace: WorkspaceRef): number | null =>
    answer === true ? counts.generation(workspace) : assumed
  const current = (workspace: WorkspaceRef): ClickHouseFacts['snapshot'] =>
    keepsDays && generation(workspace) !== null ? (snapshot.current(workspace) ?? null) : null

  const eventCounts: MaterializedView = {
    parts: rollups.map(({ name }) => name),
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
    parts: [snapshotName],
    freshness: (workspace) => (current(workspace) === null ? 'absent' : 'delta'),
    check: (workspace) => checkSnapshot(servers, snapshot, workspace),
    async rebuild(workspace) {
      snapshot.rebuild(workspace)
      await Promise.resolve()
    },
    forget: (workspace) => snapshot.forget(workspace),
    close: () => snapshot.close(),
  }
  const catalogue = viewCatalogue(servers.cluster === null ? [eventCounts, activity] : [eventCounts])
  return {
    ...catalogue,
    ...{ snapshot, assumed },
    prepare: (workspace) => counts.prepare(workspace),
    doubt: (workspace) => counts.doubt(workspace),
    async facts(workspace) {
      if (answer === true) await counts.know(workspace)
      return {
        views: catalogue.states(workspace),
        generation: generation(workspace),
        snapshot: current(workspace),
      }
    },
    find: async (workspace) => (keepsDays ? snapshot.find(workspace) : undefined),
    read(workspace, names) {
      if (keepsDays && names.includes(deviceSlots.name)) snapshot.asked(workspace)
    },
  }
}
