import type { Records, Role, WorkspaceRef } from '../contract/index.js'

export interface NewUser {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly passwordHash: string
  readonly createdAt: Date
}

/** False: there is a user with this e-mail, in whatever case. */
export async function insertUser(records: Records, user: NewUser): Promise<boolean> {
  const rows = await records.query(
    `INSERT INTO users (id, email, role, password_hash, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (lower(email)) DO NOTHING
     RETURNING id`,
    [user.id, user.email, user.role, user.passwordHash, user.createdAt],
  )
  return rows.length > 0
}

export async function findWorkspace(records: Records, slugOrId: string): Promise<WorkspaceRef | null> {
  const [row] = await records.query<WorkspaceRef>(
    'SELECT id, number FROM workspaces WHERE id = $1 OR lower(slug) = lower($1) ORDER BY id = $1 DESC LIMIT 1',
    [slugOrId],
  )
  return row ?? null
}
