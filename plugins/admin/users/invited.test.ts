import t from 'tap'
import { type Caller, type Role, type WorkspaceRef } from '../../../contract/index.js'
import { ada, start } from '../test-admin.js'

interface Shown {
  readonly id: string
  readonly email: string
  readonly role: string
  readonly status: string
  readonly invite_url: string
  readonly reset_url: string
}
const conflict = { code: 'CONFLICT' }
const path = '/api/v1/admin/users'

async function open(t: Parameters<typeof start>[0], settings = {}) {
  const fixture = await start(t, settings)
  await fixture.create('one', 'One')
  await fixture.create('two', 'Two')
  const [one, two] = fixture.made as [WorkspaceRef, WorkspaceRef]
  const as = (caller: Caller, workspace = one) => ({ caller, workspace, role: 'admin' as const })
  const dataOf = async <T>(answer: Promise<unknown>) => ((await answer) as { data: T }).data
  const { call } = fixture
  return {
    ...fixture,
    one,
    two,
    as,
    dataOf,
    add: (email: string, role: Role, caller: Caller = ada, workspace = one, password?: string) => {
      const body = { email, role, ...(password !== undefined && { password }) }
      return dataOf<Shown>(call(`POST ${path}`, { ...as(caller, workspace), body }))
    },
    list: async (query: object = {}, caller: Caller = ada) =>
      (await dataOf<{ users: Shown[]; total: number }>(call(`GET ${path}`, { ...as(caller), query }))).users,
    accept: (url: string, email: string, password = 'a good password') => {
      const params = { token: url.split('/').at(-1) ?? '' }
      const input = { params, body: { email, password } }
      return dataOf<{ user: Shown }>(call('POST /api/v1/invites/:token/accept', input))
    },
    login: (email: string, password: string) =>
      dataOf<{ token: string }>(call('POST /api/v1/auth/login', { body: { email, password } })),
    change: (id: string, role: Role, caller: Caller = ada, query: object = {}) =>
      dataOf<Shown>(call(`PUT ${path}/:id`, { ...as(caller), params: { id }, body: { role }, query })),
    remove: (id: string, query: object = {}, caller: Caller = ada) =>
      call(`DELETE ${path}/:id`, { ...as(caller), params: { id }, query }),
    reset: (id: string, body: object = {}, caller: Caller = ada) =>
      dataOf<Shown>(call(`POST ${path}/:id/password`, { ...as(caller), params: { id }, body })),
  }
}

t.test('people choose their own first password', async (t) => {
  const { add, list, accept, login, change, remove, user, sql, two, audited } = await open(t)
  const bob = await add(' Bob@example.com ', 'editor', ada, undefined, 'chosen by ada')
  t.match(bob, { id: /^usr_/, email: 'Bob@example.com', role: 'editor', status: 'invited' })
  await t.rejects(login('bob@example.com', 'chosen by ada'), { code: 'UNAUTHORIZED' })
  t.match(await list({ email: 'bob' }), [{ id: bob.id, role: 'editor', status: 'invited' }])
  await t.rejects(add('bob@example.com', 'viewer'), conflict, 'listed already')
  t.match(await change(bob.id, 'viewer'), { id: bob.id, role: 'viewer', status: 'invited' })
  t.match(await accept(bob.invite_url, 'bob@example.com'), { user: { id: bob.id, role: 'viewer' } })
  t.match(await list({ email: 'bob' }), [{ id: bob.id, role: 'viewer', status: 'active' }])
  t.ok((await login('bob@example.com', 'a good password')).token)
  await t.rejects(add('bob@example.com', 'viewer'), conflict, 'a member')

  await t.test('whether an address has an account elsewhere is not shown', async (t) => {
    await user('known@example.com', 'viewer', { [two.id]: 'viewer' })
    const shape = async (email: string) => {
      const { id, email: shown, invite_url, ...rest } = await add(email, 'viewer')
      t.match([id, shown, invite_url], [/^usr_[\w-]/, email, /invites/])
      t.not(id, 'usr_known_example_com')
      return rest
    }
    t.strictSame(await shape('known@example.com'), await shape('unknown@example.com'))
    t.strictSame(
      await sql(`SELECT workspace_id FROM sextant.members WHERE user_id = 'usr_known_example_com'`),
      [{ workspace_id: two.id }],
      'and nobody is a member before they accept',
    )
    const seen = await list({ email: 'known@example.com' })
    t.strictSame(
      seen.map(({ status }) => status),
      ['invited', 'invited'],
    )
    for (const { id } of seen) await remove(id)
    t.strictSame(await list({ email: 'known@example.com' }), [])
    await t.rejects(remove(seen[0]!.id), { code: 'NOT_FOUND' })
  })

  await t.test('common passwords are rejected wherever a password is chosen', async (t) => {
    const { invite_url } = await add('common@example.com', 'viewer')
    const refused = { code: 'VALIDATION_ERROR', message: /most common/ }
    for (const password of ['password1', 'PassWord123', '12345678']) {
      await t.rejects(accept(invite_url, 'common@example.com', password), refused, password)
      await t.rejects(add('x@example.com', 'viewer', ada, undefined, password), refused, password)
    }
    await accept(invite_url, 'common@example.com')
  })

  await t.test('a platform user invites another', async (t) => {
    const root = await user('root@example.com', 'platform')
    await t.rejects(add('top@example.com', 'platform'), { code: 'FORBIDDEN' })
    const top = await add('top@example.com', 'platform', root)
    t.match(await list({ email: 'top@' }), [{ id: top.id, role: 'platform', status: 'invited' }])
    await t.rejects(change(top.id, 'viewer'), { code: 'FORBIDDEN' }, 'above an admin')
    await t.rejects(remove(top.id), { code: 'FORBIDDEN' })
    t.match(await accept(top.invite_url, 'top@example.com'), { user: { id: top.id, role: 'platform' } })
  })
  const actions = (await audited()).map(({ action }) => String(action))
  for (const action of ['invite.created', 'invite.accepted', 'invite.cancelled', 'user.role_changed'])
    t.ok(actions.includes(action), action)
})

