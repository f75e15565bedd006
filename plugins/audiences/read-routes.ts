import Type from 'typebox'
import type { PluginHost, WorkspaceAsk } from '../../contract/index.js'
import { listAudiences } from './audiences-repository.js'
import { AudienceBody, audienceOf, bodyOf, member, path, tag, WithId } from './schemas.js'

const Paging = Type.Object({
  limit: Type.Optional(Type.Integer({ default: 100, minimum: 1, maximum: 1000 })),
  offset: Type.Optional(Type.Integer({ default: 0, minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
})

export function registerReadRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path,
    summary: 'List the audiences of a workspace, newest first, without the persons they list',
    tag,
    access: member,
    query: Paging,
    response: Type.Object({ data: Type.Object({ audiences: Type.Array(AudienceBody) }) }),
    async handle(ask, { query: { limit = 100, offset = 0 } }) {
      const { records, workspace } = ask as WorkspaceAsk
      const found = await listAudiences(records, workspace.id, { limit, offset })
      return { data: { audiences: found.map(bodyOf) } }
    },
  })
  host.route({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Show an audience',
    tag,
    access: member,
    params: WithId,
    response: Type.Object({ data: AudienceBody }),
    handle: async (ask, { params }) => ({
      data: bodyOf(await audienceOf(ask as WorkspaceAsk, params.id)),
    }),
  })
}
