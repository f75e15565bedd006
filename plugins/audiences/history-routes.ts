import Type from 'typebox'
import { named, peopleIn, timeSchema, type PluginHost, type WorkspaceAsk } from '../../contract/index.js'
import { audienceKeeper } from './audience-keeper.js'
import { AudienceBody, audienceOf, bodyOf, member, path, tag, WithId } from './schemas.js'
import { listVersions, type VersionHead } from './versions-repository.js'

const history = `${path}/:id/history`

const VersionBody = named(
  'AudienceVersion',
  Type.Object({
    version: Type.Integer(),
    changed_by: Type.String({ description: 'Id of a user or key' }),
    changed_by_email: Type.Union([Type.String(), Type.Null()], {
      description: 'The address at that time; null for a key',
    }),
    changed_at: timeSchema,
    changed: Type.Array(Type.String(), {
      description: 'fields that differ from the version before; empty for the first',
    }),
    restored: Type.Union([Type.Integer(), Type.Null()], {
      description: 'the version that this change took back to',
    }),
    name: Type.String(),
    listed_count: Type.Integer(),
  }),
)

const versionBody = ({ changed_at, ...version }: VersionHead) => ({
  ...version,
  changed_at: changed_at.toISOString(),
})

export function registerHistoryRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path: history,
    summary: 'List the last 20 versions of an audience, newest first, with who changed what',
    tag,
    access: peopleIn('viewer'),
    params: WithId,
    response: Type.Object({ data: Type.Object({ versions: Type.Array(VersionBody) }) }),
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      const { id } = await audienceOf(ask, params.id)
      return { data: { versions: (await listVersions(ask.records, id)).map(versionBody) } }
    },
  })
  host.route({
    method: 'POST',
    path: `${history}/:version/restore`,
    summary: 'Take an audience back to a version, as its owner or an admin',
    tag,
    access: member,
    params: Type.Object({
      ...WithId.properties,
      version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    }),
    response: Type.Object({ data: AudienceBody }),
    async handle(asked, { params: { id, version } }) {
      const ask = asked as WorkspaceAsk
      return { data: bodyOf(await ask.use(audienceKeeper).takeBack(ask, id, version)) }
    },
  })
}
