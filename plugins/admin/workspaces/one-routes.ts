import Type from 'typebox'
import {
  globally,
  invalid,
  notFound,
  peopleIn,
  ServiceError,
  type Ask,
  type PluginHost,
  type WorkspaceAsk,
} from '../../../contract/index.js'
import { administratorOf, userOf } from '../callers.js'
import { readName } from '../name.js'
import { data, Name } from '../schemas.js'
import type { Administrator } from '../authority.js'
import { bodyOf, tag, WeekStartName, WorkspaceBody } from './shown.js'
import { findWorkspace, type Workspace } from './workspaces-repository.js'
import { workspaces } from './workspaces.js'

const path = '/api/v1/admin/workspaces/:id'
const params = Type.Object({ id: Type.String({ maxLength: 100 }) })

export function registerOneWorkspaceRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path,
    summary: 'Show the workspace of the header; for a platform user, any workspace',
    tag,
    access: peopleIn('admin'),
    params,
    response: data(WorkspaceBody),
    handle: async (ask, { params: { id } }) => ({ data: bodyOf((await named(ask, id)).found) }),
  })
  host.route({
    method: 'PUT',
    path,
    summary: 'Rename a workspace, or change the time zone and the week start of its questions',
    tag,
    access: peopleIn('admin'),
    params,
    body: Type.Object({
      name: Type.Optional(Name),
      timezone: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'An IANA name' })),
      week_start: Type.Optional(WeekStartName),
    }),
    response: data(WorkspaceBody),
    async handle(ask, { params: { id }, body }) {
      const name = body.name === undefined ? undefined : readName(body.name)
      const { timezone, week_start } = body
      if (name === undefined && timezone === undefined && week_start === undefined)
        throw invalid('/', 'give at least one of name, timezone and week_start')
      // The access above requires a workspace; the question rejects an unknown zone.
      const member = ask as WorkspaceAsk
      if (timezone !== undefined) await member.question({ source: 'events', range: 'today', timezone })
      const { administrator } = await named(ask, id)
      const changed = await ask.use(workspaces).change(administrator, { name, timezone, week_start })
      return { data: bodyOf(changed) }
    },
  })
  host.route({
    method: 'DELETE',
    path,
    summary: 'Delete a workspace with all its data for good; its keys and tokens stop working at once',
    tag,
    access: globally('platform'),
    params,
    status: 204,
    async handle(ask, { params: { id } }) {
      await ask.use(workspaces).delete(userOf(ask), id)
    },
  })
}

/**
 * Returns the workspace of the path. The route's access has checked the workspace of the header, so only platform users
 * may name another one (else FORBIDDEN).
 */
async function named(
  ask: Ask,
  id: string,
): Promise<{ readonly found: Workspace; readonly administrator: Administrator }> {
  const { caller, workspaceId } = administratorOf(ask)
  if (id !== workspaceId && caller.role !== 'platform')
    throw new ServiceError('FORBIDDEN', 'X-Workspace-ID must name the workspace of the path')
  const found = await findWorkspace(ask.records, id)
  if (found === null) throw notFound('workspace')
  return { found, administrator: { caller, workspaceId: id } }
}
