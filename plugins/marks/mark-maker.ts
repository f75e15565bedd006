import {
  changeNotes,
  serviceRef,
  ServiceError,
  type Records,
  type ServiceParts,
  type WorkspaceAsk,
} from '../../core/contract/index.js'
import type { Mark, MarkFields } from './mark.js'
import { deleteMark, findMark, insertMark, updateMark, type Viewer } from './marks-repository.js'

type Changer = Pick<WorkspaceAsk, 'workspace' | 'caller' | 'role'>

/** Every change of what others see is in the audit log: what is private is its creator's alone, there too. */
export interface MarkMaker {
  /** The caller is its creator: a person marks by hand, a key through the API. FORBIDDEN if the workspace has gone. */
  create(ask: Changer, fields: MarkFields): Promise<Mark>
  /** NOT_FOUND if there is none that the caller sees; FORBIDDEN for all but its creator and admins. */
  change(ask: Changer, id: string, change: Partial<MarkFields>): Promise<Mark>
  /** As change(). */
  remove(ask: Changer, id: string): Promise<void>
}

export const markMaker = serviceRef<MarkMaker>('mark-maker')

type Parts = Pick<ServiceParts, 'records' | 'clock' | 'newId' | 'use'>

export function createMarkMaker({ records, clock, newId, use }: Parts): MarkMaker {
  const note = changeNotes<Mark>(use, 'mark', ({ title }) => ({ title }))

  return Object.freeze({
    create: (ask, fields) =>
      records.transaction(async (transaction) => {
        const now = new Date(clock())
        const mark: Mark = {
          ...fields,
          id: newId('mrk_'),
          workspace_id: ask.workspace.id,
          created_by: ask.caller.id,
          source: ask.caller.kind === 'user' ? 'manual' : 'api',
          created_at: now,
          updated_at: now,
        }
        if (!(await insertMark(transaction, mark)))
          throw new ServiceError('FORBIDDEN', 'You are not a member of this workspace.')
        if (isShared(mark)) await note(transaction, ask, 'created', mark)
        return mark
      }),

    change: (ask, id, change) =>
      records.transaction(async (transaction) => {
        const before = await changeable(transaction, ask, id)
        if (change.scope === 'private' && before.created_by !== ask.caller.id)
          throw new ServiceError('FORBIDDEN', 'Only its creator can make a mark private.')
        const wanted = { ...change, now: new Date(clock()) }
        const changed = await updateMark(transaction, viewerIn(ask), id, wanted)
        if (changed === null) throw noMark()
        // The audit log of a mark that becomes private shows only what others could see before.
        const seen = [changed, before].find(isShared)
        if (seen !== undefined) await note(transaction, ask, 'changed', seen, { changed: givenIn(change) })
        return changed
      }),

    remove: (ask, id) =>
      records.transaction(async (transaction) => {
        const mark = await changeable(transaction, ask, id)
        if (!(await deleteMark(transaction, viewerIn(ask), id))) throw noMark()
        if (isShared(mark)) await note(transaction, ask, 'deleted', mark)
      }),
  } satisfies MarkMaker)
}

export const noMark = (): ServiceError =>
  new ServiceError('NOT_FOUND', 'This workspace has no such mark that you can see.')

const viewerIn = ({ workspace, caller }: Changer): Viewer => ({
  workspaceId: workspace.id,
  callerId: caller.id,
})

async function changeable(transaction: Records, ask: Changer, id: string): Promise<Mark> {
  const mark = await findMark(transaction, viewerIn(ask), id)
  if (mark === null) throw noMark()
  if (mark.created_by !== ask.caller.id && ask.role !== 'admin')
    throw new ServiceError('FORBIDDEN', 'Only its creator and admins of the workspace may change a mark.')
  return mark
}

const isShared = ({ scope }: Mark): boolean => scope === 'public'

const givenIn = (change: object): string[] =>
  Object.entries(change)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .sort()
