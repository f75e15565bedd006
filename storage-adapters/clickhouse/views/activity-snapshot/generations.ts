import type { WorkspaceRef } from '../../../../contract/index.js'
import type { Servers } from '../../cluster/servers.js'
import type { Generations } from '../generations.js'
import { holdInMemory, releaseOthers } from '../person-map/held.js'
import type { RollupState } from '../rollups/state.js'
import { buildSnapshot, countRows } from './build.js'
import { builtSnapshots, dropSnapshot } from './catalogue.js'
import type { Upkeep } from './upkeep.js'

interface Options {
  readonly servers: Servers
  /** The rollups that a snapshot is built from. */
  readonly counts: Pick<RollupState, 'generation' | 'built'>
  readonly upkeep: Pick<Upkeep, 'leastRows' | 'mostHeld' | 'firstDay'>
}

/** Returns the generations of the activity snapshot, which a single server has. */
export function snapshotGenerations({ servers, counts, upkeep }: Options): Generations {
  /** Whether the rollups are complete, and no older ones are being dropped: that rewrites the parts below a snapshot. */
  async function isWhole(workspace: WorkspaceRef): Promise<boolean> {
    const { generation, shares, settled } = await counts.built(workspace)
    const isBuilt = [...shares.values()].every((share) => share === 1)
    return settled && isBuilt && generation === counts.generation(workspace)
  }
  return {
    title: 'the activity snapshot',
    async built(workspace) {
      const { newest, generations } = await builtSnapshots(servers, workspace)
      if (newest === null) return { newest, generations }
      const { generation, persons } = newest
      return { newest: { generation, days: newest, persons }, generations }
    },
    async isWorthBuilding(workspace) {
      const rollup = counts.generation(workspace)
      return rollup !== null && (await countRows(servers, workspace, rollup)) >= upkeep.leastRows
    },
    canBuild: async (workspace, all) =>
      counts.generation(workspace) !== null && (!all || (await isWhole(workspace))),
    async build(workspace, generation, signal) {
      const rollup = counts.generation(workspace)
      if (rollup === null) throw new Error('no rollups answer that a snapshot could be built from')
      const first = upkeep.firstDay(Date.now())
      await buildSnapshot(servers, workspace, { rollup, generation, first }, signal)
    },
    hold: async (workspace, map) =>
      map.mapped <= upkeep.mostHeld && (await holdInMemory(servers, workspace, map)),
    release: (workspace, map) => releaseOthers(servers, workspace, map),
    drop: (workspace, generation) => dropSnapshot(servers, workspace, generation),
  }
}
