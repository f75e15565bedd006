import { fieldPattern, type Records, type SavedQuestion } from '../../contract/index.js'
import type { Question, QuestionFields } from './question.js'

/** The caller and the workspace of a read, which finds no private questions of other owners. */
export interface Viewer {
  readonly workspaceId: string
  readonly callerId: string
}

interface Row extends Omit<Question, 'question'> {
  readonly question: string
}

const columns = `id, workspace_id, owner_id, name, description, tags, visibility, question, chart, "view", version,
  created_at, updated_at`
/** The questions that a viewer sees, given as the parameters 1 and 2. */
const seen = `workspace_id = $1 AND (visibility = 'workspace' OR owner_id = $2)`
const visible = `${seen} AND deleted_at IS NULL`

export const readRow = <R extends { readonly question: string }>({ question, ...row }: R) => ({
  ...row,
  question: JSON.parse(question) as SavedQuestion,
})

/** Returns false if the workspace was deleted. Until the transaction ends, it cannot be deleted. */
export async function insertQuestion(transaction: Records, one: Question): Promise<boolean> {
  const rows = await transaction.query(
    `INSERT INTO questions (${columns})
     SELECT $1, w.id, $3, $4, $5, $6::text[], $7, $8, $9, $10, $11::integer, $12::timestamptz, $13::timestamptz
     FROM workspaces w WHERE w.id = $2
     FOR KEY SHARE OF w
     RETURNING id`,
    [
      one.id,
      one.workspace_id,
      one.owner_id,
      one.name,
      one.description,
      one.tags,
      one.visibility,
      JSON.stringify(one.question),
      one.chart,
      one.view,
      one.version,
      one.created_at,
      one.updated_at,
    ],
  )
  return rows.length > 0
}

/** Returns those of the ids that the viewer sees. */
export async function findQuestions(
  records: Records,
  { workspaceId, callerId }: Viewer,
  ids: readonly string[],
): Promise<readonly Question[]> {
  const rows = await records.query<Row>(
    `SELECT ${columns} FROM questions WHERE ${visible} AND id = ANY ($3)`,
    [workspaceId, callerId, ids],
  )
  return rows.map(readRow)
}

/** As findQuestions(); until the transaction ends, none of them can be deleted or changed. */
export async function holdQuestions(
  transaction: Records,
  { workspaceId, callerId }: Viewer,
  ids: readonly string[],
): Promise<readonly Question[]> {
  const rows = await transaction.query<Row>(
    `SELECT ${columns} FROM questions WHERE ${visible} AND id = ANY ($3) ORDER BY id FOR SHARE`,
    [workspaceId, callerId, ids],
  )
  return rows.map(readRow)
}

/** Returns null if the viewer sees no question of this id. Until the transaction ends, no other one changes or holds it. */
export async function lockQuestion(
  transaction: Records,
  { workspaceId, callerId }: Viewer,
  id: string,
): Promise<Question | null> {
  const rows = await transaction.query<Row>(
    `SELECT ${columns} FROM questions WHERE ${visible} AND id = $3 FOR UPDATE`,
    [workspaceId, callerId, id],
  )
  return rows.map(readRow)[0] ?? null
}

/** Sets the fields of a locked question and its version. Returns the changed question. */
export async function updateQuestion(
  transaction: Records,
  before: Question,
  fields: QuestionFields,
  now: Date,
): Promise<Question> {
  const changed: Question = { ...before, ...fields, version: before.version + 1, updated_at: now }
  await transaction.query(
    `UPDATE questions SET name = $2, description = $3, tags = $4, visibility = $5, question = $6, chart = $7,
       "view" = $8, version = $9, updated_at = $10
     WHERE id = $1`,
    [
      changed.id,
      changed.name,
      changed.description,
      changed.tags,
      changed.visibility,
      JSON.stringify(changed.question),
      changed.chart,
      changed.view,
      changed.version,
      now,
    ],
  )
  return changed
}

/** Hides a question from everyone until it is restored or purged. */
export async function deleteQuestion(transaction: Records, id: string, now: Date): Promise<void> {
  await transaction.query('UPDATE questions SET deleted_at = $2 WHERE id = $1', [id, now])
}

/** As lockQuestion(), also for a question that was deleted after `since`. */
export async function lockRestorable(
  transaction: Records,
  { workspaceId, callerId }: Viewer,
  id: string,
  since: Date,
): Promise<Question | null> {
  const rows = await transaction.query<Row>(
    `SELECT ${columns} FROM questions WHERE ${seen} AND id = $3 AND (deleted_at IS NULL OR deleted_at > $4) FOR UPDATE`,
    [workspaceId, callerId, id, since],
  )
  return rows.map(readRow)[0] ?? null
}

/** Returns false if the question was not deleted. */
export async function restoreQuestion(transaction: Records, id: string): Promise<boolean> {
  const rows = await transaction.query(
    'UPDATE questions SET deleted_at = NULL WHERE id = $1 AND deleted_at IS NOT NULL RETURNING id',
    [id],
  )
  return rows.length > 0
}

/** Deletes the rows of questions that were deleted at `until` or before, with their versions. */
export async function purgeDeleted(records: Records, until: Date): Promise<void> {
  await records.query('DELETE FROM questions WHERE deleted_at <= $1', [until])
}

export interface Reader extends Pick<Question, 'id' | 'name'> {
  /** Whether the viewer sees it. */
  readonly seen: boolean
}

/** Returns the other questions of a workspace whose formula reads a question; private ones included. */
export const findReaders = (
  records: Records,
  { workspaceId, callerId }: Viewer,
  id: string,
): Promise<readonly Reader[]> =>
  records.query<Reader>(
    `SELECT id, name, (visibility = 'workspace' OR owner_id = $2) AS seen FROM questions
     WHERE workspace_id = $1 AND deleted_at IS NULL AND id <> $3 AND position('"question:' || $3 || '"' IN question) > 0
     ORDER BY lower(name), id`,
    [workspaceId, callerId, id],
  )

/** Returns the questions of a workspace that use a field; private ones included. */
export const findFieldUses = (
  records: Records,
  { workspaceId, callerId }: Viewer,
  field: string,
): Promise<readonly Reader[]> =>
  records.query<Reader>(
    `SELECT id, name, (visibility = 'workspace' OR owner_id = $2) AS seen FROM questions
     WHERE workspace_id = $1 AND deleted_at IS NULL AND question ~ $3
     ORDER BY lower(name), id`,
    [workspaceId, callerId, fieldPattern(field)],
  )

export async function insertFavourite(records: Records, id: string, userId: string): Promise<void> {
  await records.query(
    `INSERT INTO question_favourites (question_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [id, userId],
  )
}

export async function deleteFavourite(records: Records, id: string, userId: string): Promise<void> {
  await records.query('DELETE FROM question_favourites WHERE question_id = $1 AND user_id = $2', [id, userId])
}
