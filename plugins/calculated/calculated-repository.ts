import type { CalculatedProperty, Records } from '../../contract/index.js'

export interface StoredProperty extends CalculatedProperty {
  readonly id: string
  readonly workspace_id: string
  /** The id of a user or of a key. */
  readonly created_by: string
  readonly created_at: Date
  readonly updated_at: Date
}

const columns = 'id, workspace_id, name, expression, description, type, created_by, created_at, updated_at'

/** Returns false if the workspace was deleted. Until the transaction ends, no other one passes here. */
export async function lockWorkspace(transaction: Records, workspaceId: string): Promise<boolean> {
  const rows = await transaction.query('SELECT id FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [
    workspaceId,
  ])
  return rows.length > 0
}

/** Returns the properties of a workspace, by name. */
export const listProperties = (records: Records, workspaceId: string): Promise<readonly StoredProperty[]> =>
  records.query<StoredProperty>(
    `SELECT ${columns} FROM calculated_properties WHERE workspace_id = $1 ORDER BY name COLLATE "C"`,
    [workspaceId],
  )

export async function insertProperty(transaction: Records, property: StoredProperty): Promise<void> {
  const { id, workspace_id, name, expression, description, type, created_by, created_at, updated_at } =
    property
  await transaction.query(
    `INSERT INTO calculated_properties (${columns})
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $9::timestamptz)`,
    [id, workspace_id, name, expression, description, type, created_by, created_at, updated_at],
  )
}

/** Stores the expression, its type and the description. */
export async function updateProperty(transaction: Records, property: StoredProperty): Promise<void> {
  const { id, workspace_id, expression, description, type, updated_at } = property
  await transaction.query(
    `UPDATE calculated_properties SET expression = $3, description = $4, type = $5, updated_at = $6::timestamptz
     WHERE id = $1 AND workspace_id = $2`,
    [id, workspace_id, expression, description, type, updated_at],
  )
}

export async function deleteProperty(transaction: Records, workspaceId: string, id: string): Promise<void> {
  await transaction.query('DELETE FROM calculated_properties WHERE id = $1 AND workspace_id = $2', [
    id,
    workspaceId,
  ])
}
