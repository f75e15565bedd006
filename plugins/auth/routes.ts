import Type from 'typebox'
import {
  anyUser,
  open,
  ServiceError,
  type Ask,
  type Caller,
  type PluginHost,
} from '../../core/contract/index.js'
import { accounts, type Login } from './accounts.js'
import { requireEmail } from './email.js'
import { passwordLength } from './passwords.js'
import * as schemas from './schemas.js'
import { findMemberships, findUser, type User } from './users-repository.js'

const tag = 'Accounts'
const prefix = '/api/v1/auth'
const rateLimit = { group: 'auth', tries: 10, seconds: 60 } as const

const NewPassword = Type.String(passwordLength)
/** No lower bound: a password that is too short is a wrong one, in the same words. */
const GivenPassword = Type.String({ maxLength: passwordLength.maxLength })
const Email = Type.String({ maxLength: 320 })

export function registerRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path: `${prefix}/setup/status`,
    summary: 'Does the service still need its first user?',
    tag,
    access: open,
    response: schemas.data(Type.Object({ setup_required: Type.Boolean() })),
    handle: async (ask) => ({ data: { setup_required: await ask.use(accounts).setupRequired() } }),
  })
  host.route({
    method: 'POST',
    path: `${prefix}/setup`,
    summary: 'Create the first user, of role platform, and log in',
    tag,
    access: open,
    rateLimit,
    body: Type.Object({ email: Email, password: NewPassword }),
    status: 201,
    response: schemas.data(schemas.Login),
    handle: async (ask, { body }) =>
      loginBody(await ask.use(accounts).setup(requireEmail(body.email), body.password)),
  })
  host.route({
    method: 'POST',
    path: `${prefix}/login`,
    summary: 'Exchange e-mail and password for a token',
    tag,
    access: open,
    rateLimit,
    body: Type.Object({ email: Email, password: GivenPassword }),
    response: schemas.data(schemas.Login),
    handle: async (ask, { body }) => loginBody(await ask.use(accounts).login(body.email, body.password)),
  })
  host.route({
    method: 'POST',
    path: `${prefix}/refresh`,
    summary: 'Exchange a token for a new one; the old one stops working',
    tag,
    access: anyUser,
    response: schemas.data(schemas.Login),
    handle: async (ask) => loginBody(await ask.use(accounts).refresh(sessionOf(ask).sessionId)),
  })
  host.route({
    method: 'POST',
    path: `${prefix}/logout`,
    summary: 'End the session: its token stops working at once',
    tag,
    access: anyUser,
    response: schemas.data(Type.Object({})),
    async handle(ask) {
      await ask.use(accounts).logout(sessionOf(ask).sessionId)
      return { data: {} }
    },
  })
  host.route({
    method: 'GET',
    path: `${prefix}/me`,
    summary: 'Who is asking, and the workspaces they are a member of',
    tag,
    access: anyUser,
    response: schemas.data(schemas.Me),
    async handle(ask) {
      const { id } = sessionOf(ask)
      const [user, workspaces] = await Promise.all([
        findUser(ask.records, id),
        findMemberships(ask.records, id),
      ])
      if (user === null) throw new ServiceError('UNAUTHORIZED', 'There is no such user any more.')
      return { data: { user: userBody(user), workspaces } }
    },
  })
}

/** A key stands in for a user in its workspace, but has no session and no account. */
function sessionOf({ caller }: Ask): Caller & { readonly sessionId: string } {
  if (caller === null) throw new ServiceError('UNAUTHORIZED', 'A token is needed.')
  const { sessionId } = caller
  if (sessionId === null || caller.kind !== 'user')
    throw new ServiceError('FORBIDDEN', 'A key cannot do this; log in as a user.')
  return { ...caller, sessionId }
}

const loginBody = ({ token, expiresAt, user }: Login) => ({
  data: { token, expires_at: expiresAt.toISOString(), user: userBody(user) },
})

const userBody = (user: User) => ({
  id: user.id,
  email: user.email,
  role: user.role,
  created_at: user.created_at.toISOString(),
  last_login_at: user.last_login_at?.toISOString() ?? null,
})
