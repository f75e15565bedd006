import t from 'tap'
import { testService } from '../support/service.js'
import { address } from '../support/send.js'

const password = 'a good password'
const from = () => ({ 'x-forwarded-for': address() })

t.test('links and keys of a member who is removed', async (t) => {
  const service = await testService(t)
  const { id: workspace } = await service.workspace()
  const email = 'leaver@example.com'
  const body = { email, role: 'admin' }
  const made = await service.call('POST', '/api/v1/admin/users', { workspace, body })
  const { pathname } = new URL(String(made.body.data.invite_url))
  const accepted = await service.call('POST', `${pathname}/accept`, {
    token: null,
    body: { email, password },
    headers: from(),
  })
  const token = String(accepted.body.data.token)
  const user = String(made.body.data.id)
  const as = { token, workspace }
  const board = await service.call('POST', '/api/v1/boards', { ...as, body: { name: 'Growth' } })
  const links = `/api/v1/boards/${String(board.body.data.id)}/links`
  const link = async () => {
    const { data } = (await service.call('POST', links, { ...as, body: {} })).body
    return { id: String(data.id), token: String(data.token) }
  }
  const [ended, kept] = [await link(), await link()]
  const seen = async (one: { readonly token: string }) => {
    const path = `/api/v1/public/boards/${one.token}`
    return (await service.call('GET', path, { token: null, headers: from() })).status
  }
  const key = { workspace_id: workspace, name: 'k', kind: 'query', role: 'admin' }
  const secret = (await service.call('POST', '/api/v1/admin/workspace/keys', { ...as, body: key })).body.data
  const asked = async () =>
    (await service.call('GET', '/api/v1/metrics/dau', { workspace, token: String(secret.key) })).status
  t.strictSame([await seen(ended), await seen(kept), await asked()], [200, 200, 200])

  const path = `/api/v1/admin/users/${user}`
  const found = await service.call('GET', `${path}/credentials`, { workspace })
  t.match(found.body.data, { keys: [{ id: secret.id }], links: [{ name: 'Growth' }, { name: 'Growth' }] })
  const wrong = await service.call('DELETE', path, { workspace, query: { keep: 'lnk_none' } })
  t.match(wrong, { status: 422, body: { message: /lnk_none/ } })
  t.equal((await service.call('DELETE', path, { workspace, query: { keep: kept.id } })).status, 204)
  t.strictSame([await seen(ended), await seen(kept), await asked()], [404, 200, 401])
  const entries = async (action: string) =>
    (await service.call('GET', '/api/v1/admin/audit', { workspace, query: { action } })).body.data.entries
  t.match(await entries('board.link_ended'), [{ details: { link: ended.id, maker: user } }])
  t.match(await entries('board.link_kept'), [{ details: { link: kept.id, maker: user } }])

  const listed = await service.call('GET', links, { workspace })
  const me = (await service.call('GET', '/api/v1/auth/me')).body.data.user as { id: string }
  t.match(listed.body.data.links, [{ id: kept.id, created_by: me.id }], 'whose it is now')
})

t.test('what a user makes a minute has an end, which is named', async (t) => {
  const service = await testService(t, {
    environment: {
      ADMIN_RATE_LIMIT: '5',
      ADMIN_SETS_PASSWORDS: 'true',
    },
  })
  const { id: workspace_id } = await service.workspace()
  const other = { email: 'other@example.com', password: 'a password of theirs' }
  await service.call('POST', '/api/v1/admin/users', {
    workspace: workspace_id,
    body: { ...other, role: 'editor' },
  })
  const second = await service.workspace()
  const makes: readonly (readonly [string, object])[] = [
    ['/api/v1/admin/workspace/invites', { workspace_id, role: 'viewer', email: 'p@example.com' }],
    ['/api/v1/admin/users', { email: 'q@example.com', role: 'viewer' }],
    ['/api/v1/admin/workspace/keys', { workspace_id: second.id, name: 'one more', kind: 'ingest' }],
    ['/api/v1/user/workspaces', { name: 'one more', slug: 'one-more' }],
  ]
  for (const [path, body] of makes) {
    const answer = await service.call('POST', path, { workspace: workspace_id, body })
    t.equal(answer.status, 429, `${path}: a user and two workspaces with a key each were the five`)
    t.match(answer.body, { error: 'RATE_LIMITED', message: /ADMIN_RATE_LIMIT/ })
    t.ok(Number(answer.headers.get('retry-after')) > 0)
  }
  const login = await service.call('POST', '/api/v1/auth/login', { token: null, body: other })
  const token = String(login.body.data.token)
  const body = { name: 'theirs', slug: 'theirs' }
  const theirs = await service.call('POST', '/api/v1/user/workspaces', { token, body })
  t.equal(theirs.status, 201, 'another user from the same address')
})
