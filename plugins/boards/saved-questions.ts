import type { SavedQuestions, ServiceDependencies, WorkspaceAsk } from '../../contract/index.js'
import { findFiltering, type Viewer } from './boards-repository.js'
import { findFieldUses, findQuestions, findTileIds, useOf } from './tiles-repository.js'

/** Saved questions for other plugins: the tiles of boards. */
export const createSavedQuestions = ({ records }: Pick<ServiceDependencies, 'records'>): SavedQuestions =>
  Object.freeze({
    async find(ask, ids) {
      const found = await findQuestions(records, viewerIn(ask), ids)
      return new Map(found.map((one) => [one.id, one]))
    },
    usesOfField: async (from, ask, field) => [
      ...(await findFiltering(from, viewerIn(ask), field)).map(({ id, name, seen }) => ({
        kind: 'board',
        id,
        label: seen ? `the filter of board ${JSON.stringify(name)}` : null,
      })),
      ...(await findFieldUses(from, viewerIn(ask), field)).map(useOf),
    ],
    existing: async (from, ids) => new Set(await findTileIds(from, ids)),
  } satisfies SavedQuestions)

const viewerIn = ({ workspace, caller }: Pick<WorkspaceAsk, 'workspace' | 'caller'>): Viewer => ({
  workspaceId: workspace.id,
  callerId: caller.id,
})
