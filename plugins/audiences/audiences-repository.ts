import type { Records } from '../../contract/index.js'
import type { Definition, Listed } from './definition.js'

export interface Audience {
  readonly id: string
  readonly workspace_id: string
  /** The id of a user or of a key. */
  readonly owner_id: string
  readonly name: string
  readonly description: string | null
  readonly definition: Definition
  /** Number of persons that the definition lists. */
  readonly listed_count: number
  readonly created_at: Date
  readonly updated_at: Date
}

export interface AudienceChange {
  readonly name?: string | undefined
  /** Null removes it. */
  readonly description?: string | null | undefined
  readonly definition?: Definition | undefined
}

/** A definition as it is stored: the rules, and the persons that it lists, if they were read. */
export interface StoredParts {
  readonly definition: string
  readonly listed?: string | null
}

type Row = Omit<Audience, 'definition'> & StoredParts

const columns =
  'id, workspace_id, owner_id, name, description, definition, listed_count, created_at, updated_at'

/** Returns null if the workspace was deleted. Until the transaction ends, it cannot be deleted. */
export async function insertAudience(
  transaction: Records,
  audience: Omit<Audience, 'listed_count' | 'updated_at'>,
): Promise<Audience | null> {
  const { id, workspace_id, owner_id, name, description, created_at } = audience
  const rows = await transaction.query<Row>(
    `INSERT INTO audiences
       (id, workspace_id, owner_id, name, description, definition, listed, listed_count, created_at, updated_at)
     SELECT $1, w.id, $3, $4, $5, $6, $7, $8::integer, $9::timestamptz, $9 FROM workspaces w WHERE w.id = $2
     FOR KEY SHARE OF w
     RETURNING ${columns}, listed`,
    [id, workspace_id, owner_id, name, description, ...storedParts(audience.definition), created_at],
  )
  return rows.map(read)[0] ?? null
}

/** Returns a page of audiences, newest first, without the persons that definitions list, who may be many. */
export async function listAudiences(
  records: Records,
  workspaceId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly Audience[]> {
  const rows = await records.query<Row>(
    `SELECT ${columns} FROM audiences WHERE workspace_id = $1 AND deleted_at IS NULL
     ORDER BY created_at DESC, id LIMIT $2 OFFSET $3`,
    [workspaceId, limit, offset],
  )
  return rows.map(read)
}

export async function findAudience(
  records: Records,
  workspaceId: string,
  id: string,
): Promise<Audience | null> {
  const rows = await records.query<Row>(
    `SELECT ${columns}, listed FROM audiences WHERE id = $1 AND workspace_id = $2 AND deleted_at IS NULL`,
    [id, workspaceId],
  )
  return rows.map(read)[0] ?? null
}

/** As findAudience(); until the transaction ends, no other one changes the audience. */
export async function lockAudience(
  transaction: Records,
  workspaceId: string,
  id: string,
): Promise<Audience | null> {
  const rows = await transaction.query<Row>(
    `SELECT ${columns}, listed FROM audiences
     WHERE id = $1 AND workspace_id = $2 AND deleted_at IS NULL FOR UPDATE`,
    [id, workspaceId],
  )
  return rows.map(read)[0] ?? null
}

/** Changes the given fields. Returns null if there is no audience of this id. */
export async function updateAudience(
  records: Records,
  workspaceId: string,
  id: string,
  { name, description, definition, now }: AudienceChange & { readonly now: Date },
): Promise<Audience | null> {
  const parts = definition === undefined ? [null, null, null] : storedParts(definition)
  const rows = await records.query<Row>(
    `UPDATE audiences SET
       name = coalesce($3, name),
       description = CASE WHEN $4 THEN $5 ELSE description END,
       definition = coalesce($6, definition),
       listed = CASE WHEN $6::text IS NULL THEN listed ELSE $7 END,
       listed_count = coalesce($8, listed_count),
       updated_at = $9
     WHERE id = $1 AND workspace_id = $2 AND deleted_at IS NULL
     RETURNING ${columns}, listed`,
    [id, workspaceId, name ?? null, description !== undefined, description ?? null, ...parts, now],
  )
  return rows.map(read)[0] ?? null
}

/** Hides an audience until it is restored or purged. Returns false if there is none of this id. */
export async function deleteAudience(
  records: Records,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await records.query(
    `UPDATE audiences SET deleted_at = $3 WHERE id = $1 AND workspace_id = $2 AND deleted_at IS NULL RETURNING id`,
    [id, workspaceId, now],
  )
  return rows.length > 0
}

/** As findAudience(), also for an audience that was deleted after `since`. Locks it until the transaction ends. */
export async function lockRestorable(
  transaction: Records,
  workspaceId: string,
  id: string,
  since: Date,
): Promise<Audience | null> {
  const rows = await transaction.query<Row>(
    `SELECT ${columns}, listed FROM audiences
     WHERE id = $1 AND workspace_id = $2 AND (deleted_at IS NULL OR deleted_at > $3) FOR UPDATE`,
    [id, workspaceId, since],
  )
  return rows.map(read)[0] ?? null
}

/** Returns false if the audience was not deleted. */
export async function restoreAudience(transaction: Records, id: string): Promise<boolean> {
  const rows = await transaction.query(
    'UPDATE audiences SET deleted_at = NULL WHERE id = $1 AND deleted_at IS NOT NULL RETURNING id',
    [id],
  )
  return rows.length > 0
}

/** Deletes the rows of audiences that were deleted at `until` or before. */
export async function purgeDeleted(records: Records, until: Date): Promise<void> {
  await records.query('DELETE FROM audiences WHERE deleted_at <= $1', [until])
}

/** Returns the names of audiences whose rules use the field, by name; ten at most. */
export async function namesUsingField(
  records: Records,
  workspaceId: string,
  field: string,
): Promise<readonly string[]> {
  const rows = await records.query<{ readonly name: string }>(
    `SELECT name FROM audiences WHERE workspace_id = $1 AND deleted_at IS NULL AND strpos(definition, $2) > 0
     ORDER BY name, id LIMIT 10`,
    [workspaceId, JSON.stringify(field)],
  )
  return rows.map(({ name }) => name)
}

/** Returns the definition without the persons it lists, the listed persons, and their number. */
function storedParts({ members, ...rest }: Definition): readonly [string, string | null, number] {
  const listed = members === undefined ? null : JSON.stringify(members)
  return [JSON.stringify(rest), listed, members?.length ?? 0]
}

export function readParts({ listed = null, definition }: StoredParts): Definition {
  const rules = JSON.parse(definition) as Definition
  const members = listed === null ? {} : { members: JSON.parse(listed) as Listed[] }
  return { ...rules, ...members }
}

const read = ({ listed = null, definition, ...row }: Row): Audience => ({
  ...row,
  definition: readParts({ listed, definition }),
})
