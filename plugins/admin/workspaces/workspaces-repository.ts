import type { Records, WeekStart, WorkspaceRef, WorkspaceRole } from '../../../contract/index.js'

export interface Workspace {
  readonly id: string
  readonly name: string
  readonly slug: string
  /** The time zone and the first day of the week of questions that name none. */
  readonly timezone: string
  readonly week_start: WeekStart
  readonly created_at: Date
  readonly updated_at: Date
}

const columns = 'w.id, w.name, w.slug, w.timezone, w.week_start, w.created_at, w.updated_at'

/** Fields that are left out stay as they are. */
export interface WorkspaceChange {
  readonly name?: string | undefined
  readonly timezone?: string | undefined
  readonly week_start?: WeekStart | undefined
}

/** Returns the new workspace with its number, or null if another one has the slug, in any case. */
export async function insertWorkspace(
  records: Records,
  {
    id,
    name,
    slug,
    creatorId,
    now,
  }: { id: string; name: string; slug: string; creatorId: string; now: Date },
): Promise<(Workspace & { readonly number: number }) | null> {
  const [row] = await records.query<Workspace & { readonly number: number }>(
    `INSERT INTO workspaces AS w (id, name, slug, created_at, updated_at, created_by)
     VALUES ($1, $2, $3, $4, $4, $5)
     ON CONFLICT (lower(slug)) DO NOTHING
     RETURNING ${columns}, w.number`,
    [id, name, slug, now, creatorId],
  )
  return row ?? null
}

export async function findWorkspace(records: Records, id: string): Promise<Workspace | null> {
  const [row] = await records.query<Workspace>(`SELECT ${columns} FROM workspaces w WHERE w.id = $1`, [id])
  return row ?? null
}

/** Changes the given fields. Returns null if there is no workspace of this id. */
export async function updateWorkspace(
  records: Records,
  id: string,
  { name, timezone, week_start, now }: WorkspaceChange & { readonly now: Date },
): Promise<(Workspace & { readonly number: number }) | null> {
  const [row] = await records.query<Workspace & { readonly number: number }>(
    `UPDATE workspaces w SET
       name = coalesce($2, w.name),
       timezone = coalesce($3, w.timezone),
       week_start = coalesce($4, w.week_start),
       updated_at = $5
     WHERE w.id = $1
     RETURNING ${columns}, w.number`,
    [id, name ?? null, timezone ?? null, week_start ?? null, now],
  )
  return row ?? null
}

/**
 * Deletes a workspace with all its records and lists its analytics database for removal. Returns null if there is no
 * workspace of this id.
 */
export async function deleteWorkspace(
  transaction: Records,
  id: string,
): Promise<(Workspace & { readonly number: number }) | null> {
  const [row] = await transaction.query<Workspace & { readonly number: number }>(
    `DELETE FROM workspaces w WHERE w.id = $1 RETURNING ${columns}, w.number`,
    [id],
  )
  if (row === undefined) return null
  await transaction.query('INSERT INTO workspace_remains (id, number) VALUES ($1, $2)', [row.id, row.number])
  return row
}

/** Returns the deleted workspaces whose analytics database still exists: the one of this id, or with null all. */
export const listRemains = (records: Records, id: string | null): Promise<readonly WorkspaceRef[]> =>
  records.query<WorkspaceRef>(
    'SELECT id, number FROM workspace_remains WHERE $1::text IS NULL OR id = $1 ORDER BY number',
    [id],
  )

/** Notes that the analytics database of a deleted workspace is dropped. */
export async function forgetRemains(records: Records, id: string): Promise<void> {
  await records.query('DELETE FROM workspace_remains WHERE id = $1', [id])
}

/** Returns all workspaces by the number that names their analytics database. */
export const listReferences = (records: Records): Promise<readonly WorkspaceRef[]> =>
  records.query<WorkspaceRef>('SELECT id, number FROM workspaces ORDER BY number')

/** Returns all workspaces, oldest first. */
export const listWorkspaces = (records: Records): Promise<readonly Workspace[]> =>
  records.query<Workspace>(`SELECT ${columns} FROM workspaces w ORDER BY w.number`)

/** Returns the workspaces of which a user is a member, with the role there, oldest first. */
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
