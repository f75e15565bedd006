import Type from 'typebox'
import { open, timeSchema, type PluginHost } from '../../contract/index.js'
import { resets } from './resets.js'
import { NewPassword, prefix, tag } from './route-parts.js'
import { loginBody } from './bodies.js'
import { data, Login } from './schemas.js'
import { authRateLimit } from './settings.js'

const path = `${prefix}/resets/:token`
const params = Type.Object({ token: Type.String({ maxLength: 200 }) })
const rateLimit = { group: 'resets', tries: authRateLimit, seconds: 60 } as const

/** Routes for people whose admin has created a reset link for them. */
export function registerResetRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path,
    summary: 'Show whose password a reset link changes',
    tag,
    access: open,
    rateLimit,
    params,
    response: data(Type.Object({ email: Type.String(), expires_at: timeSchema })),
    async handle(ask, { params: { token } }) {
      const { email, expires_at } = await ask.use(resets).verify(token)
      return { data: { email, expires_at: expires_at.toISOString() } }
    },
  })
  host.route({
    method: 'POST',
    path,
    summary: 'Choose a new password by a reset link, once, and log in; all other sessions end',
    tag,
    access: open,
    rateLimit,
    params,
    body: Type.Object({ password: NewPassword }),
    response: data(Login),
    handle: async (ask, { params: { token }, body }) =>
      loginBody(await ask.use(resets).use(token, body.password, ask.address)),
  })
}
