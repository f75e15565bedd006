import type { Records, Role, WorkspaceRole } from '../../../contract/index.js'
import type { Key } from '../keys/keys-repository.js'

export interface Memberships {
  /** The global role; null if the user was deleted. */
  readonly global: Role | null
  /** By workspace id. */
  readonly roles: ReadonlyMap<string, WorkspaceRole>
}

/** Returns the roles of a user: the global one and that in each workspace. */
export async function findPlaces(records: Records, userId: string): Promise<Memberships> {
  const rows = await records.query<{
    readonly global: Role
    readonly workspace_id: string | null
    readonly role: WorkspaceRole | null
  }>(
    `SELECT u.role AS global, m.workspace_id, m.role
     FROM users u LEFT JOIN members m ON m.user_id = u.id WHERE u.id = $1`,
    [userId],
  )
  const roles = rows.flatMap(({ workspace_id, role }) =>
    workspace_id === null || role === null ? [] : [[workspace_id, role] as const],
  )
  return { global: rows[0]?.global ?? null, roles: new Map(roles) }
}

export interface MadeKey extends Key {
  readonly workspace_id: string
}

/** Returns the keys that a user created, oldest first; with `workspaceId` null those of all workspaces. */
export const listMadeKeys = (
  records: Records,
  userId: string,
  workspaceId: string | null,
): Promise<readonly MadeKey[]> =>
  records.query<MadeKey>(
    `SELECT id, workspace_id, name, kind, role, prefix, expires_at, last_used_at, created_by, created_at
     FROM keys WHERE created_by = $1 AND ($2::text IS NULL OR workspace_id = $2)
     ORDER BY created_at, id`,
    [userId, workspaceId],
  )

export interface MadeInvite {
  readonly id: string
  readonly email: string
  readonly workspace_id: string
  readonly role: WorkspaceRole
  readonly account_role: Role
  readonly expires_at: Date
}

/** Returns the pending invites that a user created, oldest first; with `workspaceId` null those of all workspaces. */
export const listMadeInvites = (
  records: Records,
  userId: string,
  workspaceId: string | null,
  now: Date,
): Promise<readonly MadeInvite[]> =>
  records.query<MadeInvite>(
    `SELECT id, email, workspace_id, role, account_role, expires_at
     FROM invites
     WHERE invited_by = $1 AND ($2::text IS NULL OR workspace_id = $2)
       AND accepted_at IS NULL AND cancelled_at IS NULL AND expires_at > $3
     ORDER BY created_at, id`,
    [userId, workspaceId, now],
  )

/** Makes a user the creator of a key. */
export async function passKeyOn(transaction: Records, id: string, userId: string): Promise<void> {
  await transaction.query('UPDATE keys SET created_by = $2 WHERE id = $1', [id, userId])
}

export async function lowerKey(transaction: Records, id: string, role: WorkspaceRole): Promise<void> {
  await transaction.query('UPDATE keys SET role = $2 WHERE id = $1', [id, role])
}
