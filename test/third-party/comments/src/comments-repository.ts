import type { Records } from 'sextant/plugin'

export interface Comment {
  readonly id: string
  readonly question_id: string
  readonly author_id: string
  /** The author's e-mail address; for a key its id. */
  readonly author: string
  readonly body: string
  readonly created_at: Date
}

const columns = 'id, question_id, author_id, author, body, created_at'

/** Returns false if the workspace was deleted meanwhile. */
export async function insertComment(
  transaction: Records,
  workspaceId: string,
  { id, question_id, author_id, author, body, created_at }: Comment,
): Promise<boolean> {
  const rows = await transaction.query(
    `INSERT INTO comments (${columns}, workspace_id)
     SELECT $1, $2, $3, $4, $5, $6::timestamptz, w.id FROM workspaces w WHERE w.id = $7
     FOR KEY SHARE OF w
     RETURNING id`,
    [id, question_id, author_id, author, body, created_at, workspaceId],
  )
  return rows.length > 0
}

/** Returns the latest comments first: of one question, or of all. */
export const listComments = (
  records: Records,
  workspaceId: string,
  questionId: string | null,
  limit: number,
): Promise<readonly Comment[]> =>
  records.query<Comment>(
    `SELECT ${columns} FROM comments
     WHERE workspace_id = $1 AND ($2::text IS NULL OR question_id = $2)
     ORDER BY created_at DESC, id LIMIT $3`,
    [workspaceId, questionId, limit],
  )

/** As one row, locked until the transaction ends; null if the workspace has no such comment. */
export async function lockComment(
  transaction: Records,
  workspaceId: string,
  id: string,
): Promise<Comment | null> {
  const [comment] = await transaction.query<Comment>(
    `SELECT ${columns} FROM comments WHERE workspace_id = $1 AND id = $2 FOR UPDATE`,
    [workspaceId, id],
  )
  return comment ?? null
}

export async function deleteComment(transaction: Records, id: string): Promise<void> {
  await transaction.query('DELETE FROM comments WHERE id = $1', [id])
}

/** Returns the ids of questions with comments, in order, after one of them. */
export async function commentedQuestions(
  records: Records,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await records.query<{ readonly question_id: string }>(
    'SELECT DISTINCT question_id FROM comments WHERE question_id > $1 ORDER BY question_id LIMIT $2',
    [after, limit],
  )
  return rows.map(({ question_id }) => question_id)
}

/** Deletes all comments of these questions. Returns their number. */
export async function deleteCommentsOf(
  transaction: Records,
  questionIds: readonly string[],
): Promise<number> {
  const rows = await transaction.query('DELETE FROM comments WHERE question_id = ANY ($1) RETURNING id', [
    questionIds,
  ])
  return rows.length
}
