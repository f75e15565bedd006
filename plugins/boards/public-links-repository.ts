import type { Records, WeekStart } from '../../contract/index.js'
import type { Board, PublicLink, Shared } from './board.js'
import { parsedFilter } from './boards-repository.js'

const columns = 'id, board_id, created_by, created_at, expires_at'

/**
 * Inserts a link; returns false if its creator is no longer an editor of the workspace. The membership is locked: a
 * concurrent removal waits and then ends this link too. Without the lock, a link could be created just after the removal.
 */
export async function insertLink(
  transaction: Records,
  { id, board_id, created_by, created_at, expires_at }: PublicLink,
  hash: string,
): Promise<boolean> {
  const places = await transaction.query(
    `SELECT u.id FROM users u WHERE u.id = $1 AND u.role = 'platform'
     UNION ALL
     SELECT user_id FROM (
       SELECT m.user_id FROM members m JOIN boards b ON b.workspace_id = m.workspace_id
       WHERE b.id = $2 AND m.user_id = $1 AND m.role IN ('editor', 'admin')
       FOR SHARE OF m
     ) AS member`,
    [created_by, board_id],
  )
  if (places.length === 0) return false
  await transaction.query(`INSERT INTO board_links (${columns}, hash) VALUES ($1, $2, $3, $4, $5, $6)`, [
    id,
    board_id,
    created_by,
    created_at,
    expires_at,
    hash,
  ])
  return true
}

/**
 * Returns a user's links that have not expired, oldest first; with `workspaceId` null those of all workspaces. Links of
 * deleted boards are among them: a restored board must not bring back the link of someone who left meanwhile.
 */
export const listLinksBy = (
  records: Records,
  userId: string,
  workspaceId: string | null,
  now: Date,
): Promise<readonly (PublicLink & { readonly workspace_id: string; readonly name: string })[]> =>
  records.query(
    `SELECT l.id, l.board_id, l.created_by, l.created_at, l.expires_at, b.workspace_id, b.name
     FROM board_links l JOIN boards b ON b.id = l.board_id
     WHERE l.created_by = $1 AND ($2::text IS NULL OR b.workspace_id = $2) AND l.expires_at > $3
     ORDER BY l.created_at, l.id`,
    [userId, workspaceId, now],
  )

export type PublicLinkOrigin = Pick<PublicLink, 'board_id' | 'created_by'>

/** Returns null if the link no longer exists. */
export async function deleteLinkById(transaction: Records, id: string): Promise<PublicLinkOrigin | null> {
  const [row] = await transaction.query<PublicLinkOrigin>(
    'DELETE FROM board_links WHERE id = $1 RETURNING board_id, created_by',
    [id],
  )
  return row ?? null
}

/** Makes a user the creator of a link and returns its former origin, or null if the link no longer exists. */
export async function setLinkMaker(
  transaction: Records,
  id: string,
  userId: string,
): Promise<PublicLinkOrigin | null> {
  const [row] = await transaction.query<PublicLinkOrigin>(
    `UPDATE board_links l SET created_by = $2 FROM board_links o
     WHERE l.id = $1 AND o.id = l.id RETURNING o.board_id, o.created_by`,
    [id, userId],
  )
  return row ?? null
}

/** Returns the links of a board that have not expired, newest first. */
export const listLinks = (records: Records, boardId: string, now: Date): Promise<readonly PublicLink[]> =>
  records.query<PublicLink>(
    `SELECT ${columns} FROM board_links WHERE board_id = $1 AND expires_at > $2 ORDER BY created_at DESC, id`,
    [boardId, now],
  )

/** Returns false if the board has no link of this id. */
export async function deleteLink(transaction: Records, boardId: string, id: string): Promise<boolean> {
  const rows = await transaction.query(
    'DELETE FROM board_links WHERE board_id = $1 AND id = $2 RETURNING id',
    [boardId, id],
  )
  return rows.length > 0
}

/** Deletes all links of a board; returns how many of them had not expired. */
export async function deleteLinks(transaction: Records, boardId: string, now: Date): Promise<number> {
  const rows = await transaction.query<{ readonly live: boolean }>(
    'DELETE FROM board_links WHERE board_id = $1 RETURNING expires_at > $2 AS live',
    [boardId, now],
  )
  return rows.filter(({ live }) => live).length
}

/** Deletes the expired links of a board. */
export async function deleteExpired(transaction: Records, boardId: string, now: Date): Promise<void> {
  await transaction.query('DELETE FROM board_links WHERE board_id = $1 AND expires_at <= $2', [boardId, now])
}

export interface PublicLinkAdmission {
  readonly id: string
  readonly workspace_id: string
  readonly number: number
  readonly timezone: string
  readonly week_start: WeekStart
}

/** Returns the link of a token's hash, unless it has expired or its board is private. */
export async function findLink(
  records: Records,
  hash: string,
  now: Date,
): Promise<PublicLinkAdmission | null> {
  const [link] = await records.query<PublicLinkAdmission>(
    `SELECT l.id, w.id AS workspace_id, w.number, w.timezone, w.week_start
     FROM board_links l
     JOIN boards b ON b.id = l.board_id AND b.visibility = 'workspace' AND b.deleted_at IS NULL
     JOIN workspaces w ON w.id = b.workspace_id
     WHERE l.hash = $1 AND l.expires_at > $2`,
    [hash, now],
  )
  return link ?? null
}

type LinkedBoard = Pick<Board, 'id' | 'name' | 'description' | keyof Shared> & Pick<PublicLink, 'expires_at'>

/** Returns the board of a link; null if it or the link was deleted since the link was admitted. */
export async function findLinkedBoard(records: Records, linkId: string): Promise<LinkedBoard | null> {
  const [board] = await records.query<Omit<LinkedBoard, 'filter'> & { readonly filter: string | null }>(
    `SELECT b.id, b.name, b.description, b.range, b.timezone, b.granularity, b.filter, l.expires_at
     FROM board_links l JOIN boards b ON b.id = l.board_id WHERE l.id = $1 AND b.deleted_at IS NULL`,
    [linkId],
  )
  return board === undefined ? null : { ...board, filter: parsedFilter(board.filter) }
}
