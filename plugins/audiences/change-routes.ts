import Type from 'typebox'
import { inWorkspace, named, type PluginHost, type WorkspaceAsk } from '../../contract/index.js'
import { audienceKeeper } from './audience-keeper.js'
import { Definition } from './definition.js'
import { rulesOf } from './rules.js'
import { AudienceBody, bodyOf, Description, member, Name, path, readName, tag, WithId } from './schemas.js'

const Wanted = Type.Object({
  name: Name,
  description: Type.Optional(Description),
  definition: Definition,
})
const Changed = Type.Partial(Wanted)
const response = Type.Object({ data: AudienceBody })

export function registerChangeRoutes(host: PluginHost): void {
  host.route({
    method: 'POST',
    path,
    summary: 'Save an audience: persons who satisfy rules, or a list of persons',
    tag,
    access: inWorkspace('editor'),
    body: named('NewAudience', Wanted),
    status: 201,
    response,
    async handle(asked, { body }) {
      const ask = asked as WorkspaceAsk
      rulesOf(body.definition, ask)
      const { name, description = null, definition } = body
      const made = await ask
        .use(audienceKeeper)
        .create(ask, { name: readName(name), description, definition })
      return { data: bodyOf(made) }
    },
  })
  host.route({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change the given fields of an audience, as its owner or an admin',
    tag,
    access: member,
    params: WithId,
    body: named('AudienceChanges', Changed),
    response,
    async handle(asked, { params, body }) {
      const ask = asked as WorkspaceAsk
      if (body.definition !== undefined) rulesOf(body.definition, ask)
      const name = body.name === undefined ? undefined : readName(body.name)
      return { data: bodyOf(await ask.use(audienceKeeper).change(ask, params.id, { ...body, name })) }
    },
  })
  host.route({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete an audience, as its owner or an admin; it can be restored for ten minutes',
    tag,
    access: member,
    params: WithId,
    status: 204,
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      await ask.use(audienceKeeper).remove(ask, params.id)
    },
  })
  host.route({
    method: 'POST',
    path: `${path}/:id/restore`,
    summary: 'Restore a deleted audience, up to ten minutes after',
    tag,
    access: member,
    params: WithId,
    response,
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      return { data: bodyOf(await ask.use(audienceKeeper).restore(ask, params.id)) }
    },
  })
}
