import type { Records } from '../../contract/index.js'
import {
  layoutsJoinFor,
  mostVersions,
  type BoardContent,
  type BoardVersion,
  type VersionHead,
} from './board-version.js'

const head =
  'version, changed_by, changed_by_email, changed_at, changed, restored, visibility, name, tile_count'

/**
 * Inserts a version of a locked board, and deletes the oldest if there are more than `mostVersions`. A move of tiles
 * replaces the newest version if that is a recent move by the same person.
 */
export async function insertVersion(transaction: Records, boardId: string, one: BoardVersion): Promise<void> {
  const newest = (await listVersions(transaction, boardId, true, 1))[0]
  const joins = newest !== undefined && isMove(one) && continues(newest, one)
  const version = (newest?.version ?? 0) + (joins ? 0 : 1)
  await transaction.query(
    `INSERT INTO board_versions (${head}, content, board_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (board_id, version)
     DO UPDATE SET changed_at = excluded.changed_at, content = excluded.content`,
    [
      version,
      one.changed_by,
      one.changed_by_email,
      one.changed_at,
      one.changed,
      one.restored,
      one.visibility,
      one.content.name,
      one.content.tiles.length,
      JSON.stringify(one.content),
      boardId,
    ],
  )
  await transaction.query('DELETE FROM board_versions WHERE board_id = $1 AND version <= $2', [
    boardId,
    version - mostVersions,
  ])
}

const isMove = ({ changed, restored }: Pick<VersionHead, 'changed' | 'restored'>): boolean =>
  restored === null && changed.length === 1 && changed[0] === 'layout'

const continues = (newest: VersionHead, one: BoardVersion): boolean =>
  isMove(newest) &&
  newest.changed_by === one.changed_by &&
  newest.visibility === one.visibility &&
  one.changed_at.getTime() - newest.changed_at.getTime() < layoutsJoinFor

/** Returns the versions, newest first. Without `own`, only those that all members could see. */
export const listVersions = (
  records: Records,
  boardId: string,
  own: boolean,
  limit = mostVersions,
): Promise<readonly VersionHead[]> =>
  records.query<VersionHead>(
    `SELECT ${head} FROM board_versions
     WHERE board_id = $1 AND ($2::boolean OR visibility = 'workspace') ORDER BY version DESC LIMIT $3`,
    [boardId, own, limit],
  )

/** Returns the content of a version; null if there is no such version, or it is not shown without `own`. */
export async function findContent(
  records: Records,
  boardId: string,
  version: number,
  own: boolean,
): Promise<BoardContent | null> {
  const [row] = await records.query<{ readonly content: string }>(
    `SELECT content FROM board_versions
     WHERE board_id = $1 AND version = $2 AND ($3::boolean OR visibility = 'workspace')`,
    [boardId, version, own],
  )
  return row === undefined ? null : (JSON.parse(row.content) as BoardContent)
}
