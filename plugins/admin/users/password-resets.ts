import { invalid, ServiceError, type Records, type ServiceParts } from '../../../core/contract/index.js'
import type { Administrator } from '../authority.js'
import { credentials } from '../credentials.js'
import { lockUser } from '../people-repository.js'
import { createInvitedUsers } from './invited.js'
import { ownsAccount, requireTarget, userOf, type Change } from './rules.js'
import type { NoteUser } from './note.js'
import type { ListedUser } from './users-repository.js'

export interface PasswordResets {
  /**
   * A link by which the user chooses a password, once, within a day; null for the token where the admin has set the
   * password: that needs ADMIN_SETS_PASSWORDS, and ends all sessions of the user. `address` is the admin's.
   */
  resetPassword(
    administrator: Administrator,
    id: string,
    given: { readonly password: string | null; readonly address: string },
  ): Promise<ResetUser>
}

export interface ResetUser {
  readonly user: ListedUser
  readonly link: { readonly token: string; readonly expiresAt: Date } | null
}

type Parts = Pick<ServiceParts, 'settings' | 'records' | 'clock' | 'use'>

export function createPasswordResets(parts: Parts, note: NoteUser): PasswordResets {
  const { settings, records, use } = parts
  const invited = createInvitedUsers(parts)

  async function requireOwned(
    transaction: Records,
    administrator: Administrator,
    id: string,
  ): Promise<Change> {
    if ((await invited.find(transaction, administrator, id)) !== null)
      throw new ServiceError(
        'CONFLICT',
        'The invite has not been accepted; invite the address again for a new link.',
      )
    // While the user creates a workspace, which ends the links to reset the password, this waits and then counts it.
    await lockUser(transaction, id)
    const change = await requireTarget(transaction, administrator, id)
    if (!ownsAccount(change))
      throw new ServiceError(
        'FORBIDDEN',
        'This account opens more than your workspace; a platform user can reset its password.',
      )
    // Else a workspace that the person joins later would be open to whoever has chosen the password now.
    if (change.target.bound && !change.onAccount)
      throw new ServiceError(
        'FORBIDDEN',
        'This account is signed in to by the identity provider; a platform user can reset its password.',
      )
    return change
  }

  return {
    async resetPassword(administrator, id, { password, address }) {
      if (id === administrator.caller.id)
        throw invalid('user-id', 'The own password is changed at POST /api/v1/auth/password.')
      if (password !== null && !settings.adminSetsPasswords)
        throw invalid(
          '/password',
          'nobody sets the password of somebody else; without one the answer is a link (ADMIN_SETS_PASSWORDS)',
        )
      const hash = password === null ? null : await use(credentials).choose(password, address)
      return records.transaction(async (transaction) => {
        const change = await requireOwned(transaction, administrator, id)
        const user: ListedUser = { ...userOf(change), status: 'active' }
        const { email } = user
        if (hash !== null) {
          await use(credentials).resetPassword(transaction, id, hash)
          await note(transaction, administrator, 'user.password_reset', id, { email })
          return { user, link: null }
        }
        const link = await use(credentials).createReset(transaction, id, administrator.caller)
        await note(transaction, administrator, 'user.reset_link_created', id, { email })
        return { user, link }
      })
    },
  }
}
