import {
  invalid,
  serviceEvents,
  type Records,
  type Role,
  type ServiceDependencies,
} from '../../../contract/index.js'
import { actorOf } from '../actor.js'
import { memberRole, requireRank, type Administrator } from '../authority.js'
import { createLeaving, type Credentials } from '../leaving/leaving.js'
import { createInvitedUsers } from './invited.js'
import type { NoteUser } from './note.js'
import { createPasswordResets, type PasswordResets } from './password-resets.js'
import {
  ownsAccount,
  requireOtherAdmin,
  requireOtherPlatformUser,
  requireTarget,
  shownRole,
  userOf,
} from './rules.js'
import {
  deleteMember,
  deleteMemberships,
  deleteUser,
  setGlobalRole,
  setMemberRole,
  type ListedUser,
} from './users-repository.js'

export interface UserChanges extends PasswordResets {
  /**
   * Sets the role in the workspace; a platform user sets the global one as well. A lower role also limits the keys, links
   * and invites that the user created: see Leaving.
   */
  changeRole(
    administrator: Administrator,
    id: string,
    role: Role,
    keep: readonly string[],
  ): Promise<ListedUser>
  /**
   * Takes a member out of the workspace, and deletes the account if that was its last one; a platform user always deletes
   * the account. The user's pending invites end, and the keys and public links, except those that `keep` names.
   */
  remove(administrator: Administrator, id: string, keep: readonly string[]): Promise<void>
  /** Returns the keys, links and invites that removing the user would end. */
  credentialsOf(administrator: Administrator, id: string): Promise<Credentials>
}

type Dependencies = Pick<ServiceDependencies, 'settings' | 'records' | 'clock' | 'use' | 'find' | 'emit'>

export function createUserChanges(dependencies: Dependencies, note: NoteUser): UserChanges {
  const { records, emit } = dependencies
  const leaving = createLeaving(dependencies)
  const invited = createInvitedUsers(dependencies)

  return {
    ...createPasswordResets(dependencies, note),

    changeRole: (administrator, id, role, keep) =>
      records.transaction(async (transaction) => {
        const changed = await invited.changeRole(transaction, administrator, id, role)
        if (changed !== null) return changed
        const { workspaceId } = administrator
        const change = await requireTarget(transaction, administrator, id)
        const { authority, target, onAccount } = change
        requireRank(authority, role)
        const from = shownRole(target, onAccount)
        if (role !== 'platform') await requireOtherPlatformUser(transaction, target)
        const inWorkspace = memberRole(role)
        if (inWorkspace !== 'admin') await requireOtherAdmin(transaction, target, workspaceId)
        await setMemberRole(transaction, workspaceId, id, inWorkspace)
        if (onAccount) await setGlobalRole(transaction, id, role)
        if (target.member !== null && target.member !== inWorkspace) {
          const actor = actorOf(administrator.caller)
          const changed = { workspaceId, userId: id, role: inWorkspace, actor }
          emit(serviceEvents.memberChanged, () => changed, transaction)
        }
        const details = { email: target.email, from, to: role }
        await note(transaction, administrator, 'user.role_changed', id, details)
        const leaver = { id, workspaceId: onAccount ? null : workspaceId }
        await leaving.settle(transaction, leaver, { actor: administrator.caller, keep })
        return { ...userOf(change), role, status: 'active' }
      }),

    async remove(administrator, id, keep) {
      if (id === administrator.caller.id)
        throw invalid('user-id', 'user-id is your own; ask another admin to delete you')
      await records.transaction(async (transaction) => {
        if ((await invited.remove(transaction, administrator, id)) !== null) return
        const { workspaceId, caller: actor } = administrator
        const change = await requireTarget(transaction, administrator, id)
        const { target, onAccount } = change
        await requireOtherAdmin(transaction, target, onAccount ? null : workspaceId)
        const whole = ownsAccount(change)
        const left = onAccount ? await leaveAll(transaction, id) : [workspaceId]
        if (!onAccount) await deleteMember(transaction, workspaceId, id)
        for (const one of left) {
          const change = { workspaceId: one, userId: id, actor: actorOf(actor) }
          emit(serviceEvents.memberRemoved, () => change, transaction)
        }
        const leaver = { id, workspaceId: onAccount ? null : workspaceId }
        await leaving.settle(transaction, leaver, { actor, keep })
        if (whole) await deleteUser(transaction, id)
        const action = whole ? 'user.deleted' : 'user.removed'
        const details = { email: target.email, ...(keep.length > 0 && { kept: [...keep] }) }
        await note(transaction, administrator, action, id, details)
      })
    },

    credentialsOf: (administrator, id) =>
      records.transaction(async (transaction) => {
        if ((await invited.find(transaction, administrator, id)) !== null)
          return { keys: [], links: [], invites: [] }
        const { onAccount } = await requireTarget(transaction, administrator, id)
        const workspaceId = onAccount ? null : administrator.workspaceId
        return leaving.list(transaction, { id, workspaceId })
      }),
  }
}

async function leaveAll(transaction: Records, userId: string): Promise<readonly string[]> {
  await setGlobalRole(transaction, userId, 'viewer')
  return deleteMemberships(transaction, userId)
}
