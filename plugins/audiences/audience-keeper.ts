import { isDeepStrictEqual } from 'node:util'
import {
  audiences,
  changeNotes,
  notFound,
  notMember,
  ownersAndAdminsOnly,
  restorableSince,
  serviceRef,
  type AudienceSource,
  type Records,
  type ServiceDependencies,
  type WorkspaceAsk,
} from '../../contract/index.js'
import {
  deleteAudience,
  findAudience,
  insertAudience,
  lockAudience,
  lockRestorable,
  namesUsingField,
  restoreAudience,
  updateAudience,
  type Audience,
  type AudienceChange,
} from './audiences-repository.js'
import { Definition } from './definition.js'
import { membersOf } from './members.js'
import { noAudience } from './schemas.js'
import { findVersion, insertVersion } from './versions-repository.js'

type Wanted = Pick<Audience, 'name' | 'description' | 'definition'>
type Changer = Pick<WorkspaceAsk, 'workspace' | 'caller' | 'role'>

/** Supplies audiences to questions, and changes them for this plugin's routes. Every change is in the audit log. */
export interface AudienceKeeper extends AudienceSource {
  /** Creates an audience whose owner is the caller. Throws FORBIDDEN if the workspace was deleted. */
  create(ask: Changer, wanted: Wanted): Promise<Audience>
  /** Changes the given fields. Throws NOT_FOUND for an unknown id, FORBIDDEN unless the caller is its owner or an admin. */
  change(ask: Changer, id: string, change: AudienceChange): Promise<Audience>
  /** Sets the fields to those of a version. Throws as change(), and NOT_FOUND for the version. */
  takeBack(ask: Changer, id: string, version: number): Promise<Audience>
  /** Deletes an audience. It can be restored for ten minutes. Throws as change(). */
  remove(ask: Changer, id: string): Promise<void>
  /**
   * Restores a deleted audience; one that is not deleted stays as it is. Throws as change(), and NOT_FOUND once the ten
   * minutes are over.
   */
  restore(ask: Changer, id: string): Promise<Audience>
}

export const audienceKeeper = serviceRef<AudienceKeeper>(audiences.name)

type Dependencies = Pick<ServiceDependencies, 'records' | 'clock' | 'newId' | 'use'>

export function createAudienceKeeper({ records, clock, newId, use }: Dependencies): AudienceKeeper {
  const note = changeNotes<Audience>(use, 'audience', ({ name }) => ({ name }))

  /** Adds an audience, as it is in the transaction, to its history. */
  const record = (
    transaction: Records,
    { caller }: Changer,
    { id, updated_at }: Audience,
    changed: readonly string[],
    restored: number | null = null,
  ): Promise<void> =>
    insertVersion(transaction, id, {
      ...{ changed_by: caller.id, changed_by_email: caller.email, changed_at: updated_at },
      ...{ changed, restored },
    })

  async function update(
    transaction: Records,
    { workspace }: Changer,
    id: string,
    change: AudienceChange,
  ): Promise<Audience> {
    const wanted = { ...change, now: new Date(clock()) }
    const changed = await updateAudience(transaction, workspace.id, id, wanted)
    if (changed === null) throw noAudience()
    return changed
  }

  return Object.freeze({
    async members(ask, id) {
      const audience = await findAudience(records, ask.workspaceId, id)
      return audience === null ? null : membersOf(audience.definition, ask)
    },

    namesUsing: namesUsingField,

    inline: {
      definition: Definition,
      members: (ask, definition) => membersOf(definition as Definition, ask),
    },

    create: (ask, wanted) =>
      records.transaction(async (transaction) => {
        const made = await insertAudience(transaction, {
          ...wanted,
          id: newId('aud_'),
          workspace_id: ask.workspace.id,
          owner_id: ask.caller.id,
          created_at: new Date(clock()),
        })
        if (made === null) throw notMember()
        await record(transaction, ask, made, [])
        await note(transaction, ask, 'created', made)
        return made
      }),

    change: (ask, id, change) =>
      records.transaction(async (transaction) => {
        const before = await requireOwner(transaction, ask, id)
        const changed = await update(transaction, ask, id, change)
        const names = changedNames(before, changed)
        if (names.length > 0) await record(transaction, ask, changed, names)
        await note(transaction, ask, 'changed', changed, { changed: givenIn(change) })
        return changed
      }),

    takeBack: (ask, id, version) =>
      records.transaction(async (transaction) => {
        const before = await requireOwner(transaction, ask, id)
        const found = await findVersion(transaction, id, version)
        if (found === null) throw notFound('version')
        const changed = changedNames(before, found)
        if (changed.length === 0) return before
        const after = await update(transaction, ask, id, found)
        await record(transaction, ask, after, changed, version)
        await note(transaction, ask, 'changed', after, { changed, restored: version })
        return after
      }),

    remove: (ask, id) =>
      records.transaction(async (transaction) => {
        const audience = await requireOwner(transaction, ask, id)
        if (!(await deleteAudience(transaction, ask.workspace.id, id, new Date(clock())))) throw noAudience()
        await note(transaction, ask, 'deleted', audience)
      }),

    restore: (ask, id) =>
      records.transaction(async (transaction) => {
        const since = restorableSince(clock())
        const audience = owned(ask, await lockRestorable(transaction, ask.workspace.id, id, since))
        if (await restoreAudience(transaction, id)) await note(transaction, ask, 'restored', audience)
        return audience
      }),
  } satisfies AudienceKeeper)
}

const requireOwner = async (transaction: Records, ask: Changer, id: string): Promise<Audience> =>
  owned(ask, await lockAudience(transaction, ask.workspace.id, id))

/** Returns the audience. Throws NOT_FOUND if there is none, FORBIDDEN unless the caller is its owner or an admin. */
function owned(ask: Changer, audience: Audience | null): Audience {
  if (audience === null) throw noAudience()
  if (audience.owner_id !== ask.caller.id && ask.role !== 'admin') throw ownersAndAdminsOnly('an audience')
  return audience
}

/** Returns the names of the fields that differ, in a fixed order. */
const changedNames = (before: Wanted, after: Wanted): readonly string[] =>
  (['name', 'description', 'definition'] as const).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )

const givenIn = (change: object): string[] =>
  Object.entries(change)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .sort()
