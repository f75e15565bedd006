import Type from 'typebox'
import { named, nullable, timeSchema } from '../../../contract/index.js'
import type { MadePublicLink, PluginHost } from '../../../contract/index.js'
import { administratorOf } from '../callers.js'
import type { MadeInvite, MadeKey } from '../leaving/leaving-repository.js'
import { data, WorkspaceRoleName } from '../schemas.js'
import { params, path, shared } from './route-parts.js'
import { users } from './users.js'

const inWorkspace = { id: Type.String(), workspace_id: Type.String() }

const MadeKeyBody = named(
  'MadeKey',
  Type.Object({
    ...inWorkspace,
    name: Type.String(),
    kind: Type.Enum(['ingest', 'query']),
    role: nullable(WorkspaceRoleName),
    prefix: Type.String(),
    last_used_at: nullable(timeSchema),
    created_at: timeSchema,
  }),
)

const MadeLinkBody = named(
  'MadeLink',
  Type.Object({
    ...inWorkspace,
    name: Type.String({ description: 'name of the board that it shows' }),
    expires_at: timeSchema,
    created_at: timeSchema,
  }),
)

const MadeInviteBody = named(
  'MadeInvite',
  Type.Object({
    ...inWorkspace,
    email: Type.String(),
    role: WorkspaceRoleName,
    expires_at: timeSchema,
  }),
)

export function registerCredentialRoutes(host: PluginHost): void {
  host.route({
    ...shared,
    method: 'GET',
    path: `${path}/:id/credentials`,
    summary:
      'List the keys, public links and pending invites that a user created, which removing the user ends',
    params,
    response: data(
      Type.Object({
        keys: Type.Array(MadeKeyBody),
        links: Type.Array(MadeLinkBody),
        invites: Type.Array(MadeInviteBody),
      }),
    ),
    async handle(ask, { params: { id } }) {
      const { keys, links, invites } = await ask.use(users).credentialsOf(administratorOf(ask), id)
      return {
        data: {
          keys: keys.map(keyBody),
          links: links.map(linkBody),
          invites: invites.map(inviteBody),
        },
      }
    },
  })
}

const keyBody = ({ id, workspace_id, name, kind, role, prefix, last_used_at, created_at }: MadeKey) => ({
  ...{ id, workspace_id, name, kind, role, prefix },
  last_used_at: last_used_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
})

const linkBody = ({ id, workspaceId, name, expiresAt, createdAt }: MadePublicLink) => ({
  id,
  workspace_id: workspaceId,
  name,
  expires_at: expiresAt.toISOString(),
  created_at: createdAt.toISOString(),
})

const inviteBody = ({ id, workspace_id, email, role, expires_at }: MadeInvite) => ({
  id,
  workspace_id,
  email,
  role,
  expires_at: expires_at.toISOString(),
})
