import type { Records, WorkspaceRef, WorkspaceRole } from '../../core/contract/index.js'

export interface Workspace {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly created_at: Date
  readonly updated_at: Date
}

const columns = 'w.id, w.name, w.slug, w.created_at, w.updated_at'

/** With its new number; null if a workspace has the slug, in whatever case. */
export async function insertWorkspace(
  records: Records,
  { id, name, slug, now }: { id: string; name: string; slug: string; now: Date },
): Promise<(Workspace & { readonly number: number }) | null> {
  const [row] = await records.query<Workspace & { readonly number: number }>(
    `INSERT INTO workspaces AS w (id, name, slug, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT (lower(slug)) DO NOTHING
     RETURNING ${columns}, w.number`,
    [id, name, slug, now],
  )
  return row ?? null
}

export async function insertMember(
  records: Records,
  member: { workspaceId: string; userId: string; role: WorkspaceRole; now: Date },
): Promise<void> {
  await records.query(
    'INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)',
    [member.workspaceId, member.userId, member.role, member.now],
  )
}

/** All workspaces as the storage knows them. */
export const listReferences = (records: Records): Promise<readonly WorkspaceRef[]> =>
  records.query<WorkspaceRef>('SELECT id, number FROM workspaces ORDER BY number')

/** Oldest first. */
export const listWorkspaces = (records: Records): Promise<readonly Workspace[]> =>
  records.query<Workspace>(`SELECT ${columns} FROM workspaces w ORDER BY w.number`)

/** The workspaces a user is a member of, with the role there; oldest first. */
export const listWorkspacesOf = (
  records: Records,
  userId: string,
): Promise<readonly (Workspace & { readonly role: WorkspaceRole })[]> =>
  records.query<Workspace & { readonly role: WorkspaceRole }>(
    `SELECT ${columns}, m.role
     FROM members m JOIN workspaces w ON w.id = m.workspace_id
     WHERE m.user_id = $1
     ORDER BY w.number`,
    [userId],
  )
