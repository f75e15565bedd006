import type { Records } from 'sextant/plugin'

/** A row of acme_thing_notes, as the API shows it too. */
export interface Note {
  readonly id: string
  readonly created_by: string
  readonly body: string
  readonly created_at: Date
}

/** Returns false if the workspace was deleted meanwhile. */
export async function insertNote(records: Records, workspaceId: string, note: Note): Promise<boolean> {
  const rows = await records.query(
    `INSERT INTO acme_thing_notes (id, workspace_id, created_by, body, created_at)
     SELECT $1, w.id, $3, $4, $5 FROM workspaces w WHERE w.id = $2
     RETURNING id`,
    [note.id, workspaceId, note.created_by, note.body, note.created_at],
  )
  return rows.length > 0
}

/** Returns the latest notes first. */
export const listNotes = (records: Records, workspaceId: string, limit: number): Promise<readonly Note[]> =>
  records.query<Note>(
    `SELECT id, created_by, body, created_at FROM acme_thing_notes
     WHERE workspace_id = $1 ORDER BY created_at DESC, id LIMIT $2`,
    [workspaceId, limit],
  )

/** Returns false if the workspace has no such note. */
export async function deleteNote(records: Records, workspaceId: string, id: string): Promise<boolean> {
  const rows = await records.query(
    'DELETE FROM acme_thing_notes WHERE workspace_id = $1 AND id = $2 RETURNING id',
    [workspaceId, id],
  )
  return rows.length > 0
}

/** Deletes the notes of all workspaces that are older. Returns their number. */
export async function deleteOlder(records: Records, than: Date): Promise<number> {
  const rows = await records.query('DELETE FROM acme_thing_notes WHERE created_at < $1 RETURNING id', [than])
  return rows.length
}
