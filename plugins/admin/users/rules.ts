import { atLeast, ServiceError, type Records, type Role } from '../../../core/contract/index.js'
import { ownRole, requireAdmin, requireRank, type Administrator } from '../authority.js'
import type { User } from '../credentials.js'
import type { Authority } from '../people-repository.js'
import { findOrphan, findTarget, isLastPlatformUser, type Target } from './users-repository.js'

/** A change of a user, as the rules let it happen. */
export interface Change {
  readonly authority: Authority
  readonly target: Target
  /** A platform user acts on accounts, everybody else on members of the workspace. */
  readonly onAccount: boolean
}

/** NOT_FOUND for whom the caller does not see, FORBIDDEN for who stands above the caller. */
export async function requireTarget(
  transaction: Records,
  administrator: Administrator,
  id: string,
): Promise<Change> {
  const authority = await requireAdmin(transaction, administrator)
  const target = await findTarget(transaction, id, administrator.workspaceId)
  const onAccount = authority.global === 'platform'
  if (target === null || (target.member === null && !onAccount))
    throw new ServiceError('NOT_FOUND', 'There is no such user in this workspace.')
  requireRank(authority, ownRole(target))
  return { authority, target, onAccount }
}

/** `workspaceId` null: of no workspace. */
export async function requireOtherAdmin(
  transaction: Records,
  target: Target,
  workspaceId: string | null,
): Promise<void> {
  const name = await findOrphan(transaction, target.id, workspaceId)
  if (name !== null)
    throw new ServiceError('CONFLICT', `The workspace ${name} would be left without an admin.`)
}

export async function requireOtherPlatformUser(transaction: Records, target: Target): Promise<void> {
  if (target.global === 'platform' && (await isLastPlatformUser(transaction, target.id)))
    throw new ServiceError('CONFLICT', 'The service would be left without a platform user.')
}

/**
 * May an admin of one workspace do what concerns the whole account? Only where nobody else's workspace and no higher
 * global role is behind it: a password would open those too.
 */
export const ownsAccount = ({ authority, target, onAccount }: Change): boolean =>
  onAccount || (target.elsewhere === 0 && atLeast(authority.global, target.global))

export const userOf = ({ target, onAccount }: Change): User => ({
  id: target.id,
  email: target.email,
  role: shownRole(target, onAccount),
  created_at: target.created_at,
  last_login_at: target.last_login_at,
})

/** The role that the caller is shown. */
export const shownRole = (target: Authority, onAccount: boolean): Role =>
  onAccount ? target.global : ownRole(target)
