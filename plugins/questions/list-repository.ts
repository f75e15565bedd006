import type { Records } from '../../contract/index.js'
import type { Question } from './question.js'
import { readRow, type Viewer } from './questions-repository.js'

export interface ListedQuestion extends Question {
  /** Whether it is a favourite of the caller. */
  readonly favourite: boolean
  /** Null for a key, and for an account that is gone. */
  readonly owner_email: string | null
}

/** The place of a question in the list. */
export type ListPosition = readonly [name: string, id: string]

export interface Wanted {
  /** A part of the name, the description or a tag, in any case. */
  readonly search: string | null
  readonly tag: string | null
  readonly owner: string | null
  readonly favourite: boolean
  /** The path of the question's request. */
  readonly path: string | null
  /** Only what stands after this place. */
  readonly after: ListPosition | null
  readonly limit: number
}

interface Row extends Omit<ListedQuestion, 'question'> {
  readonly question: string
}

const columns = `q.id, q.workspace_id, q.owner_id, q.name, q.description, q.tags, q.visibility, q.question, q.chart,
  q."view", q.version, q.created_at, q.updated_at, u.email AS owner_email,
  EXISTS (SELECT 1 FROM question_favourites f WHERE f.question_id = q.id AND f.user_id = $2) AS favourite`
const from = `questions q LEFT JOIN users u ON u.id = q.owner_id`
const visible = `q.workspace_id = $1 AND q.deleted_at IS NULL AND (q.visibility = 'workspace' OR q.owner_id = $2)`

/** Returns a page of questions by name, and the place of its last one if there are more. */
export async function listQuestions(
  records: Records,
  { workspaceId, callerId }: Viewer,
  { search, tag, owner, favourite, path, after, limit }: Wanted,
): Promise<{ readonly questions: readonly ListedQuestion[]; readonly next: ListPosition | null }> {
  const rows = await records.query<Row>(
    `SELECT ${columns} FROM ${from}
     WHERE ${visible}
       AND ($3::text IS NULL OR position(lower($3) IN lower(q.name || E'\\n' || coalesce(q.description, '') || E'\\n'
         || array_to_string(q.tags, E'\\n'))) > 0)
       AND ($4::text IS NULL OR $4 = ANY (q.tags))
       AND ($5::text IS NULL OR q.owner_id = $5)
       AND (NOT $6::boolean OR EXISTS (
         SELECT 1 FROM question_favourites f WHERE f.question_id = q.id AND f.user_id = $2))
       AND ($10::text IS NULL OR q.question::json ->> 'path' = $10)
       AND ($8::text IS NULL OR (lower(q.name), q.name, q.id) > (lower($7::text), $7::text, $8::text))
     ORDER BY lower(q.name), q.name, q.id LIMIT $9`,
    [workspaceId, callerId, search, tag, owner, favourite, ...(after ?? [null, null]), limit + 1, path],
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last !== undefined ? ([last.name, last.id] as const) : null
  return { questions: shown.map(readRow), next }
}

/** Returns null if the viewer sees no question of this id. */
export async function findListed(
  records: Records,
  { workspaceId, callerId }: Viewer,
  id: string,
): Promise<ListedQuestion | null> {
  const rows = await records.query<Row>(`SELECT ${columns} FROM ${from} WHERE ${visible} AND q.id = $3`, [
    workspaceId,
    callerId,
    id,
  ])
  return rows.map(readRow)[0] ?? null
}

/** Returns the tags of the questions that a viewer sees, each with their number; the most frequent first. */
export const listTags = (
  records: Records,
  { workspaceId, callerId }: Viewer,
): Promise<readonly { readonly tag: string; readonly questions: number }[]> =>
  records.query(
    `SELECT tag, count(*)::integer AS questions
     FROM questions q CROSS JOIN LATERAL unnest(q.tags) AS tag WHERE ${visible}
     GROUP BY tag ORDER BY count(*) DESC, tag LIMIT 1000`,
    [workspaceId, callerId],
  )
