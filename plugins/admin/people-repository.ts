import type { Records, Role, WorkspaceRole } from '../../contract/index.js'

/** The roles of a user as the records have them during a change. */
export interface Authority {
  readonly global: Role
  /** Null if the user is not a member; platform users administer without membership. */
  readonly member: WorkspaceRole | null
}

const peopleLock = 0x5e89

/**
 * Serializes changes of users, members and invites across all processes, until the transaction ends. Their rules read
 * several rows of several tables (is there another admin, is the address free, is the invite pending), which no other
 * change may alter in between.
 */
export async function lockPeople(transaction: Records): Promise<void> {
  await transaction.query('SELECT pg_advisory_xact_lock($1)', [peopleLock])
}

/** Returns null if the user or the workspace was deleted. Until the transaction ends, the workspace cannot be deleted. */
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

/** Returns false if the user is already a member. */
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

/** Locks a user: until the transaction ends, they cannot create a workspace and no reset link can be created for them. */
export async function lockUser(transaction: Records, userId: string): Promise<void> {
  await transaction.query('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId])
}
