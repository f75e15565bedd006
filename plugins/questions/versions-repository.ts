import type { Records } from '../../contract/index.js'
import { mostVersions, type QuestionContent, type Version } from './question.js'

interface Row extends Omit<Version, 'fields'> {
  readonly fields: string
}

const columns = 'version, changed_by, changed_by_email, changed_at, changed, restored, visibility, fields'

/** Inserts a version, and deletes the oldest if there are more than `mostVersions`. */
export async function insertVersion(transaction: Records, questionId: string, one: Version): Promise<void> {
  await transaction.query(
    `INSERT INTO question_versions (${columns}, question_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      one.version,
      one.changed_by,
      one.changed_by_email,
      one.changed_at,
      one.changed,
      one.restored,
      one.visibility,
      JSON.stringify(one.fields),
      questionId,
    ],
  )
  await transaction.query('DELETE FROM question_versions WHERE question_id = $1 AND version <= $2', [
    questionId,
    one.version - mostVersions,
  ])
}

/** Returns the versions, newest first. Without `own`, only those that all members could see. */
export async function listVersions(
  records: Records,
  questionId: string,
  own: boolean,
): Promise<readonly Version[]> {
  const rows = await records.query<Row>(
    `SELECT ${columns} FROM question_versions
     WHERE question_id = $1 AND ($2::boolean OR visibility = 'workspace') ORDER BY version DESC`,
    [questionId, own],
  )
  return rows.map(read)
}

/** Returns null if there is no such version, or it is not shown without `own`. */
export async function findVersion(
  records: Records,
  questionId: string,
  version: number,
  own: boolean,
): Promise<Version | null> {
  const rows = await records.query<Row>(
    `SELECT ${columns} FROM question_versions
     WHERE question_id = $1 AND version = $2 AND ($3::boolean OR visibility = 'workspace')`,
    [questionId, version, own],
  )
  return rows.map(read)[0] ?? null
}

const read = ({ fields, ...row }: Row): Version => ({
  ...row,
  fields: JSON.parse(fields) as QuestionContent,
})
