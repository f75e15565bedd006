import Type from 'typebox'
import { peopleIn, roles, type PluginHost } from '../../../core/contract/index.js'
import { administratorOf, userOf, workspaceOf } from '../callers.js'
import { data, Email, NewPassword, pageFields, UserBody, userBody } from '../schemas.js'
import { listUsers } from './users-repository.js'
import { users } from './users.js'

const tag = 'Users'
const path = '/api/v1/admin/users'
const RoleName = Type.Enum([...roles])
const params = Type.Object({ id: Type.String({ maxLength: 100 }) })
const shared = { tag, access: peopleIn('admin') }

export function registerUserRoutes(host: PluginHost): void {
  host.route({
    ...shared,
    method: 'GET',
    path,
    summary: 'The members of the workspace, oldest first; all users for a platform user',
    query: Type.Object({
      email: Type.Optional(Type.String({ maxLength: 320, description: 'a part of the address' })),
      role: Type.Optional(RoleName),
      ...pageFields,
    }),
    response: data(Type.Object({ users: Type.Array(UserBody), total: Type.Integer() })),
    async handle(ask, { query: { email = null, role = null, limit = 100, offset = 0 } }) {
      const workspaceId = userOf(ask).role === 'platform' ? null : workspaceOf(ask).workspace.id
      const filter = { workspaceId, email, role }
      const found = await listUsers(ask.records, filter, { limit, offset })
      return { data: { users: found.users.map(userBody), total: found.total } }
    },
  })
  host.route({
    ...shared,
    method: 'POST',
    path,
    summary: 'Create a user who is a member of the workspace',
    body: Type.Object({ email: Email, password: NewPassword, role: RoleName }),
    refusals: ['CONFLICT'],
    status: 201,
    response: data(UserBody),
    handle: async (ask, { body }) => ({
      data: userBody(await ask.use(users).create(administratorOf(ask), body)),
    }),
  })
  host.route({
    ...shared,
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change the role of a user',
    params,
    body: Type.Object({ role: RoleName }),
    refusals: ['CONFLICT'],
    response: data(UserBody),
    handle: async (ask, { params: { id }, body }) => ({
      data: userBody(await ask.use(users).changeRole(administratorOf(ask), id, body.role)),
    }),
  })
  host.route({
    ...shared,
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Remove a user',
    refusals: ['CONFLICT'],
    params,
    status: 204,
    handle: (ask, { params: { id } }) => ask.use(users).remove(administratorOf(ask), id),
  })
  host.route({
    ...shared,
    method: 'POST',
    path: `${path}/:id/password`,
    summary: 'Set the password of a user, whose sessions end',
    params,
    body: Type.Object({ password: NewPassword }),
    response: data(UserBody),
    handle: async (ask, { params: { id }, body }) => ({
      data: userBody(await ask.use(users).resetPassword(administratorOf(ask), id, body.password)),
    }),
  })
}
