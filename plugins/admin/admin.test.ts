import { createHash } from 'node:crypto'
import t from 'tap'
import {
  accessControl,
  type Caller,
  type WorkspaceRef,
  type WorkspaceRole,
} from '../../core/contract/index.js'
import { ada, eve, queryKey, start, type Body } from './test-admin.js'
import { workspaces } from './workspaces.js'

t.test('workspaces', async (t) => {
  const { create, mine, call, made, prepared, analytics, sql, parts, routes, use } = await start(t)

  await t.test('the creator is admin of a workspace with a database', async (t) => {
    const workspace = await create('Acme-1', '  Acme  ')
    const now = new Date(parts.clock()).toISOString()
    t.match(workspace.id, /^ws_[A-Za-z0-9_-]{16,}$/)
    const record = { id: workspace.id, name: 'Acme', slug: 'Acme-1', created_at: now, updated_at: now }
    t.strictSame(workspace, record)
    t.strictSame(made, [{ id: workspace.id, number: made[0]?.number }])
    t.type(made[0]?.number, 'number')
    t.strictSame(await mine(ada), [{ ...record, role: 'admin' }])
    t.strictSame(await mine(eve), [])
    t.strictSame(await call('GET /api/v1/admin/workspaces', { caller: ada }), { data: [record] })
    t.equal(routes.get('POST /api/v1/user/workspaces')?.status, 201)
  })

  await t.test('a slug is taken once, in whatever case', async (t) => {
    const tries = ['same', 'SAME', 'Same', 'same'].map((slug) => create(slug, 'x', eve))
    const outcomes = await Promise.allSettled(tries)
    t.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') t.match(outcome.reason, { code: 'CONFLICT', message: /same/i })
    t.equal((await mine(eve)).length, 1)
  })

  await t.test('slugs and names outside their bounds are refused', async (t) => {
    for (const slug of ['', 'a b', 'a_b', '\u00e4', 'a\n', 'x'.repeat(51)])
      await t.rejects(create(slug), /slug/)
    await t.rejects(create('fine', ''), /name/)
    await t.rejects(create('fine', 'x'.repeat(201)), /name/)
    await t.rejects(create('fine', ' \t'), { code: 'VALIDATION_ERROR', details: [{ path: '/name' }] })
    await t.rejects(create('fine', 'a\0b'), { code: 'VALIDATION_ERROR' })
    await create('x'.repeat(50), 'y'.repeat(200))
  })

  await t.test('without a database there is no workspace, and its number is gone', async (t) => {
    analytics.failing = new Error('disk full')
    await t.rejects(create('phoenix'), analytics.failing)
    const failed = made.at(-1)
    t.strictSame(await sql(`SELECT id FROM sextant.workspaces WHERE slug = 'phoenix'`), [])
    t.strictSame(await sql(`SELECT * FROM sextant.members WHERE workspace_id = $1`, [failed?.id]), [])
    analytics.failing = null
    await create('phoenix')
    t.not(made.at(-1)?.number, failed?.number)
  })

  await t.test('a database that is there already is left alone: the next number is taken', async (t) => {
    analytics.taken = 3
    await create('crowded')
    t.equal(analytics.taken, 0)
    const numbers = made.slice(-4).map((ref) => ref.number)
    t.equal(new Set(numbers).size, 4)
    const rows = await sql(`SELECT number::int FROM sextant.workspaces WHERE slug = 'crowded'`)
    t.strictSame(rows, [{ number: numbers.at(-1) }])
  })

  await t.test('a query key makes and lists none', async (t) => {
    await t.rejects(create('keyed', 'x', queryKey), { code: 'FORBIDDEN' })
    await t.rejects(mine(queryKey), { code: 'FORBIDDEN' })
  })

  await t.test('the databases of all workspaces are brought up to date at the start', async (t) => {
    await use(workspaces).start()
    const rows = await sql('SELECT id, number::int FROM sextant.workspaces ORDER BY number')
    t.ok(rows.length > 2)
    t.strictSame(prepared, rows)
  })
})

