import { atLeast, notFound, ServiceError, type Records, type Role } from '../../../contract/index.js'
import { ownRole, requireAdmin, requireRank, type Administrator } from '../authority.js'
import type { User } from '../credentials.js'
import type { Authority } from '../people-repository.js'
import { findOrphan, findTarget, isLastPlatformUser, type Target } from './users-repository.js'

/** A change of a user that the rules allow. */
export interface Change {
  readonly authority: Authority
  readonly target: Target
  /** Platform users act on whole accounts, admins on members of their workspace. */
  readonly onAccount: boolean
}

/** Throws NOT_FOUND for a user whom the caller may not see, FORBIDDEN for one with a higher role than the caller's. */
export async function requireTarget(
  transaction: Records,
  administrator: Administrator,
  id: string,
): Promise<Change> {
  const authority = await requireAdmin(transaction, administrator)
  const target = await findTarget(transaction, id, administrator.workspaceId)
  const onAccount = authority.global === 'platform'
  if (target === null || (target.member === null && !onAccount)) throw notFound('user')
  requireRank(authority, ownRole(target))
  return { authority, target, onAccount }
}

/** Throws CONFLICT if the target is the only admin of this workspace, or with `workspaceId` null of any. */
export async function requireOtherAdmin(
  transaction: Records,
  target: Target,
  workspaceId: string | null,
): Promise<void> {
  const name = await findOrphan(transaction, target.id, workspaceId)
  if (name !== null)
    throw new ServiceError(
      'CONFLICT',
      `workspace ${name} needs another admin first; this user is its only one`,
    )
}

/** Throws CONFLICT if the target is the only platform user. */
export async function requireOtherPlatformUser(transaction: Records, target: Target): Promise<void> {
  if (target.global === 'platform' && (await isLastPlatformUser(transaction, target.id)))
    throw new ServiceError('CONFLICT', 'this user is the only platform user; create another one first')
}

/**
 * Returns whether the caller may act on the whole account. An admin of one workspace may if the account has no other
 * workspace and no global role above the admin's own: a new password would open those too.
 */
export const ownsAccount = ({ authority, target, onAccount }: Change): boolean =>
  onAccount || (target.elsewhere === 0 && atLeast(authority.global, target.global))

/** Returns the target as the caller may see it. */
export const userOf = ({ target, onAccount }: Change): User => ({
  id: target.id,
  email: target.email,
  role: shownRole(target, onAccount),
  created_at: target.created_at,
  last_login_at: target.last_login_at,
})

/** Returns the role that the caller sees: for a platform user the global one, for an admin that in the workspace. */
export const shownRole = (target: Authority, onAccount: boolean): Role =>
  onAccount ? target.global : ownRole(target)
