import {
  atLeast,
  ServiceError,
  type Caller,
  type Records,
  type Role,
  type WorkspaceRole,
} from '../../core/contract/index.js'
import { findAuthority, lockPeople, type Authority } from './people-repository.js'

/** Who changes something, and in which workspace. */
export interface Administrator {
  readonly caller: Caller
  readonly workspaceId: string
}

/**
 * What the caller may do in the workspace now, while the transaction holds the lock: since the request was let in, the
 * role, the membership or the workspace may have gone.
 */
export async function requireAdmin(
  transaction: Records,
  { caller, workspaceId }: Administrator,
): Promise<Authority> {
  await lockPeople(transaction)
  const authority = await findAuthority(transaction, caller.id, workspaceId)
  if (authority === null) throw new ServiceError('FORBIDDEN', 'You are not a member of this workspace.')
  if (!atLeast(ownRole(authority), 'admin'))
    throw new ServiceError('FORBIDDEN', 'You are not an admin of this workspace any more.')
  return authority
}

/** The role that counts in a workspace, of whoever asks and of whoever is asked about; none is below viewer. */
export const ownRole = ({ global, member }: Authority): Role =>
  global === 'platform' ? 'platform' : (member ?? 'viewer')

/** Nobody gives out, changes or removes what is above their own role. */
export function requireRank(authority: Authority, role: Role): void {
  if (!atLeast(ownRole(authority), role))
    throw new ServiceError('FORBIDDEN', `The role ${role} is above your own.`)
}

/** The global role of a new account: the one it was made for, but never above its maker's own. */
export const accountRole = (wanted: Role, { global }: Authority): Role =>
  atLeast(global, wanted) ? wanted : global

/** A platform user is an admin in a workspace. */
export const memberRole = (role: Role): WorkspaceRole => (role === 'platform' ? 'admin' : role)
