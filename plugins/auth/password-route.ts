import Type from 'typebox'
import { anyUser, named, type PluginHost } from '../../contract/index.js'
import { accounts } from './accounts.js'
import { userOf } from './callers.js'
import { GivenPassword, NewPassword, prefix, rateLimit, tag } from './route-parts.js'
import { data } from './schemas.js'

export function registerPasswordRoute(host: PluginHost): void {
  host.route({
    method: 'POST',
    path: `${prefix}/password`,
    summary: 'Change your password; your other sessions end',
    tag,
    access: anyUser,
    rateLimit,
    body: named(
      'PasswordChange',
      Type.Object({ current_password: GivenPassword, new_password: NewPassword }),
    ),
    refusals: ['CONFLICT'],
    response: data(Type.Object({})),
    async handle(ask, { body }) {
      const passwords = { current: body.current_password, next: body.new_password }
      await ask.use(accounts).changePassword(userOf(ask), passwords, ask.address)
      return { data: {} }
    },
  })
}
