import type { Records, Role, WorkspaceRole } from '../../../contract/index.js'
import type { Invite, InviteStatus } from './invite.js'

const columns = `i.id, i.email, i.workspace_id, i.role, i.user_id, i.invited_by, i.created_at, i.expires_at, i.accepted_at,
  i.cancelled_at`

export interface NewInvite {
  readonly id: string
  readonly workspaceId: string
  readonly email: string
  readonly role: WorkspaceRole
  /** The global role of the account that accepting may create. */
  readonly accountRole: Role
  /** As in Invite; null keeps the id of an invite that is renewed. */
  readonly userId: string | null
  readonly hash: string
  readonly invitedBy: string
  readonly now: Date
  readonly expiresAt: Date
}

/** Renews the pending invite of this address under a new token; null if it has none. Requires lockPeople(). */
export async function renewInvite(transaction: Records, invite: NewInvite): Promise<Invite | null> {
  const [row] = await transaction.query<Invite>(
    `UPDATE invites i
     SET role = $3, account_role = $4, hash = $5, invited_by = $6, expires_at = $8, user_id = coalesce(i.user_id, $9)
     WHERE i.workspace_id = $1 AND lower(i.email) = lower($2)
       AND i.accepted_at IS NULL AND i.cancelled_at IS NULL AND i.expires_at > $7
     RETURNING ${columns}`,
    [
      invite.workspaceId,
      invite.email,
      invite.role,
      invite.accountRole,
      invite.hash,
      invite.invitedBy,
      invite.now,
      invite.expiresAt,
      invite.userId,
    ],
  )
  return row ?? null
}

export async function insertInvite(transaction: Records, invite: NewInvite): Promise<Invite> {
  const [row] = await transaction.query<Invite>(
    `INSERT INTO invites AS i
       (id, workspace_id, email, role, account_role, hash, invited_by, created_at, expires_at, user_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     RETURNING ${columns}`,
    [
      invite.id,
      invite.workspaceId,
      invite.email,
      invite.role,
      invite.accountRole,
      invite.hash,
      invite.invitedBy,
      invite.now,
      invite.expiresAt,
      invite.userId,
    ],
  )
  if (row === undefined) throw new Error('an insert returned no row')
  return row
}

/** Returns whether the e-mail address, in any case, belongs to a member. */
export async function isMember(records: Records, workspaceId: string, email: string): Promise<boolean> {
  const rows = await records.query(
    `SELECT u.id FROM members m JOIN users u ON u.id = m.user_id
     WHERE m.workspace_id = $1 AND lower(u.email) = lower($2)`,
    [workspaceId, email],
  )
  return rows.length > 0
}

/** Returns whether a pending invite lists the address as a user. */
export async function isListed(
  records: Records,
  workspaceId: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const rows = await records.query(
    `SELECT i.id FROM invites i
     WHERE i.workspace_id = $1 AND lower(i.email) = lower($3) AND i.user_id IS NOT NULL AND ${having.pending}`,
    [workspaceId, now, email],
  )
  return rows.length > 0
}

const open = 'i.accepted_at IS NULL AND i.cancelled_at IS NULL'
const having: Readonly<Record<InviteStatus, string>> = {
  pending: `${open} AND i.expires_at > $2`,
  expired: `${open} AND i.expires_at <= $2`,
  accepted: 'i.accepted_at IS NOT NULL AND $2::timestamptz IS NOT NULL',
  cancelled: 'i.cancelled_at IS NOT NULL AND $2::timestamptz IS NOT NULL',
}

/** Returns the invites newest first; with `status` null those of every status. */
export const listInvites = (
  records: Records,
  workspaceId: string,
  status: InviteStatus | null,
  now: Date,
): Promise<readonly Invite[]> =>
  records.query<Invite>(
    `SELECT ${columns} FROM invites i
     WHERE i.workspace_id = $1 AND ${status === null ? '$2::timestamptz IS NOT NULL' : having[status]}
     ORDER BY i.created_at DESC, i.id DESC`,
    [workspaceId, now],
  )

/** Finds an invite and locks it until the transaction ends. */
export async function findInvite(
  transaction: Records,
  workspaceId: string,
  id: string,
): Promise<Invite | null> {
  const [row] = await transaction.query<Invite>(
    `SELECT ${columns} FROM invites i WHERE i.workspace_id = $1 AND i.id = $2 FOR UPDATE`,
    [workspaceId, id],
  )
  return row ?? null
}

export async function cancelInvite(transaction: Records, id: string, now: Date): Promise<void> {
  await transaction.query('UPDATE invites SET cancelled_at = $2 WHERE id = $1', [id, now])
}

/** Marks an invite as accepted. */
export async function closeInvite(transaction: Records, id: string, now: Date): Promise<void> {
  await transaction.query('UPDATE invites SET accepted_at = $2 WHERE id = $1', [id, now])
}

/** An invite found by its token. */
export interface OpenedInvite extends Invite {
  readonly account_role: Role
  readonly workspace_name: string
  /** The account that the address has now; null if it has none. */
  readonly account_id: string | null
}

const opened = `SELECT ${columns}, i.account_role, w.name AS workspace_name, u.id AS account_id
  FROM invites i
  JOIN workspaces w ON w.id = i.workspace_id
  LEFT JOIN users u ON lower(u.email) = lower(i.email)
  WHERE i.hash = $1`

/** Finds an invite, whatever its status, by the hash of its token. */
export async function openInvite(records: Records, hash: string): Promise<OpenedInvite | null> {
  const [row] = await records.query<OpenedInvite>(opened, [hash])
  return row ?? null
}

/** As openInvite(); until the transaction ends, the invite cannot change and its workspace cannot be deleted. */
export async function lockInvite(transaction: Records, hash: string): Promise<OpenedInvite | null> {
  const [row] = await transaction.query<OpenedInvite>(`${opened} FOR UPDATE OF i FOR KEY SHARE OF w`, [hash])
  return row ?? null
}
