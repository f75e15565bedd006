import Type from 'typebox'
import { named, nullable, peopleIn, timeSchema, type PluginHost } from '../../../contract/index.js'
import { administratorOf, workspaceOf } from '../callers.js'
import { creations, data, Email, WorkspaceRoleName } from '../schemas.js'
import { inviteStatuses, statusOf, type Invite } from './invite.js'
import { inviteUrl } from './invite-url.js'
import { listInvites } from './invites-repository.js'
import { invites } from './invites.js'

const tag = { name: 'Invites', description: 'Invitations into a workspace.' }
const path = '/api/v1/admin/workspace/invites'

const WorkspaceId = Type.String({ minLength: 1, maxLength: 100 })
const Status = Type.Enum([...inviteStatuses])

const InviteBody = named(
  'Invite',
  Type.Object({
    id: Type.String(),
    email: Type.String(),
    workspace_id: Type.String(),
    role: WorkspaceRoleName,
    status: Status,
    expires_at: timeSchema,
    created_at: timeSchema,
    invited_by: nullable(Type.String()),
  }),
)

const CreatedInvite = named(
  'CreatedInvite',
  Type.Interface([InviteBody], {
    invite_url: Type.String({ description: 'Shown only in this response' }),
  }),
)

export function registerInviteRoutes(host: PluginHost): void {
  host.route({
    method: 'POST',
    path,
    summary: 'Invite a person into the workspace for seven days; a pending invite is renewed',
    tag,
    access: peopleIn('admin', 'body'),
    rateLimit: creations,
    body: named(
      'NewInvite',
      Type.Object({ email: Email, workspace_id: WorkspaceId, role: WorkspaceRoleName }),
    ),
    refusals: ['CONFLICT'],
    status: 201,
    response: data(CreatedInvite),
    async handle(ask, { body, headers }) {
      const { email, role } = body
      const { invite, token } = await ask.use(invites).create(administratorOf(ask), { email, role })
      const invite_url = inviteUrl(ask.settings, headers, token)
      return { data: { ...bodyOf(invite, ask.now), invite_url } }
    },
  })
  host.route({
    method: 'GET',
    path,
    summary: 'List the invites of a workspace, newest first',
    tag,
    access: peopleIn('admin', 'query'),
    query: Type.Object({ workspace_id: WorkspaceId, status: Type.Optional(Status) }),
    response: data(Type.Array(InviteBody)),
    async handle(ask, { query: { status = null } }) {
      const { workspace } = workspaceOf(ask)
      const found = await listInvites(ask.records, workspace.id, status, new Date(ask.now))
      return { data: found.map((invite) => bodyOf(invite, ask.now)) }
    },
  })
  host.route({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Cancel a pending invite',
    tag,
    access: peopleIn('admin', 'query'),
    params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
    query: Type.Object({ workspace_id: WorkspaceId }),
    refusals: ['CONFLICT'],
    status: 204,
    handle: (ask, { params: { id } }) => ask.use(invites).cancel(administratorOf(ask), id),
  })
}

const bodyOf = (invite: Invite, now: number) => ({
  id: invite.id,
  email: invite.email,
  workspace_id: invite.workspace_id,
  role: invite.role,
  status: statusOf(invite, now),
  expires_at: invite.expires_at.toISOString(),
  created_at: invite.created_at.toISOString(),
  invited_by: invite.invited_by,
})
