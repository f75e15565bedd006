import { createHash } from 'node:crypto'
import t from 'tap'
import { accessControl, type Caller, type WorkspaceRef, type WorkspaceRole } from '../../../contract/index.js'
import { ada, start, type Body } from '../test-admin.js'

t.test('keys', async (t) => {
  const { create, call, made, use, dependencies: parts, advance, sql, routes } = await start(t)
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

  await t.test('a query key reads with a role not above its creator', async (t) => {
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
})
