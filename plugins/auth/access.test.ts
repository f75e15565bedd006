import { createHash } from 'node:crypto'
import t from 'tap'
import { accessControl } from '../../contract/index.js'
import { hashPassword } from './passwords.js'
import { ada, start } from './test-accounts.js'

t.test('roles of credentials in workspaces', async (t) => {
  const { post, sql, admission, use, advance, dependencies: parts, callerOf } = await start(t)
  const platform = await post('setup', ada)
  const control = use(accessControl)
  await sql(`INSERT INTO sextant.workspaces (id, name, slug, created_at, updated_at) VALUES
    ('ws_1', 'one', 'one', now(), now()), ('ws_2', 'two', 'two', now(), now())`)
  const [one] = (await sql(`SELECT id, number::int FROM sextant.workspaces WHERE id = 'ws_1'`)) as [object]

  await t.test('a member has the role of the workspace, a stranger none', async (t) => {
    const hash = await hashPassword(ada.password)
    await sql(`INSERT INTO sextant.users VALUES ('usr_eve', 'eve@example.com', 'admin', $1, now())`, [hash])
    await sql(`INSERT INTO sextant.members VALUES ('ws_1', 'usr_eve', 'viewer', now())`)
    const eve = (await post('login', { ...ada, email: 'eve@example.com' })).token
    t.match(await admission({ token: eve }, 'ws_1'), {
      caller: { role: 'admin' },
      workspace: one,
      role: 'viewer',
    })
    for (const id of ['ws_2', 'ws_none', null])
      t.match(await admission({ token: eve }, id), { caller: { id: 'usr_eve' }, workspace: null, role: null })
    const { sessionId } = await callerOf({ token: eve })
    t.equal(
      await control.session({ sub: platform.user.id, jti: sessionId! }, null),
      null,
      'another user of it',
    )
    await sql(`DELETE FROM sextant.users WHERE id = 'usr_eve'`)
    t.equal(await control.session({ sub: 'usr_eve', jti: sessionId! }, 'ws_1'), null)
  })

  await t.test('the calendar of the workspace comes with the role', async (t) => {
    t.match(await admission(platform, 'ws_1'), { defaults: { timezone: 'UTC', weekStart: 'monday' } })
    await sql(
      `UPDATE sextant.workspaces SET timezone = 'Asia/Tokyo', week_start = 'sunday' WHERE id = 'ws_2'`,
    )
    t.match(await admission(platform, 'ws_2'), { defaults: { timezone: 'Asia/Tokyo', weekStart: 'sunday' } })
    t.equal((await admission(platform, 'ws_none'))?.defaults, undefined)
    await t.rejects(sql(`UPDATE sextant.workspaces SET week_start = 'friday' WHERE id = 'ws_2'`))
  })

  await t.test('platform is admin wherever there is a workspace', async (t) => {
    t.match(await admission(platform, 'ws_1'), { workspace: one, role: 'admin' })
    t.match(await admission(platform, 'ws_none'), { workspace: null, role: null })
  })

  const ingest = '0123456789abcdef'.repeat(2)
  const query = `sxq_${'aZ9-_'.repeat(8)}`
  const addKey = (
    id: string,
    secret: string,
    kind: string,
    role: string | null,
    expires: Date | null = null,
  ) =>
    sql(`INSERT INTO sextant.keys VALUES ($1, 'ws_1', 'k', $2, $3, 'p', $4, $5, NULL, NULL, now())`, [
      id,
      kind,
      role,
      createHash('sha256').update(secret).digest('hex'),
      expires,
    ])

  await t.test('a key has access to its own workspace only', async (t) => {
    await addKey('key_i', ingest, 'ingest', null)
    await addKey('key_q', query, 'query', 'editor')
    const caller = { email: null, role: 'viewer', sessionId: null }
    const asIngest = { ...caller, id: 'key_i', kind: 'ingest-key' }
    const asQuery = { ...caller, id: 'key_q', kind: 'query-key' }
    const defaults = { timezone: 'UTC', weekStart: 'monday' }
    for (const id of [null, 'ws_1']) {
      t.strictSame(await control.key(ingest, id), { caller: asIngest, workspace: one, role: null, defaults })
      const admitted = { caller: asQuery, workspace: one, role: 'editor', defaults }
      t.strictSame(await control.key(query, id), admitted)
    }
    t.strictSame(await control.key(query, 'ws_2'), { caller: asQuery, workspace: null, role: null })
    t.strictSame(await control.key(ingest, 'ws_2'), { caller: asIngest, workspace: null, role: null })
    for (const secret of [
      '',
      ingest.toUpperCase(),
      `${ingest}0`,
      'f'.repeat(32),
      `${query}x`,
      'sxq_short',
      `a\0${ingest}`,
    ])
      t.equal(await control.key(secret, 'ws_1'), null)
  })

  await t.test('the use of a key is noted once a minute', async (t) => {
    const { close } = control as typeof control & { close: () => Promise<void> }
    const noted = async () => {
      await close()
      const [row] = await sql(`SELECT last_used_at FROM sextant.keys WHERE id = 'key_q'`)
      return (row?.['last_used_at'] as Date).getTime()
    }
    const before = parts.clock()
    t.equal(await noted(), before)
    advance(59_999)
    await Promise.all(Array.from({ length: 20 }, () => control.key(query, null)))
    t.equal(await noted(), before)
    advance(1)
    await Promise.all(Array.from({ length: 20 }, () => control.key(query, null)))
    t.equal(await noted(), before + 60_000)
  })

  await t.test('an expired or deleted key is unknown', async (t) => {
    const brief = 'a'.repeat(32)
    await addKey('key_x', brief, 'ingest', null, new Date(parts.clock() + 1000))
    advance(999)
    t.ok(await control.key(brief, null))
    advance(1)
    t.equal(await control.key(brief, null), null)
    await sql(`DELETE FROM sextant.keys WHERE id = 'key_q'`)
    t.equal(await control.key(query, null), null)
    await sql(`DELETE FROM sextant.workspaces WHERE id = 'ws_1'`)
    t.equal(await control.key(ingest, null), null)
  })
})
