import type { Records } from '../../contract/index.js'
import type { Mark, MarkFields } from './mark.js'

/** The caller and the workspace of a read, which finds no private marks of other creators. */
export interface Viewer {
  readonly workspaceId: string
  readonly callerId: string
}

export interface Wanted {
  /** Both inclusive. */
  readonly from: Date | null
  readonly to: Date | null
  readonly category: string | null
  readonly source: string | null
  readonly limit: number
}

const columns = `id, workspace_id, created_by, title, description, "timestamp", category, source, source_ref, scope,
  metadata, created_at, updated_at`
const seen = `workspace_id = $1 AND (scope = 'public' OR created_by = $2)`
const visible = `${seen} AND deleted_at IS NULL`

/** Returns false if the workspace was deleted. Until the transaction ends, it cannot be deleted. */
export async function insertMark(transaction: Records, mark: Mark): Promise<boolean> {
  const rows = await transaction.query(
    `INSERT INTO marks (${columns})
     SELECT $1, w.id, $3, $4, $5, $6::timestamptz, $7, $8, $9, $10, $11, $12::timestamptz, $13::timestamptz
     FROM workspaces w WHERE w.id = $2
     FOR KEY SHARE OF w
     RETURNING id`,
    [
      mark.id,
      mark.workspace_id,
      mark.created_by,
      mark.title,
      mark.description,
      mark.timestamp,
      mark.category,
      mark.source,
      mark.source_ref,
      mark.scope,
      mark.metadata,
      mark.created_at,
      mark.updated_at,
    ],
  )
  return rows.length > 0
}

/** Returns marks, latest first; on equal timestamps, the one created last first. */
export const listMarks = (
  records: Records,
  { workspaceId, callerId }: Viewer,
  { from, to, category, source, limit }: Wanted,
): Promise<readonly Mark[]> =>
  records.query<Mark>(
    `SELECT ${columns} FROM marks
     WHERE ${visible} AND ($3::timestamptz IS NULL OR "timestamp" >= $3) AND ($4::timestamptz IS NULL OR "timestamp" <= $4)
       AND ($5::text IS NULL OR category = $5) AND ($6::text IS NULL OR source = $6)
     ORDER BY "timestamp" DESC, created_at DESC, id DESC LIMIT $7`,
    [workspaceId, callerId, from, to, category, source, limit],
  )

/** Returns null if the viewer sees no mark of this id. */
export async function findMark(
  records: Records,
  { workspaceId, callerId }: Viewer,
  id: string,
): Promise<Mark | null> {
  const [mark] = await records.query<Mark>(`SELECT ${columns} FROM marks WHERE ${visible} AND id = $3`, [
    workspaceId,
    callerId,
    id,
  ])
  return mark ?? null
}

/** Changes the given fields; null removes an optional one. Returns null if the caller sees no mark of this id. */
export async function updateMark(
  records: Records,
  { workspaceId, callerId }: Viewer,
  id: string,
  change: Partial<MarkFields> & { readonly now: Date },
): Promise<Mark | null> {
  const { title, description, timestamp, category, source_ref, scope, metadata, now } = change
  const [mark] = await records.query<Mark>(
    `UPDATE marks SET
       title = coalesce($4, title),
       description = CASE WHEN $5 THEN $6 ELSE description END,
       "timestamp" = coalesce($7, "timestamp"),
       category = coalesce($8, category),
       source_ref = CASE WHEN $9 THEN $10 ELSE source_ref END,
       scope = coalesce($11, scope),
       metadata = CASE WHEN $12 THEN $13 ELSE metadata END,
       updated_at = $14
     WHERE ${visible} AND id = $3
     RETURNING ${columns}`,
    [
      workspaceId,
      callerId,
      id,
      title ?? null,
      description !== undefined,
      description ?? null,
      timestamp ?? null,
      category ?? null,
      source_ref !== undefined,
      source_ref ?? null,
      scope ?? null,
      metadata !== undefined,
      metadata ?? null,
      now,
    ],
  )
  return mark ?? null
}

/** Hides a mark until it is restored or purged. Returns false if the caller sees no mark of this id. */
export async function deleteMark(
  records: Records,
  { workspaceId, callerId }: Viewer,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await records.query(
    `UPDATE marks SET deleted_at = $4 WHERE ${visible} AND id = $3 RETURNING id`,
    [workspaceId, callerId, id, now],
  )
  return rows.length > 0
}

/** As findMark(), also for a mark that was deleted after `since`. Locks it until the transaction ends. */
export async function lockRestorable(
  transaction: Records,
  { workspaceId, callerId }: Viewer,
  id: string,
  since: Date,
): Promise<Mark | null> {
  const [mark] = await transaction.query<Mark>(
    `SELECT ${columns} FROM marks WHERE ${seen} AND id = $3 AND (deleted_at IS NULL OR deleted_at > $4) FOR UPDATE`,
    [workspaceId, callerId, id, since],
  )
  return mark ?? null
}

/** Returns false if the mark was not deleted. */
export async function restoreMark(transaction: Records, id: string): Promise<boolean> {
  const rows = await transaction.query(
    'UPDATE marks SET deleted_at = NULL WHERE id = $1 AND deleted_at IS NOT NULL RETURNING id',
    [id],
  )
  return rows.length > 0
}

/** Deletes the rows of marks that were deleted at `until` or before. */
export async function purgeDeleted(records: Records, until: Date): Promise<void> {
  await records.query('DELETE FROM marks WHERE deleted_at <= $1', [until])
}
