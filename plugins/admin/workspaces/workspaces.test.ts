import t from 'tap'
import type { WorkspaceRef } from '../../../contract/index.js'
import { ada, eve, queryKey, start } from '../test-admin.js'
import { workspaces } from './workspaces.js'

t.test('workspaces', async (t) => {
  const {
    create,
    mine,
    call,
    made,
    prepared,
    analytics,
    sql,
    dependencies: parts,
    routes,
    use,
  } = await start(t)

  await t.test('the creator is admin of a workspace with a database', async (t) => {
    const workspace = await create('Acme-1', '  Acme  ')
    const now = new Date(parts.clock()).toISOString()
    t.match(workspace.id, /^ws_[A-Za-z0-9_-]{16,}$/)
    const calendar = { timezone: 'UTC', week_start: 'monday' }
    const named = { id: workspace.id, name: 'Acme', slug: 'Acme-1' }
    const record = { ...named, ...calendar, created_at: now, updated_at: now }
    t.strictSame(workspace, record)
    t.strictSame(made, [{ id: workspace.id, number: made[0]?.number }])
    t.type(made[0]?.number, 'number')
    t.strictSame(await mine(ada), [{ ...record, role: 'admin' }])
    t.strictSame(await mine(eve), [])
    t.strictSame(await call('GET /api/v1/admin/workspaces', { caller: ada }), { data: [record] })
    t.equal(routes.get('POST /api/v1/user/workspaces')?.status, 201)
  })

  await t.test('a slug is unique in any case', async (t) => {
    const tries = ['same', 'SAME', 'Same', 'same'].map((slug) => create(slug, 'x', eve))
    const outcomes = await Promise.allSettled(tries)
    t.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') t.match(outcome.reason, { code: 'CONFLICT', message: /same/i })
    t.equal((await mine(eve)).length, 1)
  })

  await t.test('slugs and names outside their bounds are rejected', async (t) => {
    for (const slug of ['', 'a b', 'a_b', '\u00e4', 'a\n', 'x'.repeat(51)])
      await t.rejects(create(slug), /slug/)
    await t.rejects(create('fine', ''), /name/)
    await t.rejects(create('fine', 'x'.repeat(201)), /name/)
    await t.rejects(create('fine', ' \t'), { code: 'VALIDATION_ERROR', details: [{ path: '/name' }] })
    await t.rejects(create('fine', 'a\0b'), { code: 'VALIDATION_ERROR' })
    await create('x'.repeat(50), 'y'.repeat(200))
  })

  await t.test('without a database there is no workspace, and its number is used up', async (t) => {
    analytics.failing = new Error('disk full')
    await t.rejects(create('phoenix'), analytics.failing)
    const failed = made.at(-1)
    t.strictSame(await sql(`SELECT id FROM sextant.workspaces WHERE slug = 'phoenix'`), [])
    t.strictSame(await sql(`SELECT * FROM sextant.members WHERE workspace_id = $1`, [failed?.id]), [])
    analytics.failing = null
    await create('phoenix')
    t.not(made.at(-1)?.number, failed?.number)
  })

  await t.test('an existing database is left alone: the next number is used', async (t) => {
    analytics.taken = 3
    await create('crowded')
    t.equal(analytics.taken, 0)
    const numbers = made.slice(-4).map((ref) => ref.number)
    t.equal(new Set(numbers).size, 4)
    const rows = await sql(`SELECT number::int FROM sextant.workspaces WHERE slug = 'crowded'`)
    t.strictSame(rows, [{ number: numbers.at(-1) }])
  })

  await t.test('a query key cannot create or list workspaces', async (t) => {
    await t.rejects(create('keyed', 'x', queryKey), { code: 'FORBIDDEN' })
    await t.rejects(mine(queryKey), { code: 'FORBIDDEN' })
  })

  await t.test('the start prepares the databases of all workspaces', async (t) => {
    await use(workspaces).start()
    const rows = await sql('SELECT id, number::int FROM sextant.workspaces ORDER BY number')
    t.ok(rows.length > 2)
    t.strictSame(prepared, rows)
  })
})

