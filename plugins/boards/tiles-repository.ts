import {
  fieldPattern,
  type QuestionUse,
  type Records,
  type SavedQuestion,
  type SavedQuestionTitle,
} from '../../contract/index.js'
import type { GridPlace, Tile } from './board.js'
import { visible, type Viewer } from './boards-repository.js'

const columns = 'id, title, chart, "view", question, question_id, "text", "left", "top", width, height'

interface Row extends Omit<Tile, 'question'> {
  readonly question: string | null
}

const read = ({ question, ...row }: Row): Tile => ({
  ...row,
  question: question === null ? null : (JSON.parse(question) as SavedQuestion),
})
const stored = (question: SavedQuestion | null): string | null =>
  question === null ? null : JSON.stringify(question)

/** Returns the tiles of a board from top to bottom, then from left to right. */
export async function listTiles(records: Records, boardId: string): Promise<readonly Tile[]> {
  const rows = await records.query<Row>(
    `SELECT ${columns} FROM board_tiles WHERE board_id = $1 AND deleted_at IS NULL
     ORDER BY "top", "left", created_at, id`,
    [boardId],
  )
  return rows.map(read)
}

export async function findTile(records: Records, boardId: string, id: string): Promise<Tile | null> {
  const rows = await records.query<Row>(
    `SELECT ${columns} FROM board_tiles WHERE board_id = $1 AND id = $2 AND deleted_at IS NULL`,
    [boardId, id],
  )
  return rows.map(read)[0] ?? null
}

/** Returns a tile that was deleted after `since`; null if there is none. */
export async function findDeletedTile(
  records: Records,
  boardId: string,
  id: string,
  since: Date,
): Promise<Tile | null> {
  const rows = await records.query<Row>(
    `SELECT ${columns} FROM board_tiles WHERE board_id = $1 AND id = $2 AND deleted_at > $3`,
    [boardId, id, since],
  )
  return rows.map(read)[0] ?? null
}

export async function insertTile(
  transaction: Records,
  boardId: string,
  { id, title, chart, view, question, question_id, text, left, top, width, height }: Tile,
  now: Date,
): Promise<void> {
  await transaction.query(
    `INSERT INTO board_tiles (${columns}, board_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [id, title, chart, view, stored(question), question_id, text, left, top, width, height, boardId, now],
  )
}

/** Returns false if there is no row of this tile; a deleted one remains deleted. */
export async function updateTile(
  transaction: Records,
  { id, title, chart, view, question, question_id, text, left, top, width, height }: Tile,
): Promise<boolean> {
  const rows = await transaction.query(
    `UPDATE board_tiles SET title = $2, chart = $3, "view" = $4, question = $5, question_id = $6, "text" = $7,
       "left" = $8, "top" = $9, width = $10, height = $11
     WHERE id = $1
     RETURNING id`,
    [id, title, chart, view, stored(question), question_id, text, left, top, width, height],
  )
  return rows.length > 0
}

/** Shows a deleted tile again. */
export async function restoreTile(transaction: Records, id: string): Promise<void> {
  await transaction.query('UPDATE board_tiles SET deleted_at = NULL WHERE id = $1', [id])
}

/** Sets position and size of a tile. */
export async function moveTile(
  transaction: Records,
  { id, left, top, width, height }: GridPlace & Pick<Tile, 'id'>,
): Promise<void> {
  await transaction.query(
    'UPDATE board_tiles SET "left" = $2, "top" = $3, width = $4, height = $5 WHERE id = $1',
    [id, left, top, width, height],
  )
}

/** Hides a tile from everyone until it is restored or purged. */
export async function deleteTile(transaction: Records, id: string, now: Date): Promise<void> {
  await transaction.query('UPDATE board_tiles SET deleted_at = $2 WHERE id = $1', [id, now])
}

/** Returns the tiles among these, on boards that the viewer sees, with the names of the boards. */
export const findQuestions = (
  records: Records,
  { workspaceId, callerId }: Viewer,
  ids: readonly string[],
): Promise<readonly SavedQuestionTitle[]> =>
  records.query<SavedQuestionTitle>(
    `SELECT t.id, t.title, b.name AS board, b.visibility = 'workspace' AS shared
     FROM board_tiles t JOIN (SELECT id, name, visibility FROM boards WHERE ${visible}) b ON b.id = t.board_id
     WHERE t.id = ANY ($3) AND t.deleted_at IS NULL`,
    [workspaceId, callerId, ids],
  )

/** Returns the ids that exist; deleted tiles exist until they are purged, because they can be restored. */
export async function findTileIds(records: Records, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await records.query<{ readonly id: string }>(
    'SELECT id FROM board_tiles WHERE id = ANY ($1)',
    [ids],
  )
  return rows.map(({ id }) => id)
}

export interface TileUse extends Pick<Tile, 'id' | 'title'> {
  readonly board: string
  /** Whether the viewer sees the board. */
  readonly seen: boolean
}

/** Returns the tiles of a workspace that meet the condition on `t` and the value $3; private boards included. */
const findTilesWith = (
  records: Records,
  { workspaceId, callerId }: Viewer,
  condition: string,
  value: string,
): Promise<readonly TileUse[]> =>
  records.query<TileUse>(
    `SELECT t.id, t.title, b.name AS board, (b.visibility = 'workspace' OR b.owner_id = $2) AS seen
     FROM board_tiles t JOIN boards b ON b.id = t.board_id
     WHERE b.workspace_id = $1 AND b.deleted_at IS NULL AND t.deleted_at IS NULL AND (${condition})
     ORDER BY lower(b.name), b.id, t."top", t."left", t.id`,
    [workspaceId, callerId, value],
  )

/** Returns the tiles of a workspace that show a saved question, or whose formula reads it; private boards included. */
export const findUses = (records: Records, viewer: Viewer, questionId: string): Promise<readonly TileUse[]> =>
  findTilesWith(
    records,
    viewer,
    `t.question_id = $3 OR position('"question:' || $3 || '"' IN t.question) > 0`,
    questionId,
  )

/** Returns the tiles of a workspace whose question uses a field; those of private boards included. */
export const findFieldUses = (records: Records, viewer: Viewer, field: string): Promise<readonly TileUse[]> =>
  findTilesWith(records, viewer, 't.question ~ $3', fieldPattern(field))

export const useOf = ({ id, title, board, seen }: TileUse): QuestionUse => ({
  kind: 'tile',
  id,
  label: seen ? `tile ${JSON.stringify(title)} of board ${JSON.stringify(board)}` : null,
})
