import type { SavedQuestions, ServiceDependencies } from '../../core/contract/index.js'
import { findQuestions, findTileIds, titlesUsingField } from './tiles-repository.js'

/** Saved questions for other plugins: the tiles of boards. */
export const createSavedQuestions = ({ records }: Pick<ServiceDependencies, 'records'>): SavedQuestions =>
  Object.freeze({
    async find({ workspace, caller }, ids) {
      const found = await findQuestions(records, { workspaceId: workspace.id, callerId: caller.id }, ids)
      return new Map(found.map((one) => [one.id, one]))
    },
    titlesUsing: titlesUsingField,
    existing: async (records, ids) => new Set(await findTileIds(records, ids)),
  } satisfies SavedQuestions)
