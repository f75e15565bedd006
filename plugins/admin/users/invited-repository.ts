import type { Records, Role, WorkspaceRole } from '../../../contract/index.js'

/** A person who is listed as a user, but has not accepted the invite. */
export interface Invited {
  /** The id of the invite. */
  readonly id: string
  readonly user_id: string
  readonly workspace_id: string
  readonly email: string
  readonly role: WorkspaceRole
  readonly account_role: Role
  readonly created_at: Date
}

/** Finds a pending invite by its user id and locks it until the transaction ends; `workspaceId` null for any workspace. */
export async function findInvited(
  transaction: Records,
  userId: string,
  workspaceId: string | null,
  now: Date,
): Promise<Invited | null> {
  const [row] = await transaction.query<Invited>(
    `SELECT i.id, i.user_id, i.workspace_id, i.email, i.role, i.account_role, i.created_at
     FROM invites i
     WHERE i.user_id = $1 AND ($2::text IS NULL OR i.workspace_id = $2)
       AND i.accepted_at IS NULL AND i.cancelled_at IS NULL AND i.expires_at > $3
     FOR UPDATE`,
    [userId, workspaceId, now],
  )
  return row ?? null
}

export async function setInvitedRole(
  transaction: Records,
  id: string,
  role: WorkspaceRole,
  accountRole: Role,
): Promise<void> {
  await transaction.query('UPDATE invites SET role = $2, account_role = $3 WHERE id = $1', [
    id,
    role,
    accountRole,
  ])
}
