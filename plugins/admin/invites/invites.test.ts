import t from 'tap'
import { accessControl, type Caller, type WorkspaceRef } from '../../../contract/index.js'
import { ada, eve, start } from '../test-admin.js'
import {
  credentials as credentialsOfAuth,
  type Credentials as CredentialsOfAuth,
} from '../../auth/credentials.js'
import { credentials, type Credentials } from '../credentials.js'
import { inviteUrl } from './invite-url.js'

interface Shown {
  readonly id: string
  readonly email: string
  readonly status: string
  readonly role: string
  readonly expires_at: string
  readonly invite_url: string
}
const day = 86_400_000

t.test('invites', async (t) => {
  const {
    create,
    call,
    made,
    dependencies: parts,
    advance,
    sql,
    use,
    user,
    audited,
    analytics,
  } = await start(t)
  await create('one', 'The First')
  await create('two', 'The Second')
  const [one, two] = made as [WorkspaceRef, WorkspaceRef]
  const at = (workspace: WorkspaceRef, caller: Caller = ada) => ({
    caller,
    workspace,
    role: 'admin' as const,
  })
  const path = '/api/v1/admin/workspace/invites'

  const invite = async (
    email: string,
    role = 'viewer',
    { workspace = one, caller = ada, headers = {} } = {},
  ) => {
    const body = { email, role, workspace_id: workspace.id }
    const answer = await call(`POST ${path}`, { ...at(workspace, caller), body, headers })
    return (answer as { data: Shown }).data
  }
  const tokenOf = ({ invite_url }: Shown): string => invite_url.split('/').at(-1) ?? ''
  const list = async (status?: string, workspace = one) => {
    const query = { workspace_id: workspace.id, ...(status === undefined ? {} : { status }) }
    return ((await call(`GET ${path}`, { ...at(workspace), query })) as { data: Shown[] }).data
  }
  const cancel = (id: string, workspace = one) =>
    call(`DELETE ${path}/:id`, { ...at(workspace), params: { id }, query: { workspace_id: workspace.id } })
  const verify = async (token: string) =>
    ((await call('GET /api/v1/invites/:token', { params: { token } })) as { data: object }).data
  const accept = async (token: string, email: string, password = 'a good password') => {
    const input = { params: { token }, body: { email, password } }
    interface Accepted {
      readonly user: { readonly id: string; readonly email: string; readonly role: string }
      readonly token: string
    }
    return ((await call('POST /api/v1/invites/:token/accept', input)) as { data: Accepted }).data
  }
  const statuses = async (email: string) =>
    (await list()).filter((one) => one.email === email).map(({ status }) => status)

  await t.test('an invite creates an account and a member', async (t) => {
    const made = await invite(' Bob@Example.com ', 'editor', { headers: { host: 'localhost:8081' } })
    const { invite_url, ...shown } = made
    t.match(made.id, /^inv_[A-Za-z0-9_-]{16,}$/)
    t.match(invite_url, /^http:\/\/localhost:8081\/api\/v1\/invites\/[A-Za-z0-9_-]{43}$/)
    const now = parts.clock()
    const record = {
      id: made.id,
      email: 'Bob@Example.com',
      workspace_id: one.id,
      role: 'editor',
      status: 'pending',
      expires_at: new Date(now + 7 * day).toISOString(),
      created_at: new Date(now).toISOString(),
      invited_by: ada.id,
    }
    t.strictSame(shown, record)
    t.strictSame(await list('pending'), [record])
    t.strictSame(await list('pending', two), [])
    t.notMatch(JSON.stringify(await sql('SELECT * FROM sextant.invites')), tokenOf(made), 'only hashed')
    t.strictSame(await verify(tokenOf(made)), {
      valid: true,
      email: 'Bob@Example.com',
      workspace_name: 'The First',
      role: 'editor',
      expires_at: record.expires_at,
    })

    await t.rejects(accept(tokenOf(made), 'eve@example.com'), {
      code: 'VALIDATION_ERROR',
      details: [{ path: '/email' }],
    })
    t.strictSame(await statuses('Bob@Example.com'), ['pending'], 'a wrong address spends nothing')
    const joined = await accept(tokenOf(made), ' bob@example.COM')
    t.match(joined, {
      workspace_id: one.id,
      role: 'editor',
      user: { email: 'Bob@Example.com', role: 'editor' },
    })
    const claims = JSON.parse(Buffer.from(joined.token.split('.')[1] ?? '', 'base64url').toString()) as {
      sub: string
      jti: string
    }
    t.match(await use(accessControl).session(claims, one.id), { workspace: one, role: 'editor' })
    t.match(await use(accessControl).session(claims, two.id), { workspace: null })

    await t.rejects(accept(tokenOf(made), 'bob@example.com'), { code: 'CONFLICT', message: /accepted/ })
    t.match(await verify(tokenOf(made)), { valid: false, email: 'Bob@Example.com' })
    t.strictSame(await list('pending'), [])
    t.match(await list('accepted'), [{ id: made.id, status: 'accepted' }])
    await t.rejects(invite('BOB@example.com'), { code: 'CONFLICT', message: /member/ })
    await t.rejects(cancel(made.id), { code: 'CONFLICT', message: /accepted/ })
  })

  await t.test('a person with an account accepts with its password', async (t) => {
    const made = await invite('bob@example.com', 'admin', { workspace: two })
    await t.rejects(accept(tokenOf(made), 'bob@example.com', 'another password'), { code: 'UNAUTHORIZED' })
    t.match(await list('pending', two), [{ id: made.id }])
    const joined = await accept(tokenOf(made), 'bob@example.com')
    t.match(
      joined,
      { workspace_id: two.id, role: 'admin', user: { role: 'editor' } },
      'the global role stays',
    )
    t.strictSame(
      await sql(`SELECT m.role FROM sextant.members m JOIN sextant.users u ON u.id = m.user_id
        WHERE u.email = 'Bob@Example.com' ORDER BY m.role`),
      [{ role: 'admin' }, { role: 'editor' }],
    )
  })

  await t.test('a pending invite is renewed, under a new token', async (t) => {
    const first = await invite('carol@example.com', 'viewer')
    advance(3 * day)
    const second = await invite('Carol@example.com', 'editor')
    t.equal(second.id, first.id)
    t.match(await statuses('carol@example.com'), ['pending'])
    t.equal(Date.parse(second.expires_at), parts.clock() + 7 * day)
    await t.rejects(verify(tokenOf(first)), { code: 'NOT_FOUND' })
    await t.rejects(accept(tokenOf(first), 'carol@example.com'), { code: 'NOT_FOUND' })
    t.match(await verify(tokenOf(second)), { valid: true, role: 'editor' })
    const elsewhere = await invite('carol@example.com', 'viewer', { workspace: two })
    t.not(elsewhere.id, first.id)
  })

  await t.test('after seven days it has expired, to the millisecond', async (t) => {
    const made = await invite('dan@example.com')
    advance(7 * day - 1)
    t.match(await verify(tokenOf(made)), { valid: true })
    advance(1)
    t.match(await verify(tokenOf(made)), { valid: false })
    t.ok((await list('expired')).some(({ id }) => id === made.id))
    t.notOk((await list('pending')).some(({ id }) => id === made.id))
    await t.rejects(accept(tokenOf(made), 'dan@example.com'), { code: 'CONFLICT', message: /expired/ })
    await t.rejects(cancel(made.id), { code: 'CONFLICT', message: /expired/ })
    const again = await invite('dan@example.com')
    t.not(again.id, made.id, 'an expired one is not renewed but followed by another')
    t.strictSame(await statuses('dan@example.com'), ['pending', 'expired'])
  })

  await t.test('a cancelled invite cannot be accepted', async (t) => {
    const made = await invite('fay@example.com')
    await t.rejects(cancel(made.id, two), { code: 'NOT_FOUND' })
    t.equal(await cancel(made.id), undefined)
    t.match(await verify(tokenOf(made)), { valid: false })
    await t.rejects(accept(tokenOf(made), 'fay@example.com'), { code: 'CONFLICT', message: /cancelled/ })
    await t.rejects(cancel(made.id), { code: 'CONFLICT' })
    t.match(await list('cancelled'), [{ id: made.id, status: 'cancelled' }])
    t.match(await invite('fay@example.com'), { status: 'pending' })
    t.strictSame((await statuses('fay@example.com')).sort(), ['cancelled', 'pending'])
  })

  await t.test('a role above the own cannot be granted', async (t) => {
    const plain = await user('plain@example.com', 'viewer', { [one.id]: 'admin' })
    const made = await invite('gil@example.com', 'admin', { caller: plain })
    const joined = await accept(tokenOf(made), 'gil@example.com')
    t.match(joined, { role: 'admin', user: { role: 'viewer' } }, 'the account is not above its inviter’s')
    const editor = await user('editor@example.com', 'admin', { [one.id]: 'editor' })
    await t.rejects(invite('hal@example.com', 'viewer', { caller: editor }), { code: 'FORBIDDEN' })
    await t.rejects(invite('hal@example.com', 'viewer', { caller: eve }), { code: 'FORBIDDEN' })
    await t.rejects(invite('hal@example.com', 'platform'), /role/)
    await t.rejects(invite('no address'), { code: 'VALIDATION_ERROR', details: [{ path: '/email' }] })
  })

  await t.test('unknown tokens', async (t) => {
    for (const token of ['', 'x', '../..', 'a'.repeat(200), "' OR 1=1 --", 'inv_1']) {
      await t.rejects(verify(token), { code: 'NOT_FOUND' })
      await t.rejects(accept(token, 'a@example.com'), { code: 'NOT_FOUND' })
    }
  })

  await t.test('an account that appears or changes while its password is being verified', async (t) => {
    const made = await invite('ivy@example.com', 'viewer')
    const both = await Promise.allSettled(
      [invite('ivy@example.com', 'viewer', { workspace: two })].map(async (other) =>
        Promise.all([
          accept(tokenOf(made), 'ivy@example.com'),
          accept(tokenOf(await other), 'ivy@example.com'),
        ]),
      ),
    )
    t.match(both, [{ status: 'fulfilled' }], 'two workspaces at once: one account, a member of both')
    const rows = await sql(`SELECT count(*)::int AS n FROM sextant.users WHERE email = 'ivy@example.com'`)
    t.strictSame(rows, [{ n: 1 }])
  })

  await t.test('an invite is deleted with its workspace', async (t) => {
    const made = await invite('kim@example.com', 'viewer', { workspace: two })
    const platform = await user('root@example.com', 'platform')
    await call('DELETE /api/v1/admin/workspaces/:id', { caller: platform, params: { id: two.id } })
    await t.rejects(verify(tokenOf(made)), { code: 'NOT_FOUND' })
    await t.rejects(accept(tokenOf(made), 'kim@example.com'), { code: 'NOT_FOUND' })
    await t.rejects(invite('kim@example.com', 'viewer', { workspace: two }), { code: 'FORBIDDEN' })
    t.strictSame(await sql('SELECT 1 FROM sextant.invites WHERE workspace_id = $1', [two.id]), [])
    t.equal(analytics.failing, null)
  })

  await t.test('every change is in the audit log', async (t) => {
    const actions = (await audited()).map(({ action }) => action as string)
    for (const action of [
      'invite.created',
      'invite.renewed',
      'invite.cancelled',
      'invite.accepted',
      'user.created',
    ])
      t.ok(actions.includes(action), action)
    const [created] = (await audited()).filter(({ action }) => action === 'invite.created')
    t.match(created, {
      actor_id: ada.id,
      workspace_id: one.id,
      details: { email: 'Bob@Example.com', role: 'editor' },
    })
  })
})