t.test('a password is reset by a link', async (t) => {
  const { add, accept, login, reset, call, dataOf, user, sql, one, two, remove, advance } = await open(t)
  const bob = await add('bob@example.com', 'viewer')
  await t.rejects(reset(bob.id), conflict, 'not before the invite is accepted')
  await accept(bob.invite_url, 'bob@example.com')
  const refused = { code: 'VALIDATION_ERROR', message: /ADMIN_SETS_PASSWORDS/ }
  await t.rejects(reset(bob.id, { password: 'chosen by ada' }), refused)
  const route = '/api/v1/auth/resets/:token'
  const tokenOf = ({ reset_url }: Shown) => ({ token: reset_url.split('/').at(-1) ?? '' })
  const choose = (params: object, password = 'a second password') =>
    dataOf<{ token: string }>(call(`POST ${route}`, { params, body: { password } }))
  const unknown = { code: 'NOT_FOUND' }

  const first = tokenOf(await reset(bob.id))
  const second = tokenOf(await reset(bob.id))
  await t.rejects(choose(first), unknown, 'a later link replaces it')
  t.ok((await login('bob@example.com', 'a good password')).token, 'a link alone changes nothing')
  t.match(await call(`GET ${route}`, { params: second }), { data: { email: 'bob@example.com' } })
  await t.rejects(choose(second, 'password1'), { code: 'VALIDATION_ERROR' })
  t.ok((await choose(second)).token)
  await t.rejects(choose(second), unknown, 'once')
  await t.rejects(login('bob@example.com', 'a good password'), { code: 'UNAUTHORIZED' })
  const live = 'SELECT jti FROM sextant.sessions WHERE user_id = $1 AND ended_at IS NULL'
  t.equal((await sql(live, [bob.id])).length, 1, 'the sessions of before have ended')

  const raced = tokenOf(await reset(bob.id))
  const both = await Promise.allSettled([
    choose(raced, 'a third password'),
    choose(raced, 'a fourth password'),
  ])
  t.strictSame(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], 'of two at once, one')
  await choose(tokenOf(await reset(bob.id)))

  const late = tokenOf(await reset(bob.id))
  advance(86_400_000)
  await t.rejects(choose(late), unknown, 'after a day')

  const other = await user('other@example.com', 'editor', { [one.id]: 'admin' })
  const left = tokenOf(await reset(bob.id, {}, other))
  await remove(other.id)
  await t.rejects(choose(left), unknown, 'it ends with the admin who made it')

  const before = tokenOf(await reset(bob.id))
  const { invite_url } = await add('bob@example.com', 'viewer', ada, two)
  await accept(invite_url, 'bob@example.com', 'a second password')
  await t.rejects(choose(before), unknown, 'it ends where the account opens more than it did')
  await t.rejects(reset(bob.id), { code: 'FORBIDDEN', message: /more than your workspace/ })
  await sql('DELETE FROM sextant.members WHERE user_id = $1 AND workspace_id = $2', [bob.id, two.id])
  await sql(`INSERT INTO sextant.identities VALUES ('iss', 'sub', $1, now())`, [bob.id])
  await t.rejects(reset(bob.id), { code: 'FORBIDDEN', message: /identity provider/ })

  await sql('DELETE FROM sextant.identities')
  const early = tokenOf(await reset(bob.id))
  const body = { name: 'Bob’s own', slug: 'bobs-own' }
  await call('POST /api/v1/user/workspaces', { caller: { ...ada, id: bob.id }, body })
  await t.rejects(choose(early), unknown, 'and where its owner has made a workspace meanwhile')
})

