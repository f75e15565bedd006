import type { Records, Role, WeekStart, WorkspaceRole } from '../../contract/index.js'

export interface UserAdmission {
  readonly user_id: string
  readonly email: string
  readonly role: Role
  /** Null if the request names no workspace, or an unknown one. */
  readonly workspace_id: string | null
  readonly number: number | null
  readonly timezone: string | null
  readonly week_start: WeekStart | null
  /** Null if the user is not a member of it. */
  readonly member_role: WorkspaceRole | null
}

const columns = `u.id AS user_id, u.email, u.role, w.id AS workspace_id, w.number, w.timezone, w.week_start,
  m.role AS member_role`

const placeIn = (workspaceId: string): string =>
  `LEFT JOIN workspaces w ON w.id = ${workspaceId}
   LEFT JOIN members m ON m.workspace_id = w.id AND m.user_id = u.id`

/** Returns the user to whom an identity is bound, the requested workspace and the user's role in it. */
export async function findIdentityAdmission(
  records: Records,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
  workspaceId: string | null,
): Promise<UserAdmission | null> {
  const [row] = await records.query<UserAdmission>(
    `SELECT ${columns}
     FROM identities i
     JOIN users u ON u.id = i.user_id
     ${placeIn('$3')}
     WHERE i.issuer = $1 AND i.subject = $2`,
    [issuer, subject, workspaceId],
  )
  return row ?? null
}

/** Returns the user of a live session, the requested workspace and the user's role in it. */
export async function findSessionAdmission(
  records: Records,
  session: { readonly jti: string; readonly userId: string },
  workspaceId: string | null,
  now: Date,
): Promise<UserAdmission | null> {
  const [row] = await records.query<UserAdmission>(
    `SELECT ${columns}
     FROM sessions s
     JOIN users u ON u.id = s.user_id
     ${placeIn('$3')}
     WHERE s.jti = $1 AND s.user_id = $2 AND s.ended_at IS NULL AND s.expires_at > $4`,
    [session.jti, session.userId, workspaceId, now],
  )
  return row ?? null
}

export interface KeyAdmission {
  readonly id: string
  readonly kind: 'ingest' | 'query'
  readonly role: WorkspaceRole | null
  readonly last_used_at: Date | null
  readonly workspace_id: string
  readonly number: number
  readonly timezone: string
  readonly week_start: WeekStart
}

/** Returns the key of a hash with its workspace, unless the key has expired. */
export async function findKeyAdmission(
  records: Records,
  hash: string,
  now: Date,
): Promise<KeyAdmission | null> {
  const [row] = await records.query<KeyAdmission>(
    `SELECT k.id, k.kind, k.role, k.last_used_at, w.id AS workspace_id, w.number, w.timezone, w.week_start
     FROM keys k
     JOIN workspaces w ON w.id = k.workspace_id
     WHERE k.hash = $1 AND (k.expires_at IS NULL OR k.expires_at > $2)`,
    [hash, now],
  )
  return row ?? null
}

/** Sets the time of a key's last use, unless another process set one after `before`. */
export async function touchKey(records: Records, id: string, now: Date, before: Date): Promise<void> {
  await records.query(
    'UPDATE keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)',
    [id, now, before],
  )
}