t.test('the types of the service credentials agree with those of auth', (t) => {
  // It does not compile otherwise.
  const same = (given: CredentialsOfAuth): Credentials => given
  t.type(same, 'function')
  t.equal(credentials.name, credentialsOfAuth.name)
  t.end()
})

t.test('the address of an invite', (t) => {
  const url = (headers: Record<string, string>, settings = {}) =>
    inviteUrl(
      { publicUrl: null, allowedHosts: [], trustProxy: 0, host: '127.0.0.1', port: 8080, ...settings },
      headers,
      'T',
    )
  const forwarded = { host: 'in:1', 'x-forwarded-host': 'out.example, in', 'x-forwarded-proto': 'https' }
  const listening = 'http://127.0.0.1:8080/api/v1/invites/T'
  t.equal(url({ host: 'a.example' }), listening, 'a name that only the request knows')
  t.equal(
    url({ host: 'A.example.:81' }, { allowedHosts: ['a.example'] }),
    'http://a.example.:81/api/v1/invites/T',
  )
  t.equal(
    url({ host: 'localhost:9000' }),
    'http://localhost:9000/api/v1/invites/T',
    'a tunnel to this machine',
  )
  t.equal(url({ host: '[::1]:81' }), 'http://[::1]:81/api/v1/invites/T')
  t.equal(url({ host: '192.0.2.1' }, { host: '0.0.0.0' }), 'http://localhost:8080/api/v1/invites/T')
  const names = { allowedHosts: ['in', 'out.example'] }
  t.equal(
    url(forwarded, names),
    'http://in:1/api/v1/invites/T',
    'X-Forwarded-Host counts behind a proxy only',
  )
  t.equal(url(forwarded, { ...names, trustProxy: 1 }), 'https://out.example/api/v1/invites/T')
  t.equal(url(forwarded, { trustProxy: 1 }), listening, 'a proxy passes on what the client has sent')
  t.equal(url(forwarded, { publicUrl: 'https://x.example/sub/' }), 'https://x.example/sub/api/v1/invites/T')
  for (const host of ['evil@a.example', 'a.example/x', 'a b', '', 'a?b', 'a#b', '\u00e4.example'])
    t.equal(url({ host }, { allowedHosts: ['a.example'] }), listening, JSON.stringify(host))
  t.end()
})
