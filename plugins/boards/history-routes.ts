import Type from 'typebox'
import { peopleIn, type PluginHost, type WorkspaceAsk } from '../../contract/index.js'
import { historyKeeper } from './history-keeper.js'
import { boardOf } from './read-routes.js'
import {
  BoardBody,
  boardBody,
  member,
  path,
  tag,
  VersionBody,
  versionBody,
  WithId,
  WithVersion,
} from './schemas.js'
import { listVersions } from './versions-repository.js'

const history = `${path}/:id/history`

export function registerHistoryRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path: history,
    summary: 'List the last 100 versions of a board, newest first, with who changed what',
    tag,
    access: peopleIn('viewer'),
    params: WithId,
    response: Type.Object({ data: Type.Object({ versions: Type.Array(VersionBody) }) }),
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      const { id, owner_id } = await boardOf(ask, params.id)
      const versions = await listVersions(ask.records, id, owner_id === ask.caller.id)
      return { data: { versions: versions.map(versionBody) } }
    },
  })
  host.route({
    method: 'POST',
    path: `${history}/:version/restore`,
    summary: 'Take a board and its tiles back to a version, as its owner or an admin',
    tag,
    access: member,
    params: WithVersion,
    response: Type.Object({ data: BoardBody }),
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      return { data: boardBody(await ask.use(historyKeeper).restore(ask, params.id, params.version)) }
    },
  })
}
