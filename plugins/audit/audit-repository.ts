import type { AuditEntry, JsonObject, Records } from '../../contract/index.js'

export interface AuditRecord {
  readonly id: number
  readonly at: Date
  readonly action: string
  readonly actor_id: string | null
  readonly actor_email: string | null
  readonly workspace_id: string | null
  readonly subject_id: string
  readonly details: JsonObject
}

export interface AuditFilter {
  /** Null for the entries of all workspaces and of none. */
  readonly workspaceId: string | null
  /** The id of a user or key, or a whole e-mail address in any case. */
  readonly actor: string | null
  readonly action: string | null
}

export async function insertEntry(records: Records, entry: AuditEntry, at: Date): Promise<void> {
  const { action, actor, workspaceId, subject, details } = entry
  await records.query(
    `INSERT INTO audit (at, action, actor_id, actor_email, workspace_id, subject_id, details)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [at, action, actor?.id ?? null, actor?.email ?? null, workspaceId, subject, JSON.stringify(details)],
  )
}

export async function deleteEntries(records: Records, workspaceId: string): Promise<void> {
  await records.query('DELETE FROM audit WHERE workspace_id = $1', [workspaceId])
}

const matching = `FROM audit
  WHERE ($1::text IS NULL OR workspace_id = $1)
    AND ($2::text IS NULL OR actor_id = $2 OR lower(actor_email) = lower($2))
    AND ($3::text IS NULL OR action = $3)`

/** Returns a page of the matching entries, newest first, and their total number. */
export async function listEntries(
  records: Records,
  { workspaceId, actor, action }: AuditFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly entries: readonly AuditRecord[]; readonly total: number }> {
  const filter = [workspaceId, actor, action]
  const [entries, [counted]] = await Promise.all([
    records.query<AuditRecord>(
      `SELECT id, at, action, actor_id, actor_email, workspace_id, subject_id, details ${matching}
       ORDER BY id DESC LIMIT $4 OFFSET $5`,
      [...filter, limit, offset],
    ),
    records.query<{ total: number }>(`SELECT count(*) AS total ${matching}`, filter),
  ])
  return { entries, total: counted?.total ?? 0 }
}
