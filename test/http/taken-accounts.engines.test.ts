import t from 'tap'
import { audience, issuer, keyServer, providerKey, providerToken } from './key-server.js'
import { adminEmail, adminPassword, testService } from '../support/service.js'
import { address } from '../support/send.js'

const rsa = await providerKey('rsa-1', 'RS256')

t.test('an account that was taken before its owner came', async (t) => {
  const server = await keyServer([rsa])
  t.teardown(() => server.close())
  const environment = {
    JWKS_URL: server.url,
    ISSUER: issuer,
    AUDIENCE: audience,
    ADMIN_SETS_PASSWORDS: 'true',
  }
  const service = await testService(t, { environment })
  const { id } = await service.workspace()
  const from = () => ({ 'x-forwarded-for': address() })
  const me = (token: string) => service.call('GET', '/api/v1/auth/me', { token })
  const login = (email: string, password: string) =>
    service.call('POST', '/api/v1/auth/login', { body: { email, password }, headers: from() })
  const audit = async (action: string) =>
    (await service.call('GET', '/api/v1/admin/audit', { workspace: id, query: { action } })).body.data
      .entries as unknown as { details: Record<string, unknown> }[]
  const squat = { email: 'owner@example.com', password: 'chosen by a squatter' }
  const body = { ...squat, role: 'viewer' }
  const made = await service.call('POST', '/api/v1/admin/users', { workspace: id, body })
  const taken = await login(squat.email, squat.password)
  t.equal(taken.status, 200)

  const owner = await providerToken(rsa, { email: 'Owner@example.com', sub: 'owner' })
  t.match(await me(owner), { status: 200, body: { data: { user: { id: made.body.data.id } } } })
  t.equal((await me(String(taken.body.data.token))).status, 401, 'the sessions have ended')
  t.equal((await login(squat.email, squat.password)).status, 401, 'and the password')
  t.match(await audit('user.bound'), [{ details: { issuer, password_ended: true } }])

  const renamed = await providerToken(rsa, { email: 'new-name@example.com', sub: 'owner' })
  t.match(
    await me(renamed),
    { status: 200, body: { data: { user: { id: made.body.data.id } } } },
    'by subject',
  )
  const heir = await providerToken(rsa, { email: squat.email, sub: 'heir' })
  t.equal((await me(heir)).status, 401, 'an address that is given away opens nothing')

  const admin = await providerToken(rsa, { email: adminEmail, sub: 'admin' })
  const second = { email: 'second@example.com', password: 'another platform user', role: 'platform' }
  await service.call('POST', '/api/v1/admin/users', { workspace: id, body: second })
  const asSecond = String((await login(second.email, second.password)).body.data.token)
  const { id: adminId } = (await me(service.token)).body.data.user as { id: string }
  const reset = await service.call('POST', `/api/v1/admin/users/${adminId}/password`, {
    token: asSecond,
    workspace: id,
    body: {},
  })
  const link = { path: new URL(String(reset.body.data.reset_url)).pathname, headers: from() }
  const linked = async () =>
    (await service.call('GET', link.path, { token: null, headers: link.headers })).status
  t.equal(await linked(), 200)
  t.match(await me(admin), { status: 200, body: { data: { user: { role: 'platform' } } } })
  t.equal(await linked(), 404, 'a link to choose a password ends when the owner comes')
  t.equal((await login(adminEmail, adminPassword)).status, 200, 'a confirmed account keeps its password')

  const other = (await service.workspace()).id
  const wanted = { email: squat.email, role: 'editor', workspace_id: other }
  const invite = await service.call('POST', '/api/v1/admin/workspace/invites', { body: wanted })
  const token = new URL(String(invite.body.data.invite_url)).pathname.split('/').at(-1) ?? ''
  const accept = (bearer: string) =>
    service.call('POST', `/api/v1/user/invites/${token}/accept`, { token: bearer, headers: from() })
  t.equal((await accept(service.token)).status, 422, 'the invite is for another')
  t.match(await accept(owner), { status: 200, body: { data: { workspace_id: other, role: 'editor' } } })
  t.equal((await accept(owner)).status, 409)
})

t.test('who is invited comes by the provider, too', async (t) => {
  const server = await keyServer([rsa])
  t.teardown(() => server.close())
  const environment = { JWKS_URL: server.url, ISSUER: issuer, AUDIENCE: audience }
  const service = await testService(t, { environment })
  const [one, two] = [(await service.workspace()).id, (await service.workspace()).id]
  const email = 'new@example.com'
  const token = await providerToken(rsa, { email, sub: 'new' })
  const me = () => service.call('GET', '/api/v1/auth/me', { token })
  t.equal((await me()).status, 401, 'nobody has invited them')
  for (const [workspace_id, role] of [
    [one, 'viewer'],
    [two, 'admin'],
  ])
    await service.call('POST', '/api/v1/admin/workspace/invites', { body: { email, role, workspace_id } })
  const answers = await Promise.all(Array.from({ length: 20 }, me))
  t.strictSame([...new Set(answers.map(({ status }) => status))], [200])
  const { workspaces } = answers[0]!.body.data as unknown as { workspaces: { id: string; role: string }[] }
  t.strictSame(
    new Map(workspaces.map(({ id, role }) => [id, role])),
    new Map([
      [one, 'viewer'],
      [two, 'admin'],
    ]),
  )
})
