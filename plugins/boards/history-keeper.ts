import { notFound, serviceRef, type Records, type ServiceDependencies } from '../../contract/index.js'
import type { Board, Tile } from './board.js'
import { boardKeeper, isShared, type Changer } from './board-keeper.js'
import { changedContent, contentOf } from './board-version.js'
import { updateBoard } from './boards-repository.js'
import { deleteTile, insertTile, listTiles, restoreTile, updateTile } from './tiles-repository.js'
import { findContent } from './versions-repository.js'

/** Takes boards back to earlier versions. */
export interface HistoryKeeper {
  /**
   * Sets the fields of a board, except its visibility, and its tiles to those of a version. Throws as
   * BoardKeeper.change(), and NOT_FOUND for the version.
   */
  restore(ask: Changer, boardId: string, version: number): Promise<Board>
}

export const historyKeeper = serviceRef<HistoryKeeper>('board-history-keeper')

export function createHistoryKeeper({ use }: Pick<ServiceDependencies, 'use'>): HistoryKeeper {
  return Object.freeze({
    restore: (ask, boardId, version) =>
      use(boardKeeper).within(ask, boardId, async ({ transaction, board, now, record, note }) => {
        const found = await findContent(transaction, boardId, version, board.owner_id === ask.caller.id)
        if (found === null) throw notFound('version')
        const { tiles, ...fields } = found
        const before = await listTiles(transaction, boardId)
        const changed = changedContent(contentOf(board, before), found)
        if (changed.length === 0) return board
        const restored = await updateBoard(transaction, board, fields, now)
        await setTiles(transaction, boardId, before, tiles, now)
        await record(restored, changed, version)
        if (isShared(restored)) await note('changed', { changed, restored: version })
        return restored
      }),
  } satisfies HistoryKeeper)
}

/** Changes the tiles of a board to these. Those that were deleted get the same ids again. */
async function setTiles(
  transaction: Records,
  boardId: string,
  before: readonly Tile[],
  tiles: readonly Tile[],
  now: Date,
): Promise<void> {
  for (const { id } of before)
    if (!tiles.some((tile) => tile.id === id)) await deleteTile(transaction, id, now)
  for (const tile of tiles) {
    if (await updateTile(transaction, tile)) await restoreTile(transaction, tile.id)
    else await insertTile(transaction, boardId, tile, now)
  }
}
