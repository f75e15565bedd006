import { auditLog, type Records, type Role, type ServiceDependencies } from '../../../contract/index.js'
import { accountRole, memberRole, requireAdmin, requireRank, type Administrator } from '../authority.js'
import { cancelInvite } from '../invites/invites-repository.js'
import type { Authority } from '../people-repository.js'
import { findInvited, setInvitedRole, type Invited } from './invited-repository.js'
import type { ListedUser } from './users-repository.js'

/** Changes of users who have not accepted their invite. All return null if no pending invite has the user's id. */
export interface InvitedUsers {
  changeRole(
    transaction: Records,
    administrator: Administrator,
    id: string,
    role: Role,
  ): Promise<ListedUser | null>
  /** Cancels the invite. */
  remove(transaction: Records, administrator: Administrator, id: string): Promise<Invited | null>
  find(transaction: Records, administrator: Administrator, id: string): Promise<Invited | null>
}

export function createInvitedUsers({ clock, use }: Pick<ServiceDependencies, 'clock' | 'use'>): InvitedUsers {
  async function find(
    transaction: Records,
    administrator: Administrator,
    id: string,
  ): Promise<{ readonly invited: Invited; readonly authority: Authority } | null> {
    const authority = await requireAdmin(transaction, administrator)
    const place = authority.global === 'platform' ? null : administrator.workspaceId
    const invited = await findInvited(transaction, id, place, new Date(clock()))
    if (invited === null) return null
    requireRank(authority, invited.account_role === 'platform' ? 'platform' : invited.role)
    return { invited, authority }
  }

  return {
    find: async (transaction, administrator, id) =>
      (await find(transaction, administrator, id))?.invited ?? null,

    async changeRole(transaction, administrator, id, role) {
      const found = await find(transaction, administrator, id)
      if (found === null) return null
      const { invited, authority } = found
      requireRank(authority, role)
      const atLarge = accountRole(role, authority)
      await setInvitedRole(transaction, invited.id, memberRole(role), atLarge)
      const { email, workspace_id: workspaceId } = invited
      const details = { email, from: invited.role, to: role }
      const entry = { action: 'user.role_changed', actor: administrator.caller, workspaceId, subject: id }
      await use(auditLog).note(transaction, { ...entry, details })
      return { ...listed(invited), role }
    },

    async remove(transaction, administrator, id) {
      const invited = (await find(transaction, administrator, id))?.invited ?? null
      if (invited === null) return null
      await cancelInvite(transaction, invited.id, new Date(clock()))
      const { email, role, workspace_id: workspaceId } = invited
      const entry = { action: 'invite.cancelled', actor: administrator.caller, workspaceId }
      await use(auditLog).note(transaction, { ...entry, subject: invited.id, details: { email, role } })
      return invited
    },
  }
}

const listed = ({ user_id, email, role, created_at }: Invited): ListedUser => ({
  id: user_id,
  email,
  role,
  created_at,
  last_login_at: null,
  status: 'invited',
})
