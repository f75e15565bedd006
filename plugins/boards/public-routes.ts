import Type from 'typebox'
import {
  asksOf,
  byPublicLink,
  named,
  notFoundOrExpired,
  nullable,
  tileAnswerShape,
  type PluginHost,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { findLinkedBoard } from './public-links-repository.js'
import { TileBody } from './schemas.js'
import { publicRateLimit } from './settings.js'
import { shownTiles, tileAnswer } from './tile-body.js'
import { noTile } from './tile-keeper.js'
import { tileQuestions } from './tile-questions.js'
import { findTile, listTiles } from './tiles-repository.js'

const tag = { name: 'Public boards', description: 'Boards as a public link shows them, without an account.' }
const path = '/api/v1/public/boards/:token'
/** Loading the largest board takes 51 requests. */
const rateLimit = { group: 'public-boards', tries: publicRateLimit, seconds: 60 } as const
const token = Type.String({ maxLength: 200 })

const { id, title, chart, left, top, width, height, text } = TileBody.properties
const PublicTile = named(
  'PublicTile',
  Type.Object({
    ...{ id, title, chart, left, top, width, height, text },
    asks: nullable(tileAnswerShape),
  }),
)

const PublicBoard = named(
  'PublicBoard',
  Type.Object({
    name: Type.String(),
    description: nullable(Type.String()),
    range: nullable(Type.String()),
    timezone: nullable(Type.String()),
    workspace_timezone: Type.String({ description: 'the time zone of tiles that name none' }),
    granularity: nullable(Type.String()),
    expires_at: Type.String(),
    tiles: Type.Array(PublicTile),
    left_out: Type.Integer({ description: 'number of tiles that public links do not show' }),
  }),
)

/** Routes for holders of a public link, which show the tiles of its board and nothing else. */
export function registerPublicRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path,
    summary: 'Show the board of a public link, without the questions of its tiles',
    tag,
    access: byPublicLink,
    rateLimit,
    params: Type.Object({ token }),
    response: Type.Object({ data: PublicBoard }),
    async handle(asked) {
      const ask = asked as WorkspaceAsk
      const {
        id: boardId,
        expires_at,
        name,
        description,
        range,
        timezone,
        granularity,
      } = await linkedBoard(ask)
      const all = await ask.use(tileQuestions).resolve(ask, await listTiles(ask.records, boardId))
      const isShown = await shownTiles(ask)
      const tiles = all.flatMap((resolved) => {
        const { id, title, chart, left, top, width, height, text } = resolved.tile
        if (!isShown(resolved)) return []
        const known = resolved.question === null ? null : ask.saved.known(resolved.question)
        if (known === null && text === null) return []
        const shown = text === null ? {} : { text }
        const asks = known === null ? null : asksOf(known)
        return [{ id, title, chart, left, top, width, height, ...shown, asks }]
      })
      const left_out = all.length - tiles.length
      const workspace_timezone = ask.defaults.timezone
      return {
        data: {
          ...{ name, description, range, timezone, granularity, workspace_timezone },
          ...{ expires_at: expires_at.toISOString(), tiles, left_out },
        },
      }
    },
  })
  host.route({
    method: 'GET',
    path: `${path}/tiles/:tile/data`,
    summary: 'Answer the question of a tile on the board of a public link',
    tag,
    access: byPublicLink,
    rateLimit,
    params: Type.Object({ token, tile: Type.String({ minLength: 1, maxLength: 100 }) }),
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      const { id: boardId, range, timezone, granularity, filter } = await linkedBoard(ask)
      const tile = await findTile(ask.records, boardId, params.tile)
      const [resolved] = tile === null ? [] : await ask.use(tileQuestions).resolve(ask, [tile])
      const isShown = await shownTiles(ask)
      if (resolved === undefined || !isShown(resolved)) throw noTile()
      return tileAnswer(ask, resolved, { range, timezone, granularity, filter, hidden: true })
    },
  })
}

async function linkedBoard({ records, caller }: WorkspaceAsk) {
  const board = await findLinkedBoard(records, caller.id)
  if (board === null) throw notFoundOrExpired('link')
  return board
}