t.test('keys', async (t) => {
  const { create, call, made, use, parts, advance, sql, routes } = await start(t)
  await create('one')
  await create('two')
  const [one, two] = made as [WorkspaceRef, WorkspaceRef]
  const control = use(accessControl)

  const make = async (
    body: object,
    { caller = ada, role = 'admin' }: { caller?: Caller; role?: WorkspaceRole } = {},
  ) => {
    const whole = { workspace_id: one.id, name: 'a key', ...body }
    const answer = await call('POST /api/v1/admin/workspace/keys', {
      caller,
      workspace: one,
      role,
      body: whole,
    })
    return (answer as { data: Body }).data
  }
  const at = (workspace: WorkspaceRef, caller = ada) =>
    ({ caller, workspace, role: 'admin', query: { workspace_id: workspace.id } }) as const
  const list = async (workspace: WorkspaceRef) =>
    ((await call('GET /api/v1/admin/workspace/keys', at(workspace))) as { data: Body[] }).data
  const remove = (id: string, workspace: WorkspaceRef, caller = ada) =>
    call('DELETE /api/v1/admin/workspace/keys/:id', { ...at(workspace, caller), params: { id } })

  await t.test('an ingest key writes to its workspace', async (t) => {
    const key = await make({ kind: 'ingest', name: ' site ' })
    t.match(key.key, /^[0-9a-f]{32}$/)
    t.strictSame(key, {
      id: key.id,
      name: 'site',
      kind: 'ingest',
      role: null,
      prefix: key.key.slice(0, 8),
      expires_at: null,
      last_used_at: null,
      created_by: ada.id,
      created_at: new Date(parts.clock()).toISOString(),
      key: key.key,
    })
    t.match(await control.key(key.key, null), { caller: { kind: 'ingest-key' }, workspace: one, role: null })
    await t.rejects(make({ kind: 'ingest', role: 'viewer' }), { code: 'VALIDATION_ERROR' })
    const [row] = await sql('SELECT * FROM sextant.keys WHERE id = $1', [key.id])
    t.equal(row?.['hash'], createHash('sha256').update(key.key).digest('hex'))
    t.notMatch(JSON.stringify(row), key.key, 'the secret itself is not kept')
  })

  await t.test('a query key reads with a role not above its maker', async (t) => {
    const plain = await make({ kind: 'query' })
    t.match(plain.key, /^sxq_[A-Za-z0-9_-]{32,}$/)
    t.match(await control.key(plain.key, one.id), {
      caller: { kind: 'query-key' },
      workspace: one,
      role: 'viewer',
    })
    t.match(await control.key(plain.key, two.id), { workspace: null, role: null })
    const strong = await make({ kind: 'query', role: 'admin' })
    t.match(await control.key(strong.key, one.id), { role: 'admin' })
    await t.rejects(make({ kind: 'query', role: 'admin' }, { role: 'editor' }), { code: 'FORBIDDEN' })
    await t.rejects(make({ kind: 'query', role: 'platform' }), /role/)
    await t.rejects(make({ kind: 'other' }), /kind/)
    await t.rejects(make({ kind: 'query', name: ' ' }), { code: 'VALIDATION_ERROR' })
  })

  await t.test('a key can expire', async (t) => {
    const now = parts.clock()
    const inOneSecond = new Date(now + 1000).toISOString()
    const key = await make({ kind: 'query', expires_at: inOneSecond })
    t.match(key, { expires_at: inOneSecond })
    t.ok(await control.key(key.key, null))
    advance(1000)
    t.equal(await control.key(key.key, null), null)
    for (const [given, read] of [
      ['2030-02-28', '2030-02-28T00:00:00.000Z'],
      ['2030-02-28T10:00', '2030-02-28T10:00:00.000Z'],
      ['2030-02-28T10:00:00+02:00', '2030-02-28T08:00:00.000Z'],
      [null, null],
    ])
      t.match(await make({ kind: 'query', expires_at: given }), { expires_at: read })
    for (const given of [
      'tomorrow',
      '',
      '2030',
      '2030-02-30',
      '2030-02-28T25:00',
      '2020-01-01',
      inOneSecond,
      '2030-99-99',
    ])
      await t.rejects(make({ kind: 'query', expires_at: given }), {
        code: 'VALIDATION_ERROR',
        details: [{ path: '/expires_at' }],
      })
  })

  await t.test('keys are listed without their secret and deleted by their own workspace', async (t) => {
    const other = (await call('POST /api/v1/admin/workspace/keys', {
      ...at(two),
      body: { workspace_id: two.id, name: 'k', kind: 'ingest' },
    })) as { data: Body }
    const { key, ...shown } = other.data
    t.strictSame(await list(two), [shown])
    advance(1000)
    const newer = await make({ kind: 'query' })
    const [first] = await list(one)
    t.equal(first?.id, newer.id)

    await t.rejects(remove(shown.id, one), { code: 'NOT_FOUND' })
    t.ok(await control.key(key, null))
    t.equal(await remove(shown.id, two), undefined)
    t.equal(routes.get('DELETE /api/v1/admin/workspace/keys/:id')?.status, 204)
    t.equal(await control.key(key, null), null)
    await t.rejects(remove(shown.id, two), { code: 'NOT_FOUND' })
    t.strictSame(await list(two), [])
  })

  await t.test('no key administers keys, whatever its role', async (t) => {
    const forbidden = { code: 'FORBIDDEN' }
    const { id } = await make({ kind: 'query', role: 'admin' })
    await t.rejects(make({ kind: 'query' }, { caller: queryKey }), forbidden)
    await t.rejects(call('GET /api/v1/admin/workspace/keys', at(one, queryKey)), forbidden)
    await t.rejects(remove(id, one, queryKey), forbidden)
  })

  await t.test('who may call is data', (t) => {
    const access = [...routes]
      .filter(([name]) => /workspace/.test(name))
      .map(([name, route]) => [name, route.access])
    t.strictSame(Object.fromEntries(access), {
      'POST /api/v1/user/workspaces': { kind: 'global', role: 'editor' },
      'GET /api/v1/user/workspaces': { kind: 'user' },
      'GET /api/v1/admin/workspaces': { kind: 'global', role: 'platform' },
      'POST /api/v1/admin/workspace/keys': { kind: 'workspace', role: 'admin', from: 'body' },
      'GET /api/v1/admin/workspace/keys': { kind: 'workspace', role: 'admin', from: 'query' },
      'DELETE /api/v1/admin/workspace/keys/:id': { kind: 'workspace', role: 'admin', from: 'query' },
    })
    t.end()
  })
})
