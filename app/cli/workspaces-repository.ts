import type { Records, WorkspaceDefaults, WorkspaceRef } from '../../contract/index.js'

/** Returns no workspace if the table does not exist yet. */
export async function listWorkspaces(records: Records): Promise<readonly WorkspaceRef[]> {
  const [found] = await records.query<{ there: boolean }>(
    "SELECT to_regclass('workspaces') IS NOT NULL AS there",
  )
  return found?.there === true
    ? records.query<WorkspaceRef>('SELECT id, number FROM workspaces ORDER BY number')
    : []
}

export async function findWorkspace(records: Records, slugOrId: string): Promise<WorkspaceRef | null> {
  const [row] = await records.query<WorkspaceRef>(
    'SELECT id, number FROM workspaces WHERE id = $1 OR lower(slug) = lower($1) ORDER BY id = $1 DESC LIMIT 1',
    [slugOrId],
  )
  return row ?? null
}

/**
 * Returns the calendar of a workspace's questions; null if there is no workspace of this id. A command may read records
 * that no start of this version has migrated yet: these have no such columns.
 */
export async function findDefaults(records: Records, id: string): Promise<WorkspaceDefaults | null> {
  const [row] = await records.query<WorkspaceDefaults>(
    `SELECT coalesce(to_jsonb(w) ->> 'timezone', 'UTC') AS timezone,
       coalesce(to_jsonb(w) ->> 'week_start', 'monday') AS "weekStart"
     FROM workspaces w WHERE id = $1`,
    [id],
  )
  return row ?? null
}
