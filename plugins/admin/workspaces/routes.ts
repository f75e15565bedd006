import Type from 'typebox'
import { anyUser, globally, named, type PluginHost } from '../../../contract/index.js'
import { userOf } from '../callers.js'
import { readName } from '../name.js'
import { creations, data, Name, WorkspaceRoleName } from '../schemas.js'
import { registerOneWorkspaceRoutes } from './one-routes.js'
import { bodyOf, Slug, tag, WorkspaceBody } from './shown.js'
import { listWorkspaces, listWorkspacesOf } from './workspaces-repository.js'
import { workspaces } from './workspaces.js'

export function registerWorkspaceRoutes(host: PluginHost): void {
  host.route({
    method: 'POST',
    path: '/api/v1/user/workspaces',
    summary: 'Create a workspace, with the caller as its admin',
    tag,
    access: globally('editor'),
    rateLimit: creations,
    body: named('NewWorkspace', Type.Object({ name: Name, slug: Slug })),
    refusals: ['CONFLICT'],
    status: 201,
    response: data(WorkspaceBody),
    async handle(ask, { body }) {
      const wanted = { name: readName(body.name), slug: body.slug }
      return { data: bodyOf(await ask.use(workspaces).create(userOf(ask), wanted)) }
    },
  })
  host.route({
    method: 'GET',
    path: '/api/v1/user/workspaces',
    summary: 'List the workspaces of which the caller is a member, oldest first',
    tag,
    access: anyUser,
    response: data(Type.Array(Type.Interface([WorkspaceBody], { role: WorkspaceRoleName }))),
    async handle(ask) {
      const found = await listWorkspacesOf(ask.records, userOf(ask).id)
      return { data: found.map((workspace) => ({ ...bodyOf(workspace), role: workspace.role })) }
    },
  })
  host.route({
    method: 'GET',
    path: '/api/v1/admin/workspaces',
    summary: 'List all workspaces, oldest first',
    tag,
    access: globally('platform'),
    response: data(Type.Array(WorkspaceBody)),
    handle: async (ask) => ({ data: (await listWorkspaces(ask.records)).map(bodyOf) }),
  })
  registerOneWorkspaceRoutes(host)
}
