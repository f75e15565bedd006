import Type from 'typebox'
import { anyUser, globally, type PluginHost } from '../../core/contract/index.js'
import { userOf } from './callers.js'
import { readName } from './name.js'
import { data, Name, Time, WorkspaceRoleName } from './schemas.js'
import { listWorkspaces, listWorkspacesOf, type Workspace } from './workspaces-repository.js'
import { workspaces } from './workspaces.js'

const tag = 'Workspaces'

const WorkspaceBody = Type.Object({
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  created_at: Time,
  updated_at: Time,
})

const Slug = Type.String({
  pattern: '^[A-Za-z0-9-]{1,50}$',
  description: '1 to 50 letters, digits and hyphens, unique regardless of case',
})

export function registerWorkspaceRoutes(host: PluginHost): void {
  host.route({
    method: 'POST',
    path: '/api/v1/user/workspaces',
    summary: 'Create a workspace, with the caller as its admin',
    tag,
    access: globally('editor'),
    body: Type.Object({ name: Name, slug: Slug }),
    status: 201,
    response: data(WorkspaceBody),
    async handle(ask, { body }) {
      const creator = userOf(ask)
      const wanted = { name: readName(body.name), slug: body.slug }
      return { data: bodyOf(await ask.use(workspaces).create(creator.id, wanted)) }
    },
  })
  host.route({
    method: 'GET',
    path: '/api/v1/user/workspaces',
    summary: 'The workspaces of which the caller is a member',
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
    summary: 'All workspaces',
    tag,
    access: globally('platform'),
    response: data(Type.Array(WorkspaceBody)),
    handle: async (ask) => ({ data: (await listWorkspaces(ask.records)).map(bodyOf) }),
  })
}

const bodyOf = ({ id, name, slug, created_at, updated_at }: Workspace) => ({
  id,
  name,
  slug,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})
