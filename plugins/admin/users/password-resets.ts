import { invalid, ServiceError, type Records, type ServiceDependencies } from '../../../contract/index.js'
import type { Administrator } from '../authority.js'
import { credentials } from '../credentials.js'
import { lockUser } from '../people-repository.js'
import { createInvitedUsers } from './invited.js'
import { ownsAccount, requireTarget, userOf, type Change } from './rules.js'
import type { NoteUser } from './note.js'
import type { ListedUser } from './users-repository.js'

export interface PasswordResets {
  /**
   * With `password` null, creates a link by which the user can choose one, once and within a day. Otherwise sets the
   * password, which requires ADMIN_SETS_PASSWORDS and ends all sessions of the user; `link` is then null. `address` is the
   * admin's network address. Throws FORBIDDEN if the account opens more than the admin's workspace.
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

type Dependencies = Pick<ServiceDependencies, 'settings' | 'records' | 'clock' | 'use'>

export function createPasswordResets(dependencies: Dependencies, note: NoteUser): PasswordResets {
  const { settings, records, use } = dependencies
  const invited = createInvitedUsers(dependencies)

  async function requireOwned(
    transaction: Records,
    administrator: Administrator,
    id: string,
  ): Promise<Change> {
    if ((await invited.find(transaction, administrator, id)) !== null)
      throw new ServiceError(
        'CONFLICT',
        'the invite was not accepted yet; invite the address again for a new link',
      )
    // Creating a workspace ends the user's reset links. The lock waits for a workspace that is being created, so that
    // requireTarget() counts it.
    await lockUser(transaction, id)
    const change = await requireTarget(transaction, administrator, id)
    if (!ownsAccount(change))
      throw new ServiceError(
        'FORBIDDEN',
        'this account opens more than your workspace; ask a platform user to reset its password',
      )
    // Otherwise the holder of the new password could open every workspace that the person joins later.
    if (change.target.bound && !change.onAccount)
      throw new ServiceError(
        'FORBIDDEN',
        'this account signs in by the identity provider; ask a platform user to reset its password',
      )
    return change
  }

  return {
    async resetPassword(administrator, id, { password, address }) {
      if (id === administrator.caller.id)
        throw invalid('user-id', 'user-id is your own; change your password at POST /api/v1/auth/password')
      if (password !== null && !settings.adminSetsPasswords)
        throw invalid('/password', 'password requires ADMIN_SETS_PASSWORDS; leave it out to get a reset link')
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
