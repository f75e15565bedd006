import type { Records, Role, WorkspaceRole } from '../../core/contract/index.js'

/** Who asks for a change, as the records have it while the change is made. */
export interface Authority {
  readonly global: Role
  /** Null: not a member. A platform user administers without being one. */
  readonly member: WorkspaceRole | null
}

const peopleLock = 0x5e89

/**
 * Changes of people come one at a time, in all processes. Their rules look at several rows of several tables (is there
 * another admin, is the address free, is the invite open), and none may look while another changes them.
 */
export async function lockPeople(transaction: Records): Promise<void> {
  await transaction.query('SELECT pg_advisory_xact_lock($1)', [peopleLock])
}

/** Null: the user or the workspace is gone. While the transaction lasts, the workspace cannot go. */
export async function findAuthority(
  transaction: Records,
  userId: string,
  workspaceId: string,
): Promise<Authority | null> {
  const [row] = await transaction.query<Authority>(
    `SELECT u.role AS global, m.role AS member
     FROM workspaces w
     JOIN users u ON u.id = $1
     LEFT JOIN members m ON m.workspace_id = w.id AND m.user_id = u.id
     WHERE w.id = $2
     FOR KEY SHARE OF w`,
    [userId, workspaceId],
  )
  return row ?? null
}

/** False: the user is a member already. */
export async function insertMember(
  records: Records,
  member: { workspaceId: string; userId: string; role: WorkspaceRole; now: Date },
): Promise<boolean> {
  const rows = await records.query(
    `INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING
     RETURNING user_id`,
    [member.workspaceId, member.userId, member.role, member.now],
  )
  return rows.length > 0
}

/** Until the transaction ends, this user creates no workspace, and no link to reset the password is made. */
export async function lockUser(transaction: Records, userId: string): Promise<void> {
  await transaction.query('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId])
}
