import Type from 'typebox'
import { named } from '../../contract/index.js'
import type { PluginHost, WorkspaceAsk } from '../../contract/index.js'
import type { Board } from './board.js'
import { noBoard, viewerIn } from './board-keeper.js'
import { findBoard, listBoards } from './boards-repository.js'
import { BoardBody, boardBody, member, path, tag, TileBody, WithId } from './schemas.js'
import { tileBodies } from './tile-body.js'
import { listTiles } from './tiles-repository.js'

const Paging = Type.Object({
  limit: Type.Optional(Type.Integer({ default: 100, minimum: 1, maximum: 1000 })),
  offset: Type.Optional(Type.Integer({ default: 0, minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
})

const ListedBoard = named('ListedBoard', Type.Interface([BoardBody], { tile_count: Type.Integer() }))
const WholeBoard = named('BoardWithTiles', Type.Interface([BoardBody], { tiles: Type.Array(TileBody) }))

export function registerReadRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path,
    summary: 'List the boards of a workspace by name: those for all members and your private ones',
    tag,
    access: member,
    query: Paging,
    response: Type.Object({ data: Type.Object({ boards: Type.Array(ListedBoard) }) }),
    async handle(asked, { query: { limit = 100, offset = 0 } }) {
      const ask = asked as WorkspaceAsk
      const found = await listBoards(ask.records, viewerIn(ask), { limit, offset })
      return {
        data: { boards: found.map(({ tile_count, ...board }) => ({ ...boardBody(board), tile_count })) },
      }
    },
  })
  host.route({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Show a board and its tiles, from the top; a private board of another owner is unknown',
    tag,
    access: member,
    params: WithId,
    response: Type.Object({ data: WholeBoard }),
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      const board = await boardOf(ask, params.id)
      const tiles = await listTiles(ask.records, board.id)
      return { data: { ...boardBody(board), tiles: await tileBodies(ask, tiles) } }
    },
  })
}

/** Returns a board. Throws NOT_FOUND if the caller sees none of this id. */
export async function boardOf(ask: WorkspaceAsk, id: string): Promise<Board> {
  const board = await findBoard(ask.records, viewerIn(ask), id)
  if (board === null) throw noBoard()
  return board
}
