import type { Records, Role, WeekStart, WorkspaceRole } from '../../contract/index.js'

export interface User {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly created_at: Date
  readonly last_login_at: Date | null
}

export interface NewUser {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly passwordHash: string
  readonly createdAt: Date
  /** Whether the account is known to belong to the owner of the address: see the column's migration. */
  readonly confirmed: boolean
}

export const userColumns = 'u.id, u.email, u.role, u.created_at, u.last_login_at'

const valuesOf = ({ id, email, role, passwordHash, createdAt, confirmed }: NewUser) =>
  [id, email, role, passwordHash, createdAt, confirmed ? createdAt : null] as const

export async function anyUsers(records: Records): Promise<boolean> {
  const [row] = await records.query<{ any: boolean }>('SELECT EXISTS (SELECT FROM users) AS any')
  return row?.any ?? false
}

/** Inserts the user if there is none at all, else returns false. Requires a transaction: it locks the table until its end. */
export async function insertFirstUser(transaction: Records, user: NewUser): Promise<boolean> {
  await transaction.query('LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE')
  const rows = await transaction.query(
    `INSERT INTO users (id, email, role, password_hash, created_at, confirmed_at)
     SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (SELECT FROM users)
     RETURNING id`,
    [...valuesOf(user)],
  )
  return rows.length > 0
}

/** Returns null if a user has the e-mail address, in any case. */
export async function insertUser(records: Records, user: NewUser): Promise<User | null> {
  const [row] = await records.query<User>(
    `INSERT INTO users AS u (id, email, role, password_hash, created_at, confirmed_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (lower(email)) DO NOTHING
     RETURNING ${userColumns}`,
    [...valuesOf(user)],
  )
  return row ?? null
}

export async function setPasswordHash(records: Records, id: string, passwordHash: string): Promise<void> {
  await records.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, passwordHash])
}

/** Sets the hash if it still is `known`, else returns false. */
export async function replacePasswordHash(
  records: Records,
  id: string,
  known: string,
  passwordHash: string,
): Promise<boolean> {
  const rows = await records.query(
    'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 RETURNING id',
    [id, known, passwordHash],
  )
  return rows.length > 0
}

export async function findUser(records: Records, id: string): Promise<User | null> {
  const [row] = await records.query<User>(`SELECT ${userColumns} FROM users u WHERE u.id = $1`, [id])
  return row ?? null
}

export interface Membership {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly role: WorkspaceRole
  readonly timezone: string
  readonly week_start: WeekStart
}

/** Returns the workspaces of which a user is a member, with the role there, by name. */
export const findMemberships = (records: Records, userId: string): Promise<readonly Membership[]> =>
  records.query<Membership>(
    `SELECT w.id, w.name, w.slug, m.role, w.timezone, w.week_start
     FROM members m JOIN workspaces w ON w.id = m.workspace_id
     WHERE m.user_id = $1
     ORDER BY lower(w.name), w.id`,
    [userId],
  )
