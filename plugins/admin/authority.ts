import {
  atLeast,
  notMember,
  ServiceError,
  type Caller,
  type Records,
  type Role,
  type WorkspaceRole,
} from '../../contract/index.js'
import { findAuthority, lockPeople, type Authority } from './people-repository.js'

/** The caller of a change, and the workspace in which they make it. */
export interface Administrator {
  readonly caller: Caller
  readonly workspaceId: string
}

/**
 * Locks changes of people and reads the caller's roles again: the role, the membership or the workspace may have gone
 * since the request was admitted. Throws FORBIDDEN if the caller is no longer an admin of the workspace.
 */
export async function requireAdmin(
  transaction: Records,
  { caller, workspaceId }: Administrator,
): Promise<Authority> {
  await lockPeople(transaction)
  const authority = await findAuthority(transaction, caller.id, workspaceId)
  if (authority === null) throw notMember()
  if (!atLeast(ownRole(authority), 'admin'))
    throw new ServiceError('FORBIDDEN', 'you are no longer an admin of this workspace')
  return authority
}

/** Returns the effective role of a caller or a target in the workspace; viewer for users who are not members. */
export const ownRole = ({ global, member }: Authority): Role =>
  global === 'platform' ? 'platform' : (member ?? 'viewer')

/** Throws FORBIDDEN if the role is above the caller's own: callers may not grant, change or remove such a role. */
export function requireRank(authority: Authority, role: Role): void {
  if (!atLeast(ownRole(authority), role)) throw aboveOwnRole(role)
}

/** A 403: the role is above the caller's own. */
export const aboveOwnRole = (role: Role): ServiceError =>
  new ServiceError('FORBIDDEN', `the role ${role} is above your own`)

/** Returns the global role of a new account: the requested one, but never above its creator's own. */
export const accountRole = (wanted: Role, { global }: Authority): Role =>
  atLeast(global, wanted) ? wanted : global

/** Returns the role in a workspace; platform users are admins there. */
export const memberRole = (role: Role): WorkspaceRole => (role === 'platform' ? 'admin' : role)
