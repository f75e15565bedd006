import {
  changeNotes,
  notFound,
  notMember,
  ownersAndAdminsOnly,
  ownersOnlyMakePrivate,
  restorableSince,
  serviceRef,
  type Records,
  type ServiceDependencies,
  type WorkspaceAsk,
} from '../../contract/index.js'
import type { Mark, MarkFields } from './mark.js'
import {
  deleteMark,
  findMark,
  insertMark,
  lockRestorable,
  restoreMark,
  updateMark,
  type Viewer,
} from './marks-repository.js'

type Changer = Pick<WorkspaceAsk, 'workspace' | 'caller' | 'role'>

/** Creates and changes marks. Changes that other members can see are in the audit log; those of private marks are not. */
export interface MarkMaker {
  /** Creates a mark whose creator is the caller. Throws FORBIDDEN if the workspace was deleted. */
  create(ask: Changer, fields: MarkFields): Promise<Mark>
  /**
   * Changes the given fields. Throws NOT_FOUND if the caller sees no mark of this id, FORBIDDEN if the caller is neither
   * its creator nor an admin, or makes another creator's mark private.
   */
  change(ask: Changer, id: string, change: Partial<MarkFields>): Promise<Mark>
  /** Deletes a mark. It can be restored for ten minutes. Throws as change(). */
  remove(ask: Changer, id: string): Promise<void>
  /**
   * Restores a deleted mark; one that is not deleted stays as it is. Throws as change(), and NOT_FOUND once the ten minutes
   * are over.
   */
  restore(ask: Changer, id: string): Promise<Mark>
}

export const markMaker = serviceRef<MarkMaker>('mark-maker')

type Dependencies = Pick<ServiceDependencies, 'records' | 'clock' | 'newId' | 'use'>

export function createMarkMaker({ records, clock, newId, use }: Dependencies): MarkMaker {
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
        if (!(await insertMark(transaction, mark))) throw notMember()
        if (isShared(mark)) await note(transaction, ask, 'created', mark)
        return mark
      }),

    change: (ask, id, change) =>
      records.transaction(async (transaction) => {
        const before = await changeable(transaction, ask, id)
        if (change.scope === 'private' && before.created_by !== ask.caller.id)
          throw ownersOnlyMakePrivate('a mark', 'creator')
        const wanted = { ...change, now: new Date(clock()) }
        const changed = await updateMark(transaction, viewerIn(ask), id, wanted)
        if (changed === null) throw noMark()
        // If the mark becomes private, the audit log shows its old title, which other members could see before.
        const seen = [changed, before].find(isShared)
        if (seen !== undefined) await note(transaction, ask, 'changed', seen, { changed: givenIn(change) })
        return changed
      }),

    remove: (ask, id) =>
      records.transaction(async (transaction) => {
        const mark = await changeable(transaction, ask, id)
        if (!(await deleteMark(transaction, viewerIn(ask), id, new Date(clock())))) throw noMark()
        if (isShared(mark)) await note(transaction, ask, 'deleted', mark)
      }),

    restore: (ask, id) =>
      records.transaction(async (transaction) => {
        const since = restorableSince(clock())
        const mark = owned(ask, await lockRestorable(transaction, viewerIn(ask), id, since))
        if ((await restoreMark(transaction, id)) && isShared(mark))
          await note(transaction, ask, 'restored', mark)
        return mark
      }),
  } satisfies MarkMaker)
}

export const noMark = () => notFound('mark')

const viewerIn = ({ workspace, caller }: Changer): Viewer => ({
  workspaceId: workspace.id,
  callerId: caller.id,
})

const changeable = async (transaction: Records, ask: Changer, id: string): Promise<Mark> =>
  owned(ask, await findMark(transaction, viewerIn(ask), id))

/** Returns the mark. Throws NOT_FOUND if there is none, FORBIDDEN unless the caller is its creator or an admin. */
function owned(ask: Changer, mark: Mark | null): Mark {
  if (mark === null) throw noMark()
  if (mark.created_by !== ask.caller.id && ask.role !== 'admin')
    throw ownersAndAdminsOnly('a mark', 'creator')
  return mark
}

const isShared = ({ scope }: Mark): boolean => scope === 'public'

const givenIn = (change: object): string[] =>
  Object.entries(change)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .sort()
