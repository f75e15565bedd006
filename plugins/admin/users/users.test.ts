import t from 'tap'
import { type Caller, type Role, type WorkspaceRef } from '../../../contract/index.js'
import { ada, eve, start } from '../test-admin.js'

interface Shown {
  readonly id: string
  readonly email: string
  readonly role: string
}
const forbidden = { code: 'FORBIDDEN' }
const unknown = { code: 'NOT_FOUND' }
const conflict = { code: 'CONFLICT' }

t.test('users', async (t) => {
  const {
    create,
    call,
    made,
    sql,
    user,
    audited,
    dependencies: parts,
  } = await start(t, { adminSetsPasswords: true })
  await create('one', 'One')
  await create('two', 'Two')
  const [one, two] = made as [WorkspaceRef, WorkspaceRef]
  const root = await user('root@example.com', 'platform')
  const path = '/api/v1/admin/users'
  const as = (caller: Caller, workspace = one) => ({ caller, workspace, role: 'admin' as const })

  const list = async (query: object = {}, caller: Caller = ada, workspace = one) =>
    (
      (await call(`GET ${path}`, { ...as(caller, workspace), query })) as {
        data: { users: Shown[]; total: number }
      }
    ).data
  const add = async (email: string, role: Role, caller: Caller = ada, password = 'a good password') => {
    const body = { email, password, role }
    return ((await call(`POST ${path}`, { ...as(caller), body })) as { data: Shown }).data
  }
  const change = async (id: string, role: Role, caller: Caller = ada, workspace = one) =>
    (
      (await call(`PUT ${path}/:id`, { ...as(caller, workspace), params: { id }, body: { role } })) as {
        data: Shown
      }
    ).data
  const remove = (id: string, caller: Caller = ada, workspace = one) =>
    call(`DELETE ${path}/:id`, { ...as(caller, workspace), params: { id } })
  const reset = async (id: string, caller: Caller = ada, password = 'another password') =>
    (
      (await call(`POST ${path}/:id/password`, { ...as(caller), params: { id }, body: { password } })) as {
        data: Shown
      }
    ).data
  const login = (email: string, password: string) =>
    call('POST /api/v1/auth/login', { body: { email, password } })
  const places = async (id: string) =>
    (await sql('SELECT workspace_id, role FROM sextant.members WHERE user_id = $1 ORDER BY 1', [id])).map(
      ({ workspace_id, role }) => [workspace_id === one.id ? 'one' : 'two', role],
    )
  const globalRole = async (id: string) =>
    (await sql('SELECT role FROM sextant.users WHERE id = $1', [id]))[0]?.['role']

  await t.test('a new user is a member and can log in', async (t) => {
    const bob = await add(' Bob@example.com ', 'editor')
    t.match(bob.id, /^usr_[A-Za-z0-9_-]{16,}$/)
    t.strictSame(bob, {
      id: bob.id,
      email: 'Bob@example.com',
      role: 'editor',
      created_at: new Date(parts.clock()).toISOString(),
      last_login_at: null,
      status: 'active',
    })
    t.strictSame(await places(bob.id), [['one', 'editor']])
    t.match(await login('bob@EXAMPLE.com', 'a good password'), { data: { user: { id: bob.id } } })
    await t.rejects(add('bob@example.com', 'viewer'), conflict)
    await t.rejects(add('nobody', 'viewer'), { code: 'VALIDATION_ERROR', details: [{ path: '/email' }] })
    for (const password of ['short', 'x'.repeat(201)])
      await t.rejects(add('x@example.com', 'viewer', ada, password), /password/)
    await t.rejects(add('x@example.com', 'owner' as Role), /role/)
    t.equal((await list({ email: 'x@example' })).total, 0)
  })

  await t.test('a role above the own cannot be granted, in the workspace or globally', async (t) => {
    await t.rejects(add('p@example.com', 'platform'), forbidden)
    const made = await add('chief@example.com', 'admin')
    t.strictSame([made.role, await places(made.id)], ['admin', [['one', 'admin']]])
    t.equal(await globalRole(made.id), 'editor', 'ada herself is an editor at large')
    const second = await add('root2@example.com', 'platform', root)
    t.strictSame(
      [second.role, await globalRole(second.id), await places(second.id)],
      ['platform', 'platform', [['one', 'admin']]],
    )
    await t.rejects(change(made.id, 'platform'), forbidden)
    await t.rejects(change(second.id, 'viewer'), forbidden, 'platform stands above an admin')
    await t.rejects(remove(second.id), forbidden)
    await t.rejects(reset(second.id), forbidden)
    const editor = await user('ed@example.com', 'admin', { [one.id]: 'editor' })
    await t.rejects(add('y@example.com', 'viewer', editor), forbidden, 'who is no admin by now')
    await t.rejects(change(made.id, 'viewer', editor), forbidden)
    await t.rejects(remove(made.id, eve), forbidden)
    await remove(second.id, root)
  })

  await t.test('the list is filtered by part of the address and role, in pages', async (t) => {
    await user('away@example.com', 'viewer', { [two.id]: 'viewer' })
    for (const email of [
      '100%@example.com',
      '100x@example.com',
      'a_b@example.com',
      'a\\b@example.com',
      'axb@example.com',
    ])
      await add(email, 'viewer')
    const found = async (email: string) => (await list({ email })).users.map((one) => one.email)
    t.strictSame(await found('0%'), ['100%@example.com'], 'no sign of a pattern means anything')
    t.strictSame(await found('A_B'), ['a_b@example.com'])
    t.strictSame(await found('a\\b'), ['a\\b@example.com'])
    t.strictSame(await found('away'), [], 'members only')
    t.equal((await list({ email: '@' })).total, (await list()).total)
    t.ok((await list({ email: 'away' }, root)).total === 1, 'platform sees all')
    t.match(await list({ role: 'admin' }), {
      users: [{ email: 'chief@example.com' }, { id: ada.id, role: 'admin' }],
    })
    t.match(await list({ role: 'editor', email: 'ada' }, root), {
      users: [{ id: ada.id, role: 'editor' }],
      total: 1,
    })
    const all = (await list({ limit: 1000 })).users.map(({ id }) => id)
    const paged: string[] = []
    for (let offset = 0; offset < all.length; offset += 3) {
      const page = await list({ limit: 3, offset })
      t.equal(page.total, all.length)
      paged.push(...page.users.map(({ id }) => id))
    }
    t.strictSame(paged, all)
    t.strictSame(await list({ offset: 1000 }), { users: [], total: all.length })
  })

  await t.test('a role is changed in the workspace; by a platform user also globally', async (t) => {
    const kim = await user('kim@example.com', 'viewer', { [one.id]: 'viewer', [two.id]: 'viewer' })
    t.match(await change(kim.id, 'editor'), { id: kim.id, role: 'editor' })
    t.strictSame(await places(kim.id).then((all) => all.map(([, role]) => role).sort()), ['editor', 'viewer'])
    t.equal(await globalRole(kim.id), 'viewer')
    t.match(await change(kim.id, 'admin', root), { role: 'admin' })
    t.strictSame(new Map((await places(kim.id)) as [string, string][]).get('one'), 'admin')
    t.equal(await globalRole(kim.id), 'admin')
    t.match(await list({ email: 'kim' }), { users: [{ role: 'admin' }] })
    t.match(await change(kim.id, 'platform', root), { role: 'platform' })
    t.match(await list({ email: 'kim' }), { users: [{ role: 'platform' }] }, 'a member above all others')
    t.match(await change(kim.id, 'viewer', root), { role: 'viewer' })
    const away = await user('far@example.com', 'viewer', { [two.id]: 'viewer' })
    await t.rejects(change(away.id, 'editor'), unknown)
    t.match(await change(away.id, 'editor', root), { role: 'editor' })
    t.strictSame([await globalRole(away.id), await places(away.id)], ['editor', [['two', 'viewer']]])
    await t.rejects(change('usr_nobody', 'editor', root), unknown)
  })

  await t.test('the last admin and the last platform user cannot be removed', async (t) => {
    const lone = await user('lone@example.com', 'editor')
    await create('three', 'Three', lone)
    const three = made.at(-1)!
    await t.rejects(change(lone.id, 'editor', lone, three), { ...conflict, message: /Three/ })
    await t.rejects(change(lone.id, 'viewer', root, three), conflict)
    await t.rejects(remove(lone.id, root, three), conflict)
    await t.rejects(remove(lone.id, root, one), { ...conflict, message: /Three/ }, 'wherever it is asked')
    await t.rejects(change(root.id, 'admin', root), { ...conflict, message: /platform/ })
    await t.rejects(remove(root.id, root), { code: 'VALIDATION_ERROR' })
    await t.rejects(remove(ada.id), { code: 'VALIDATION_ERROR' }, 'nobody deletes themselves')
    await sql(`INSERT INTO sextant.members VALUES ($1, $2, 'admin', now())`, [three.id, ada.id])
    t.match(await change(lone.id, 'viewer', lone, three), { role: 'viewer' })
  })

  await t.test('a user is removed from one workspace, or from all', async (t) => {
    const both = await user('both@example.com', 'viewer', { [one.id]: 'viewer', [two.id]: 'viewer' })
    await remove(both.id)
    t.strictSame(await places(both.id), [['two', 'viewer']])
    await t.rejects(remove(both.id), unknown)
    const only = await user('only@example.com', 'viewer', { [one.id]: 'viewer' })
    await remove(only.id)
    t.equal(await globalRole(only.id), undefined, 'an account without a workspace goes')
    const high = await user('high@example.com', 'admin', { [one.id]: 'viewer' })
    await remove(high.id)
    t.equal(await globalRole(high.id), 'admin', 'but for one above the admin’s own')
    await remove(high.id, root)
    t.equal(await globalRole(high.id), undefined)
    await remove(both.id, root)
    t.strictSame(await places(both.id), [])
  })

  await t.test('a password is reset for members without another workspace', async (t) => {
    const nan = await add('nan@example.com', 'viewer')
    const first = (await login('nan@example.com', 'a good password')) as { data: { token: string } }
    t.match(await reset(nan.id), { id: nan.id, email: 'nan@example.com' })
    t.equal(
      await sql('SELECT 1 FROM sextant.sessions WHERE user_id = $1 AND ended_at IS NULL', [nan.id]).then(
        (rows) => rows.length,
      ),
      0,
    )
    t.ok(first.data.token)
    await t.rejects(login('nan@example.com', 'a good password'), { code: 'UNAUTHORIZED' })
    await login('nan@example.com', 'another password')
    await t.rejects(reset(ada.id), { code: 'VALIDATION_ERROR' }, 'not the own')
    await t.rejects(reset('usr_nobody'), unknown)
    const wide = await user('wide@example.com', 'viewer', { [one.id]: 'viewer', [two.id]: 'admin' })
    await t.rejects(reset(wide.id), { ...forbidden, message: /more than your workspace/ })
    const high = await user('higher@example.com', 'admin', { [one.id]: 'viewer' })
    await t.rejects(reset(high.id), forbidden)
    await reset(wide.id, root)
    await reset(high.id, root)
  })

  await t.test('every change is in the audit log, in its transaction', async (t) => {
    const log = await audited()
    const of = (action: string) => log.filter((entry) => entry['action'] === action)
    t.match(of('user.role_changed')[0], {
      actor_id: ada.id,
      workspace_id: one.id,
      details: { from: 'viewer', to: 'editor' },
    })
    for (const action of ['user.created', 'user.removed', 'user.deleted', 'user.password_reset'])
      t.ok(of(action).length > 0, action)
    t.notMatch(JSON.stringify(log), /password"|argon2/)
    await sql('ALTER TABLE sextant.audit RENAME TO lost')
    await t.rejects(add('unseen@example.com', 'viewer'))
    await sql('ALTER TABLE sextant.lost RENAME TO audit')
    t.equal((await list({ email: 'unseen' })).total, 0)
  })
})
