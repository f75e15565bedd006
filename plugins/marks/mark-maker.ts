import { serviceRef, type ServiceParts, type WorkspaceAsk } from '../../core/contract/index.js'
import type { Mark, MarkFields } from './mark.js'
import { insertMark } from './marks-repository.js'

export interface MarkMaker {
  /** The caller is its creator: a person marks by hand, a key through the API. */
  create(ask: Pick<WorkspaceAsk, 'workspace' | 'caller'>, fields: MarkFields): Promise<Mark>
}

export const markMaker = serviceRef<MarkMaker>('mark-maker')

type Parts = Pick<ServiceParts, 'records' | 'clock' | 'newId'>

export const createMarkMaker = ({ records, clock, newId }: Parts): MarkMaker =>
  Object.freeze({
    async create({ workspace, caller }, fields) {
      const now = new Date(clock())
      const mark: Mark = {
        ...fields,
        id: newId('mrk_'),
        workspace_id: workspace.id,
        created_by: caller.id,
        source: caller.kind === 'user' ? 'manual' : 'api',
        created_at: now,
        updated_at: now,
      }
      await insertMark(records, mark)
      return mark
    },
  } satisfies MarkMaker)
