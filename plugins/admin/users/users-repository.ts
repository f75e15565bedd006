import type { Records, Role } from '../../../contract/index.js'
import type { User } from '../credentials.js'
import type { Authority } from '../people-repository.js'

export interface UserFilter {
  /** Null for all users with their global roles; else the members of one workspace with their effective roles there. */
  readonly workspaceId: string | null
  /** A part of the e-mail address, in any case. */
  readonly email: string | null
  readonly role: Role | null
  /** Decides which invites have not expired. */
  readonly now: Date
}

export type UserStatus = 'active' | 'invited'

export interface ListedUser extends User {
  /** `invited` if the account does not exist yet or has not joined. */
  readonly status: UserStatus
}

const pending = 'i.accepted_at IS NULL AND i.cancelled_at IS NULL AND i.user_id IS NOT NULL'

const invited = (role: string): string =>
  `SELECT i.user_id AS id, i.email, ${role} AS role, i.created_at, NULL::timestamptz AS last_login_at,
     'invited' AS status
   FROM invites i WHERE ${pending} AND i.expires_at > $4`

const allUsers = `SELECT u.id, u.email, u.role, u.created_at, u.last_login_at, 'active' AS status
  FROM users u WHERE $1::text IS NULL
  UNION ALL ${invited('i.account_role')}`

const members = `SELECT u.id, u.email, CASE u.role WHEN 'platform' THEN u.role ELSE m.role END AS role,
    u.created_at, u.last_login_at, 'active' AS status
  FROM members m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1
  UNION ALL ${invited(`CASE i.account_role WHEN 'platform' THEN i.account_role ELSE i.role END`)}
    AND i.workspace_id = $1`

/** strpos() finds the part literally; in a LIKE pattern `%` and `_` would match other characters. */
const matching = (source: string): string => `FROM (${source}) AS found
  WHERE ($2::text IS NULL OR strpos(lower(email), lower($2)) > 0) AND ($3::text IS NULL OR role = $3)`

/** Returns a page of the matching users, oldest first, and their total number. */
export async function listUsers(
  records: Records,
  { workspaceId, email, role, now }: UserFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly users: readonly ListedUser[]; readonly total: number }> {
  const source = matching(workspaceId === null ? allUsers : members)
  const filter = [workspaceId, email, role, now]
  const [users, [counted]] = await Promise.all([
    records.query<ListedUser>(
      `SELECT id, email, role, created_at, last_login_at, status ${source}
       ORDER BY created_at, id LIMIT $5 OFFSET $6`,
      [...filter, limit, offset],
    ),
    records.query<{ total: number }>(`SELECT count(*) AS total ${source}`, filter),
  ])
  return { users, total: counted?.total ?? 0 }
}

/** The user whom a change is about, with the global role and the role in the workspace. */
export interface Target extends Authority, Omit<User, 'role'> {
  /** Number of other workspaces of which the user is a member. */
  readonly elsewhere: number
  /** Whether an identity at an outside provider opens the account. */
  readonly bound: boolean
}

/** Finds a user with the role in the workspace, which is null if the user is not a member. */
export async function findTarget(
  transaction: Records,
  id: string,
  workspaceId: string,
): Promise<Target | null> {
  const [row] = await transaction.query<Target>(
    `SELECT u.id, u.email, u.role AS global, u.created_at, u.last_login_at, m.role AS member,
       (SELECT count(*) FROM members o WHERE o.user_id = u.id AND o.workspace_id <> $2) AS elsewhere,
       EXISTS (SELECT FROM identities i WHERE i.user_id = u.id) AS bound
     FROM users u LEFT JOIN members m ON m.user_id = u.id AND m.workspace_id = $2
     WHERE u.id = $1`,
    [id, workspaceId],
  )
  return row ?? null
}

/** Returns the name of this workspace, or with `workspaceId` null of any, if the user is its only admin; else null. */
export async function findOrphan(
  transaction: Records,
  userId: string,
  workspaceId: string | null,
): Promise<string | null> {
  const [row] = await transaction.query<{ name: string }>(
    `SELECT w.name FROM members m JOIN workspaces w ON w.id = m.workspace_id
     WHERE m.user_id = $1 AND m.role = 'admin' AND ($2::text IS NULL OR m.workspace_id = $2)
       AND NOT EXISTS (
         SELECT FROM members o
         WHERE o.workspace_id = m.workspace_id AND o.role = 'admin' AND o.user_id <> m.user_id
       )
     LIMIT 1`,
    [userId, workspaceId],
  )
  return row?.name ?? null
}

export async function isLastPlatformUser(transaction: Records, userId: string): Promise<boolean> {
  const [row] = await transaction.query<{ last: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM users WHERE role = 'platform' AND id <> $1) AS last`,
    [userId],
  )
  return row?.last ?? true
}

export async function setGlobalRole(transaction: Records, userId: string, role: Role): Promise<void> {
  await transaction.query('UPDATE users SET role = $2 WHERE id = $1', [userId, role])
}

export async function setMemberRole(
  transaction: Records,
  workspaceId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await transaction.query('UPDATE members SET role = $3 WHERE workspace_id = $1 AND user_id = $2', [
    workspaceId,
    userId,
    role,
  ])
}

/** Removes a user from a workspace. */
export async function deleteMember(transaction: Records, workspaceId: string, userId: string): Promise<void> {
  await transaction.query('DELETE FROM members WHERE workspace_id = $1 AND user_id = $2', [
    workspaceId,
    userId,
  ])
}

/** Removes a user from all workspaces; returns their ids. */
export async function deleteMemberships(transaction: Records, userId: string): Promise<readonly string[]> {
  const rows = await transaction.query<{ workspace_id: string }>(
    'DELETE FROM members WHERE user_id = $1 RETURNING workspace_id',
    [userId],
  )
  return rows.map(({ workspace_id: id }) => id)
}

/** Deletes a user with all sessions and memberships. */
export async function deleteUser(transaction: Records, userId: string): Promise<void> {
  await transaction.query('DELETE FROM users WHERE id = $1', [userId])
}
