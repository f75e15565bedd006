import type { Data } from '../api/types.js'
import { send } from '../api/send.js'
import { addTile, arrangeTiles, boardCall, deleteTile } from './api.js'
import { sizeOf } from './call-question.js'
import type { Board, Tile } from './types.js'
import type { Carried, Landing } from './use-placing.js'

/**
 * Adds a saved question to a board, as a tile that follows its changes: at the landing, or below the other tiles.
 * Returns the function that takes it off again and puts the others back.
 */
export async function placeQuestion(
  board: Board,
  { id, name, chart }: Carried,
  landing: Landing<Tile> | null,
): Promise<() => Promise<unknown>> {
  const made = await addTile(board.id, {
    title: name,
    chart,
    question_id: id,
    ...(landing === null ? sizeOf(chart) : landing.place),
  })
  const moved = landing?.others.filter((tile, index) => tile.top !== board.tiles[index]?.top) ?? []
  await arrange(board, moved)
  return async () => {
    await deleteTile(board.id, made.id)
    const { tiles } = (await send<Data<Board>>(boardCall(board.id))).data
    const movedBack = new Set(
      moved.map((tile) => tile.id).filter((one) => tiles.some((tile) => tile.id === one)),
    )
    await arrange(
      board,
      board.tiles.filter((tile) => movedBack.has(tile.id)),
    )
  }
}

/** The service rejects an empty layout. */
const arrange = async ({ id }: Board, tiles: readonly Tile[]): Promise<unknown> =>
  tiles.length === 0 ? null : arrangeTiles(id, tiles)
