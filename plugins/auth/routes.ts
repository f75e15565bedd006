import Type from 'typebox'
import { anyUser, named, open, ServiceError, type PluginHost } from '../../contract/index.js'
import { accounts } from './accounts.js'
import { loginBody, userBody } from './bodies.js'
import { requireEmail } from './email.js'
import { GivenPassword, NewPassword, prefix, rateLimit, tag } from './route-parts.js'
import * as schemas from './schemas.js'
import { isCodeRequired } from './setup-code.js'
import { sessionOf, userOf } from './callers.js'
import { findMemberships, findUser } from './users-repository.js'

const Email = Type.String({ maxLength: 320 })
const Code = Type.String({
  maxLength: 100,
  description: 'from the log; required if the service can be reached from other machines',
})

export function registerRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path: `${prefix}/setup/status`,
    summary: 'Show whether the service still needs its first user',
    tag,
    access: open,
    response: schemas.data(
      Type.Object({
        setup_required: Type.Boolean(),
        code_required: Type.Boolean({ description: 'whether setup requires the code in the log' }),
      }),
    ),
    async handle(ask) {
      const setup_required = await ask.use(accounts).setupRequired()
      return { data: { setup_required, code_required: setup_required && isCodeRequired(ask.settings) } }
    },
  })
  host.route({
    method: 'POST',
    path: `${prefix}/setup`,
    summary: 'Create the first user, with the role platform, and log in',
    tag,
    access: open,
    rateLimit,
    body: named('FirstUser', Type.Object({ email: Email, password: NewPassword, code: Type.Optional(Code) })),
    refusals: ['CONFLICT'],
    status: 201,
    response: schemas.data(schemas.Login),
    async handle(ask, { body: { password, code, ...body } }) {
      const email = requireEmail(body.email)
      return loginBody(await ask.use(accounts).setup({ email, password, code, address: ask.address }))
    },
  })
  host.route({
    method: 'POST',
    path: `${prefix}/login`,
    summary: 'Log in: exchange e-mail address and password for a token',
    tag,
    access: open,
    rateLimit,
    body: named('Credentials', Type.Object({ email: Email, password: GivenPassword })),
    refusals: ['UNAUTHORIZED'],
    response: schemas.data(schemas.Login),
    handle: async (ask, { body }) =>
      loginBody(await ask.use(accounts).login(body.email, body.password, ask.address)),
  })
  host.route({
    method: 'POST',
    path: `${prefix}/refresh`,
    summary: 'Exchange a token for a new one; the old one stops working at once',
    tag,
    access: anyUser,
    response: schemas.data(schemas.Login),
    handle: async (ask) => loginBody(await ask.use(accounts).refresh(sessionOf(ask))),
  })
  host.route({
    method: 'POST',
    path: `${prefix}/logout`,
    summary: 'End the session: its token stops working at once',
    tag,
    access: anyUser,
    response: schemas.data(Type.Object({})),
    async handle(ask) {
      await ask.use(accounts).logout(sessionOf(ask))
      return { data: {} }
    },
  })
  host.route({
    method: 'GET',
    path: `${prefix}/me`,
    summary: 'Show the caller, and the workspaces of which they are a member',
    tag,
    access: anyUser,
    response: schemas.data(schemas.Me),
    async handle(ask) {
      const { id } = userOf(ask)
      const [user, workspaces] = await Promise.all([
        findUser(ask.records, id),
        findMemberships(ask.records, id),
      ])
      if (user === null)
        throw new ServiceError('UNAUTHORIZED', 'the user of this token was deleted; log in as another one')
      return { data: { user: userBody(user), workspaces } }
    },
  })
}
