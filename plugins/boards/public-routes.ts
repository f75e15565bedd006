import Type from 'typebox'
import { byLink, ServiceError, type PluginHost, type WorkspaceAsk } from '../../core/contract/index.js'
import { findLinkedBoard } from './links-repository.js'
import { isForEverybody } from './question.js'
import { Asks, nullable, TileBody } from './schemas.js'
import { asksOf, tileAnswer } from './tile-body.js'
import { noTile } from './tile-keeper.js'
import { findTile, listTiles } from './tiles-repository.js'

const tag = 'Public boards'
const path = '/api/v1/public/boards/:token'
/** A page of the largest board is 51 requests. */
const rateLimit = { group: 'public-boards', tries: 'publicRateLimit', seconds: 60 } as const
const token = Type.String({ maxLength: 200 })

const { id, title, chart, left, top, width, height } = TileBody.properties
const PublicTile = Type.Object({
  ...{ id, title, chart, left, top, width, height },
  asks: Asks,
})

const PublicBoard = Type.Object({
  name: Type.String(),
  description: nullable(Type.String()),
  range: nullable(Type.String()),
  timezone: nullable(Type.String()),
  granularity: nullable(Type.String()),
  expires_at: Type.String(),
  tiles: Type.Array(PublicTile),
  left_out: Type.Integer({ description: 'tiles that are not for everybody' }),
})

/** For whoever holds a link: its board's tiles, and nothing that is not on them. */
export function registerPublicRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path,
    summary: 'The board of a public link, without what its tiles ask',
    tag,
    access: byLink,
    rateLimit,
    params: Type.Object({ token }),
    response: Type.Object({ data: PublicBoard }),
    async handle(asked) {
      const ask = asked as WorkspaceAsk
      const { id: boardId, expires_at, ...board } = await linkedBoard(ask)
      const all = await listTiles(ask.records, boardId)
      const tiles = all.flatMap(({ id, title, chart, left, top, width, height, question }) => {
        const known = ask.saved.known(question)
        if (known === null || !isForEverybody(question, known)) return []
        return [{ id, title, chart, left, top, width, height, asks: asksOf(known) }]
      })
      const left_out = all.length - tiles.length
      return { data: { ...board, expires_at: expires_at.toISOString(), tiles, left_out } }
    },
  })
  host.route({
    method: 'GET',
    path: `${path}/tiles/:tile/data`,
    summary: 'What a tile of the board of a public link shows',
    tag,
    access: byLink,
    rateLimit,
    params: Type.Object({ token, tile: Type.String({ minLength: 1, maxLength: 100 }) }),
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      const { id: boardId, range, timezone, granularity } = await linkedBoard(ask)
      const tile = await findTile(ask.records, boardId, params.tile)
      const known = tile === null ? null : ask.saved.known(tile.question)
      if (tile === null || known === null || !isForEverybody(tile.question, known)) throw noTile()
      return tileAnswer(ask, tile, { range, timezone, granularity })
    },
  })
}

async function linkedBoard({ records, caller }: WorkspaceAsk) {
  const board = await findLinkedBoard(records, caller.id)
  if (board === null) throw new ServiceError('NOT_FOUND', 'there is no such link, or it has ended')
  return board
}
