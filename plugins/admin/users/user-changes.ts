import {
  invalid,
  type JsonObject,
  type Records,
  type Role,
  type ServiceParts,
  ServiceError,
} from '../../../core/contract/index.js'
import { memberRole, requireRank, type Administrator } from '../authority.js'
import { credentials, type User } from '../credentials.js'
import {
  ownsAccount,
  requireOtherAdmin,
  requireOtherPlatformUser,
  requireTarget,
  shownRole,
  type Change,
} from './rules.js'
import { deleteMember, deleteUser, setGlobalRole, setMemberRole } from './users-repository.js'

export interface UserChanges {
  /** The role in the workspace; a platform user sets the global one as well. */
  changeRole(administrator: Administrator, id: string, role: Role): Promise<User>
  /** Takes a member out of the workspace, and with the last workspace the account; a platform user deletes accounts. */
  remove(administrator: Administrator, id: string): Promise<void>
  /** Ends all sessions of the user. */
  resetPassword(administrator: Administrator, id: string, password: string): Promise<User>
}

/** Writes down what was done to a user. */
export type NoteUser = (
  transaction: Records,
  administrator: Administrator,
  action: string,
  userId: string,
  details: JsonObject,
) => Promise<void>

type Parts = Pick<ServiceParts, 'records' | 'use'>

export function createUserChanges({ records, use }: Parts, note: NoteUser): UserChanges {
  return {
    changeRole: (administrator, id, role) =>
      records.transaction(async (transaction) => {
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
        const details = { email: target.email, from, to: role }
        await note(transaction, administrator, 'user.role_changed', id, details)
        return { ...userOf(change), role }
      }),

    async remove(administrator, id) {
      if (id === administrator.caller.id)
        throw invalid('user-id', 'Nobody can delete themselves; another admin can.')
      await records.transaction(async (transaction) => {
        const { workspaceId } = administrator
        const change = await requireTarget(transaction, administrator, id)
        const { target, onAccount } = change
        await requireOtherAdmin(transaction, target, onAccount ? null : workspaceId)
        const whole = ownsAccount(change)
        if (whole) await deleteUser(transaction, id)
        else await deleteMember(transaction, workspaceId, id)
        const action = whole ? 'user.deleted' : 'user.removed'
        await note(transaction, administrator, action, id, { email: target.email })
      })
    },

    async resetPassword(administrator, id, password) {
      if (id === administrator.caller.id)
        throw invalid('user-id', 'The own password is changed at POST /api/v1/auth/password.')
      const hash = await use(credentials).hashPassword(password)
      return records.transaction(async (transaction) => {
        const change = await requireTarget(transaction, administrator, id)
        if (!ownsAccount(change))
          throw new ServiceError(
            'FORBIDDEN',
            'This account opens more than your workspace; a platform user can reset its password.',
          )
        await use(credentials).resetPassword(transaction, id, hash)
        await note(transaction, administrator, 'user.password_reset', id, { email: change.target.email })
        return userOf(change)
      })
    },
  }
}

const userOf = ({ target, onAccount }: Change): User => ({
  id: target.id,
  email: target.email,
  role: shownRole(target, onAccount),
  created_at: target.created_at,
  last_login_at: target.last_login_at,
})
