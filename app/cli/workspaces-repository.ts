import type { Records, WorkspaceRef } from '../../core/contract/index.js'

export async function findWorkspace(records: Records, slugOrId: string): Promise<WorkspaceRef | null> {
  const [row] = await records.query<WorkspaceRef>(
    'SELECT id, number FROM workspaces WHERE id = $1 OR lower(slug) = lower($1) ORDER BY id = $1 DESC LIMIT 1',
    [slugOrId],
  )
  return row ?? null
}