t.test('the credentials of a removed member', async (t) => {
  const fixture = await open(t)
  const { call, as, add, change, remove, user, sql, one, two, dataOf, audited } = fixture
  const key = async (caller: Caller, kind: 'ingest' | 'query', role?: string, workspace = one) => {
    const body = { workspace_id: workspace.id, name: `${kind} ${role ?? ''}`, kind, ...(role && { role }) }
    return (
      await dataOf<Shown>(call('POST /api/v1/admin/workspace/keys', { ...as(caller, workspace), body }))
    ).id
  }
  const keys = async () =>
    new Map((await sql('SELECT id, role, created_by FROM sextant.keys')).map((row) => [row['id'], row]))
  const left = async (id: string) =>
    dataOf<Record<'keys' | 'links' | 'invites', { id: string }[]>>(
      call(`GET ${path}/:id/credentials`, { ...as(ada), params: { id } }),
    )

  await t.test('end with the membership, except those in keep', async (t) => {
    const max = await user('max@example.com', 'editor', { [one.id]: 'admin', [two.id]: 'admin' })
    const [ended, kept] = [await key(max, 'query', 'admin'), await key(max, 'ingest')]
    const elsewhere = await key(max, 'query', 'admin', two)
    const guest = await add('guest@example.com', 'admin', max)
    const found = await left(max.id)
    t.strictSame(found.keys.map(({ id }) => id).sort(), [ended, kept].sort())
    t.match(found.invites, [{ email: 'guest@example.com' }])
    await t.rejects(remove(max.id, { keep: elsewhere }), { code: 'VALIDATION_ERROR' })
    t.ok((await keys()).has(ended), 'nothing has happened')
    await remove(max.id, { keep: kept })
    const now = await keys()
    t.notOk(now.has(ended))
    t.match(now.get(kept), { created_by: ada.id }, 'it is theirs who keep it')
    t.match(now.get(elsewhere), { created_by: max.id }, 'another workspace is none of theirs')
    await t.rejects(fixture.accept(guest.invite_url, 'guest@example.com'), conflict)
    const log = await audited()
    t.match(
      log.filter(({ action }) => action === 'key.kept'),
      [{ subject_id: kept, details: { maker: max.id } }],
    )
    t.match(
      log.filter(({ action }) => action === 'user.removed'),
      [{ details: { kept: [kept] } }],
    )
    t.ok(log.some(({ action, subject_id }) => action === 'key.deleted' && subject_id === ended))
  })

  await t.test('are limited by a lower role', async (t) => {
    const low = await user('low@example.com', 'editor', { [one.id]: 'admin' })
    const [strong, weak, writes] = [
      await key(low, 'query', 'admin'),
      await key(low, 'query', 'viewer'),
      await key(low, 'ingest'),
    ]
    const guest = await add('guest2@example.com', 'viewer', low)
    await change(low.id, 'editor')
    const now = await keys()
    t.strictSame(
      [strong, weak, writes].map((id) => now.get(id)?.['role']),
      ['editor', 'viewer', null],
    )
    await t.rejects(fixture.accept(guest.invite_url, 'guest2@example.com'), conflict)
  })

  await t.test('end in all workspaces if a platform user deletes the account', async (t) => {
    const root = await user('root@example.com', 'platform')
    const far = await user('far@example.com', 'editor', { [one.id]: 'admin', [two.id]: 'admin' })
    const all = [await key(far, 'query', 'admin'), await key(far, 'query', 'admin', two)]
    await remove(far.id, { keep: all[1] }, root)
    const now = await keys()
    t.notOk(now.has(all[0]))
    t.match(now.get(all[1]), { created_by: root.id })
  })
})

t.test('numbers of records are limited', async (t) => {
  const { add, accept, call, as, one, create } = await open(t, {
    declared: {
      MAX_INVITES_PER_WORKSPACE: 2,
      MAX_MEMBERS_PER_WORKSPACE: 2,
      MAX_KEYS_PER_WORKSPACE: 1,
      MAX_WORKSPACES_PER_USER: 3,
    },
  })
  const invited = [await add('a@example.com', 'viewer'), await add('b@example.com', 'viewer')]
  await t.rejects(add('c@example.com', 'viewer'), { ...conflict, message: /MAX_INVITES_PER_WORKSPACE/ })
  await accept(invited[0]!.invite_url, 'a@example.com')
  const full = { ...conflict, message: /MAX_MEMBERS_PER_WORKSPACE/ }
  await t.rejects(accept(invited[1]!.invite_url, 'b@example.com'), full)
  const body = { workspace_id: one.id, name: 'k', kind: 'ingest' }
  const key = () => call('POST /api/v1/admin/workspace/keys', { ...as(ada), body })
  await key()
  await t.rejects(key(), { ...conflict, message: /MAX_KEYS_PER_WORKSPACE/ })
  await create('three')
  await t.rejects(create('four'), { ...conflict, message: /MAX_WORKSPACES_PER_USER/ })
})
