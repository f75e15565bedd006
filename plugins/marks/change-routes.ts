import Type from 'typebox'
import {
  inWorkspace,
  ServiceError,
  type Ask,
  type PluginHost,
  type WorkspaceAsk,
} from '../../core/contract/index.js'
import { readFields } from './fields.js'
import type { Mark } from './mark.js'
import { markMaker } from './mark-maker.js'
import { deleteMark, updateMark } from './marks-repository.js'
import { markOf, noMark } from './read-routes.js'
import { bodyOf, Fields, MarkBody, member, path, tag, viewerOf, WithId } from './schemas.js'

const response = Type.Object({ data: MarkBody })

export function registerChangeRoutes(host: PluginHost): void {
  host.route({
    method: 'POST',
    path,
    summary: 'Mark a time',
    tag,
    access: inWorkspace('editor'),
    body: Fields,
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
    summary: 'Change a mark: what is left out stays; its creator and admins may',
    tag,
    access: member,
    params: WithId,
    body: Type.Partial(Fields),
    response,
    async handle(ask, { params, body }) {
      const { created_by } = await changeable(ask, params.id)
      const { callerId } = viewerOf(ask)
      if (body.scope === 'private' && created_by !== callerId)
        throw new ServiceError('FORBIDDEN', 'Only its creator can make a mark private.')
      const change = { ...readFields(body), now: new Date(ask.now) }
      const changed = await updateMark(ask.records, viewerOf(ask), params.id, change)
      if (changed === null) throw noMark()
      return { data: bodyOf(changed) }
    },
  })
  host.route({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a mark; its creator and admins may',
    tag,
    access: member,
    params: WithId,
    status: 204,
    async handle(ask, { params }) {
      await changeable(ask, params.id)
      if (!(await deleteMark(ask.records, viewerOf(ask), params.id))) throw noMark()
    },
  })
}

async function changeable(ask: Ask, id: string): Promise<Mark> {
  const mark = await markOf(ask, id)
  if (mark.created_by !== viewerOf(ask).callerId && ask.role !== 'admin')
    throw new ServiceError('FORBIDDEN', 'Only its creator and admins of the workspace may change a mark.')
  return mark
}
