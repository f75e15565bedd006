import type { Records, WorkspaceRole } from '../../../contract/index.js'

export type KeyKind = 'ingest' | 'query'

/** A key as it may be shown; its secret is not stored. */
export interface Key {
  readonly id: string
  readonly name: string
  readonly kind: KeyKind
  /** Null for an ingest key. */
  readonly role: WorkspaceRole | null
  /** The first characters of the secret, to tell keys apart. */
  readonly prefix: string
  readonly expires_at: Date | null
  readonly last_used_at: Date | null
  /** Null if the user was deleted. */
  readonly created_by: string | null
  readonly created_at: Date
}

export interface NewKey extends Omit<Key, 'last_used_at'> {
  readonly workspaceId: string
  /** SHA-256 of the secret, as hex. */
  readonly hash: string
}

const columns = 'id, name, kind, role, prefix, expires_at, last_used_at, created_by, created_at'

export async function insertKey(records: Records, key: NewKey): Promise<void> {
  await records.query(
    `INSERT INTO keys (id, workspace_id, name, kind, role, prefix, hash, expires_at, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      key.id,
      key.workspaceId,
      key.name,
      key.kind,
      key.role,
      key.prefix,
      key.hash,
      key.expires_at,
      key.created_by,
      key.created_at,
    ],
  )
}

/** Returns the keys newest first. */
export const listKeys = (records: Records, workspaceId: string): Promise<readonly Key[]> =>
  records.query<Key>(
    `SELECT ${columns} FROM keys WHERE workspace_id = $1 ORDER BY created_at DESC, id DESC`,
    [workspaceId],
  )

/** Returns the deleted key, or null if the workspace has no key of this id. */
export async function deleteKey(records: Records, workspaceId: string, id: string): Promise<Key | null> {
  const [key] = await records.query<Key>(
    `DELETE FROM keys WHERE id = $1 AND workspace_id = $2 RETURNING ${columns}`,
    [id, workspaceId],
  )
  return key ?? null
}
