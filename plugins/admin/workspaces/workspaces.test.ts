import t from 'tap'
import { ada, eve, queryKey, start } from '../test-admin.js'
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
