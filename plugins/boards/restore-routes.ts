import Type from 'typebox'
import type { PluginHost, WorkspaceAsk } from '../../contract/index.js'
import { boardKeeper } from './board-keeper.js'
import { BoardBody, boardBody, member, path, tag, TileBody, WithId, WithTile } from './schemas.js'
import { oneTileBody } from './tile-body.js'
import { tileKeeper } from './tile-keeper.js'

/** Routes that take back deletions. */
export function registerRestoreRoutes(host: PluginHost): void {
  host.route({
    method: 'POST',
    path: `${path}/:id/restore`,
    summary: 'Restore a deleted board with its tiles and links, up to ten minutes after',
    tag,
    access: member,
    params: WithId,
    response: Type.Object({ data: BoardBody }),
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      return { data: boardBody(await ask.use(boardKeeper).restore(ask, params.id)) }
    },
  })
  host.route({
    method: 'POST',
    path: `${path}/:id/tiles/:tile/restore`,
    summary: 'Restore a deleted tile, up to ten minutes after',
    tag,
    access: member,
    params: WithTile,
    refusals: ['CONFLICT'],
    response: Type.Object({ data: TileBody }),
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      const tile = await ask.use(tileKeeper).restore(ask, params.id, params.tile)
      return { data: await oneTileBody(ask, tile) }
    },
  })
}
