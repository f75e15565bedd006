import Type from 'typebox'
import { named, roles, timeSchema, type PluginHost } from '../../../contract/index.js'
import { administratorOf, userOf, workspaceOf } from '../callers.js'
import { inviteUrl, resetUrl } from '../invites/invite-url.js'
import { creations, data, Email, ListedUserBody, pageFields, passwordLength, userBody } from '../schemas.js'
import { registerCredentialRoutes } from './credential-routes.js'
import { keep, keptIn, params, path, shared } from './route-parts.js'
import { listUsers, type ListedUser } from './users-repository.js'
import { users } from './users.js'

const RoleName = Type.Enum([...roles])

const CreatedUser = named(
  'CreatedUser',
  Type.Interface([ListedUserBody], {
    invite_url: Type.Optional(
      Type.String({
        description: 'Shown only in this response; the person accepts it and chooses a password',
      }),
    ),
  }),
)

const ResetUser = named(
  'ResetUser',
  Type.Interface([ListedUserBody], {
    reset_url: Type.Optional(
      Type.String({ description: 'Shown only in this response; the user chooses a password by it' }),
    ),
    reset_expires_at: Type.Optional(timeSchema),
  }),
)

export function registerUserRoutes(host: PluginHost): void {
  host.route({
    ...shared,
    method: 'GET',
    path,
    summary: 'List the members of the workspace, oldest first; for a platform user, all users',
    query: Type.Object({
      email: Type.Optional(Type.String({ maxLength: 320, description: 'part of the address, in any case' })),
      role: Type.Optional(RoleName),
      ...pageFields,
    }),
    response: data(Type.Object({ users: Type.Array(ListedUserBody), total: Type.Integer() })),
    async handle(ask, { query: { email = null, role = null, limit = 100, offset = 0 } }) {
      const workspaceId = userOf(ask).role === 'platform' ? null : workspaceOf(ask).workspace.id
      const filter = { workspaceId, email, role, now: new Date(ask.now) }
      const found = await listUsers(ask.records, filter, { limit, offset })
      return { data: { users: found.users.map(listedBody), total: found.total } }
    },
  })
  host.route({
    ...shared,
    method: 'POST',
    path,
    summary: 'Invite a person into the workspace and list them as a user',
    rateLimit: creations,
    body: named(
      'NewUser',
      Type.Object({
        email: Email,
        password: Type.Optional(
          Type.String({
            ...passwordLength,
            description:
              'Checked, but used only with ADMIN_SETS_PASSWORDS; otherwise people choose their own by invite_url',
          }),
        ),
        role: RoleName,
      }),
    ),
    refusals: ['CONFLICT'],
    status: 201,
    response: data(CreatedUser),
    async handle(ask, { body, headers }) {
      const { email, role, password = null } = body
      const wanted = { email, role, password, address: ask.address }
      const { user, inviteToken } = await ask.use(users).create(administratorOf(ask), wanted)
      const invite_url = inviteToken === null ? null : inviteUrl(ask.settings, headers, inviteToken)
      return { data: { ...listedBody(user), ...(invite_url !== null && { invite_url }) } }
    },
  })
  host.route({
    ...shared,
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change the role of a user; a lower one also limits the keys, links and invites they created',
    params,
    query: keep,
    body: Type.Object({ role: RoleName }),
    refusals: ['CONFLICT'],
    response: data(ListedUserBody),
    handle: async (ask, { params: { id }, query, body }) => ({
      data: listedBody(await ask.use(users).changeRole(administratorOf(ask), id, body.role, keptIn(query))),
    }),
  })
  host.route({
    ...shared,
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Remove a user; the keys and public links they created end, except those in keep',
    refusals: ['CONFLICT'],
    params,
    query: keep,
    status: 204,
    handle: (ask, { params: { id }, query }) =>
      ask.use(users).remove(administratorOf(ask), id, keptIn(query)),
  })
  host.route({
    ...shared,
    method: 'POST',
    path: `${path}/:id/password`,
    summary: 'Create a link by which a user can choose a new password, once and within a day',
    params,
    body: Type.Object({
      password: Type.Optional(
        Type.String({ ...passwordLength, description: 'Rejected unless ADMIN_SETS_PASSWORDS is set' }),
      ),
    }),
    refusals: ['CONFLICT'],
    response: data(ResetUser),
    async handle(ask, { params: { id }, body, headers }) {
      const given = { password: body.password ?? null, address: ask.address }
      const { user, link } = await ask.use(users).resetPassword(administratorOf(ask), id, given)
      return {
        data: {
          ...listedBody(user),
          ...(link !== null && {
            reset_url: resetUrl(ask.settings, headers, link.token),
            reset_expires_at: link.expiresAt.toISOString(),
          }),
        },
      }
    },
  })
  registerCredentialRoutes(host)
}

const listedBody = (user: ListedUser) => ({ ...userBody(user), status: user.status })