t.test('one workspace', async (t) => {
  const {
    create,
    call,
    made,
    dropped,
    analytics,
    sql,
    user,
    audited,
    advance,
    dependencies: parts,
    use,
    runJob,
    prepared,
  } = await start(t)
  await create('one', 'One')
  await create('two', 'Two')
  const [one, two] = made as [WorkspaceRef, WorkspaceRef]
  const root = await user('root@example.com', 'platform')
  const at = (id: string, caller = ada, workspace = one) =>
    ({ caller, workspace, role: 'admin', params: { id } }) as const
  const get = async (...input: Parameters<typeof at>) =>
    ((await call('GET /api/v1/admin/workspaces/:id', at(...input))) as { data: object }).data
  const rename = async (name: string, ...input: Parameters<typeof at>) =>
    (
      (await call('PUT /api/v1/admin/workspaces/:id', { ...at(...input), body: { name } })) as {
        data: object
      }
    ).data
  const remove = (id: string) => call('DELETE /api/v1/admin/workspaces/:id', { caller: root, params: { id } })

  await t.test('is shown to its admins, and any to a platform user', async (t) => {
    t.match(await get(one.id), { id: one.id, name: 'One', slug: 'one' })
    for (const id of [two.id, 'ws_none']) await t.rejects(get(id), { code: 'FORBIDDEN' })
    t.match(await get(two.id, root), { id: two.id, name: 'Two' })
    await t.rejects(get('ws_none', root), { code: 'NOT_FOUND' })
  })

  await t.test('is renamed', async (t) => {
    const before = await get(one.id)
    advance(5000)
    t.strictSame(await rename('  First ', one.id), {
      ...before,
      name: 'First',
      updated_at: new Date(parts.clock()).toISOString(),
    })
    t.match(await get(one.id), { name: 'First' })
    await t.rejects(rename('x', two.id), { code: 'FORBIDDEN' })
    await t.rejects(rename('x', one.id, eve), { code: 'FORBIDDEN' }, 'who is no admin by now')
    await t.rejects(rename(' ', one.id), { details: [{ path: '/name' }], code: 'VALIDATION_ERROR' })
    t.match(await rename('Second', two.id, root), { name: 'Second' })
  })

  await t.test('is deleted with everything in it, and its slug is free', async (t) => {
    await remove(two.id)
    t.match(dropped, [two])
    t.strictSame(await sql(`SELECT 1 FROM sextant.members WHERE workspace_id = $1`, [two.id]), [])
    await t.rejects(remove(two.id), { code: 'NOT_FOUND' })
    await t.rejects(get(two.id, root), { code: 'NOT_FOUND' })
    await create('two')
    t.not(made.at(-1)?.number, two.number)
  })

  await t.test('a database that could not be dropped is dropped later', async (t) => {
    const third = made.at(-1)!
    analytics.failing = new Error('disk on fire')
    await t.rejects(remove(third.id), { code: 'UNAVAILABLE', message: /again/ })
    await t.rejects(get(third.id, root), { code: 'NOT_FOUND' })
    t.match(await sql('SELECT id FROM sextant.workspace_remains'), [{ id: third.id }])
    await runJob('deleted-workspaces')
    t.match(await sql('SELECT id FROM sextant.workspace_remains'), [{ id: third.id }])
    analytics.failing = null
    await runJob('deleted-workspaces')
    t.match(dropped, [two, third])
    await use(workspaces).start()
    t.match(prepared, [one])
    t.strictSame(await sql('SELECT id FROM sextant.workspace_remains'), [])
  })

  await t.test('a database that a start created again is dropped, too', async (t) => {
    await create('brief')
    const brief = made.at(-1)!
    const { start: begin } = analytics
    // Another process deletes the workspace just before this one creates its missing database.
    analytics.start = async (refs) => {
      analytics.start = begin
      await remove(brief.id)
      return begin(refs)
    }
    await use(workspaces).start()
    t.strictSame(
      dropped.slice(-2).map(({ number }) => number),
      [brief.number, brief.number],
    )
  })

  await t.test('every change is in the audit log; of a deleted workspace, only its deletion', async (t) => {
    const log = await audited()
    t.match(
      log.find(({ action }) => action === 'workspace.renamed'),
      {
        workspace_id: one.id,
        details: { from: 'One', to: 'First' },
      },
    )
    t.strictSame(
      log.filter(({ subject_id }) => subject_id === two.id),
      [
        {
          action: 'workspace.deleted',
          actor_id: root.id,
          workspace_id: null,
          subject_id: two.id,
          details: { name: 'Second', slug: 'two' },
        },
      ],
    )
  })
})
