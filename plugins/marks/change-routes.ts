import Type from 'typebox'
import { inWorkspace, named, type PluginHost, type WorkspaceAsk } from '../../contract/index.js'
import { readFields } from './fields.js'
import { markMaker } from './mark-maker.js'
import { bodyOf, Fields, MarkBody, member, path, tag, WithId } from './schemas.js'

const response = Type.Object({ data: MarkBody })

export function registerChangeRoutes(host: PluginHost): void {
  host.route({
    method: 'POST',
    path,
    summary: 'Create a mark',
    tag,
    access: inWorkspace('editor'),
    body: named('NewMark', Fields),
    status: 201,
    response,
    async handle(ask, { body }) {
      const mark = await ask.use(markMaker).create(ask as WorkspaceAsk, {
        title: body.title,
        description: null,
        timestamp: new Date(ask.now),
        category: 'release',
        source_ref: null,
        scope: 'public',
        metadata: null,
        ...readFields(body),
      })
      return { data: bodyOf(mark) }
    },
  })
  host.route({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change the given fields of a mark, as its creator or an admin',
    tag,
    access: member,
    params: WithId,
    body: named('MarkChanges', Type.Partial(Fields)),
    response,
    async handle(ask, { params, body }) {
      const changed = await ask.use(markMaker).change(ask as WorkspaceAsk, params.id, readFields(body))
      return { data: bodyOf(changed) }
    },
  })
  host.route({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a mark, as its creator or an admin; it can be restored for ten minutes',
    tag,
    access: member,
    params: WithId,
    status: 204,
    async handle(ask, { params }) {
      await ask.use(markMaker).remove(ask as WorkspaceAsk, params.id)
    },
  })
  host.route({
    method: 'POST',
    path: `${path}/:id/restore`,
    summary: 'Restore a deleted mark, up to ten minutes after',
    tag,
    access: member,
    params: WithId,
    response,
    async handle(ask, { params }) {
      return { data: bodyOf(await ask.use(markMaker).restore(ask as WorkspaceAsk, params.id)) }
    },
  })
}
