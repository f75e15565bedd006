import { fieldPattern, type JsonValue, type Records } from '../../contract/index.js'
import type { Board, BoardFields } from './board.js'

/** The caller and the workspace of a read, which finds no private boards of other owners. */
export interface Viewer {
  readonly workspaceId: string
  readonly callerId: string
}

const columns = `id, workspace_id, owner_id, name, description, visibility, range, timezone, granularity, filter,
  created_at, updated_at`

type Row<B extends Board = Board> = Omit<B, 'filter'> & { readonly filter: string | null }

export const parsedFilter = (filter: string | null): JsonValue =>
  filter === null ? null : (JSON.parse(filter) as JsonValue)
const stored = (filter: JsonValue): string | null => (filter === null ? null : JSON.stringify(filter))
const read = <R extends Row>({ filter, ...row }: R) => ({ ...row, filter: parsedFilter(filter) })

/** The boards that a viewer sees, given as the parameters 1 and 2. */
const seen = `workspace_id = $1 AND (visibility = 'workspace' OR owner_id = $2)`
export const visible = `${seen} AND deleted_at IS NULL`

/** Returns false if the workspace was deleted. Until the transaction ends, it cannot be deleted. */
export async function insertBoard(transaction: Records, board: Board): Promise<boolean> {
  const rows = await transaction.query(
    `INSERT INTO boards (${columns})
     SELECT $1, w.id, $3, $4, $5, $6, $7, $8, $9, $10, $11::timestamptz, $12::timestamptz
     FROM workspaces w WHERE w.id = $2
     FOR KEY SHARE OF w
     RETURNING id`,
    [
      board.id,
      board.workspace_id,
      board.owner_id,
      board.name,
      board.description,
      board.visibility,
      board.range,
      board.timezone,
      board.granularity,
      stored(board.filter),
      board.created_at,
      board.updated_at,
    ],
  )
  return rows.length > 0
}

export interface ListedBoard extends Board {
  readonly tile_count: number
}

/** Returns a page of boards by name. */
export async function listBoards(
  records: Records,
  { workspaceId, callerId }: Viewer,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly ListedBoard[]> {
  const rows = await records.query<Row<ListedBoard>>(
    `SELECT ${columns}, (SELECT count(*)::integer FROM board_tiles t
       WHERE t.board_id = boards.id AND t.deleted_at IS NULL) AS tile_count
     FROM boards WHERE ${visible} ORDER BY lower(name), name, id LIMIT $3 OFFSET $4`,
    [workspaceId, callerId, limit, offset],
  )
  return rows.map(read)
}

/** Returns null if the viewer sees no board of this id. */
export async function findBoard(
  records: Records,
  { workspaceId, callerId }: Viewer,
  id: string,
): Promise<Board | null> {
  const rows = await records.query<Row>(`SELECT ${columns} FROM boards WHERE ${visible} AND id = $3`, [
    workspaceId,
    callerId,
    id,
  ])
  return rows.map(read)[0] ?? null
}

/** As findBoard(); until the transaction ends, no other transaction can change the board, its tiles or its links. */
export async function lockBoard(
  transaction: Records,
  { workspaceId, callerId }: Viewer,
  id: string,
): Promise<Board | null> {
  const rows = await transaction.query<Row>(
    `SELECT ${columns} FROM boards WHERE ${visible} AND id = $3 FOR UPDATE`,
    [workspaceId, callerId, id],
  )
  return rows.map(read)[0] ?? null
}

/** Changes the given fields of a locked board; null removes an optional one. Returns the changed board. */
export async function updateBoard(
  transaction: Records,
  board: Board,
  change: Partial<BoardFields>,
  now: Date,
): Promise<Board> {
  const changed = { ...board, ...change, updated_at: now }
  await transaction.query(
    `UPDATE boards SET name = $2, description = $3, visibility = $4, range = $5, timezone = $6, granularity = $7,
       filter = $8, updated_at = $9
     WHERE id = $1`,
    [
      board.id,
      changed.name,
      changed.description,
      changed.visibility,
      changed.range,
      changed.timezone,
      changed.granularity,
      stored(changed.filter),
      now,
    ],
  )
  return changed
}

/** Hides a board from everyone until it is restored or purged. */
export async function deleteBoard(transaction: Records, id: string, now: Date): Promise<void> {
  await transaction.query('UPDATE boards SET deleted_at = $2 WHERE id = $1', [id, now])
}

/** As lockBoard(), also for a board that was deleted after `since`. */
export async function lockRestorable(
  transaction: Records,
  { workspaceId, callerId }: Viewer,
  id: string,
  since: Date,
): Promise<Board | null> {
  const rows = await transaction.query<Row>(
    `SELECT ${columns} FROM boards WHERE ${seen} AND id = $3 AND (deleted_at IS NULL OR deleted_at > $4) FOR UPDATE`,
    [workspaceId, callerId, id, since],
  )
  return rows.map(read)[0] ?? null
}

/** Returns false if the board was not deleted. */
export async function restoreBoard(transaction: Records, id: string): Promise<boolean> {
  const rows = await transaction.query(
    'UPDATE boards SET deleted_at = NULL WHERE id = $1 AND deleted_at IS NOT NULL RETURNING id',
    [id],
  )
  return rows.length > 0
}

/** Deletes the rows of boards and tiles that were deleted at `until` or before. */
export async function purgeDeleted(records: Records, until: Date): Promise<void> {
  await records.query('DELETE FROM board_tiles WHERE deleted_at <= $1', [until])
  await records.query('DELETE FROM boards WHERE deleted_at <= $1', [until])
}

/** Returns the boards of a workspace whose filter uses a field; private ones included. */
export const findFiltering = (
  records: Records,
  { workspaceId, callerId }: Viewer,
  field: string,
): Promise<readonly (Pick<Board, 'id' | 'name'> & { readonly seen: boolean })[]> =>
  records.query(
    `SELECT id, name, (visibility = 'workspace' OR owner_id = $2) AS seen FROM boards
     WHERE workspace_id = $1 AND deleted_at IS NULL AND filter ~ $3
     ORDER BY lower(name), id`,
    [workspaceId, callerId, fieldPattern(field)],
  )
