import Type from 'typebox'
import { anyUser, named, open, timeSchema, type PluginHost } from '../../../contract/index.js'
import { data, Email, NewPassword, UserBody, userBody, WorkspaceRoleName } from '../schemas.js'
import { userOf } from '../callers.js'
import { authRateLimit } from '../settings.js'
import { invites } from './invites.js'

const tag = 'Invites'
const path = '/api/v1/invites/:token'
const params = Type.Object({ token: Type.String({ maxLength: 200 }) })
const rateLimit = { group: 'invites', tries: authRateLimit, seconds: 60 } as const

/** Routes for people who hold an invite's token; only the last one requires an account. */
export function registerPublicInviteRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path,
    summary: 'Show an invite, and whether it can still be accepted',
    tag,
    access: open,
    rateLimit,
    params,
    response: data(
      Type.Object({
        valid: Type.Boolean(),
        email: Type.String(),
        workspace_name: Type.String(),
        role: WorkspaceRoleName,
        expires_at: timeSchema,
      }),
    ),
    async handle(ask, { params: { token } }) {
      const invite = await ask.use(invites).verify(token)
      return { data: { ...invite, expires_at: invite.expires_at.toISOString() } }
    },
  })
  host.route({
    method: 'POST',
    path: `${path}/accept`,
    summary: 'Accept an invite and join the workspace, with a new account or the existing one of the address',
    tag,
    access: open,
    rateLimit,
    params,
    body: named('InviteAcceptance', Type.Object({ email: Email, password: NewPassword })),
    refusals: ['UNAUTHORIZED', 'CONFLICT'],
    response: data(
      Type.Object({
        user: UserBody,
        workspace_id: Type.String(),
        role: WorkspaceRoleName,
        token: Type.String(),
      }),
    ),
    async handle(ask, { params: { token }, body }) {
      const {
        user,
        workspaceId,
        role,
        token: session,
      } = await ask.use(invites).accept(token, { ...body, address: ask.address })
      return { data: { user: userBody(user), workspace_id: workspaceId, role, token: session } }
    },
  })
  host.route({
    method: 'POST',
    path: '/api/v1/user/invites/:token/accept',
    summary: 'Accept an invite with the signed-in account; sign-ins by the identity provider count too',
    tag,
    access: anyUser,
    rateLimit,
    params,
    refusals: ['CONFLICT'],
    response: data(Type.Object({ workspace_id: Type.String(), role: WorkspaceRoleName })),
    async handle(ask, { params: { token } }) {
      const { workspaceId, role } = await ask.use(invites).acceptAs(userOf(ask), token)
      return { data: { workspace_id: workspaceId, role } }
    },
  })
}
