import t from 'tap'
import { tryCounter } from '../../contract/index.js'
import { readEmail } from './email.js'
import { hashPassword, verifyPassword } from './passwords.js'
import { openSession, replaceSession } from './sessions-repository.js'
import { ada, start } from './test-accounts.js'
import { authRateLimit } from './settings.js'

t.test('changing a password', async (t) => {
  const { post, admission, callerOf, sql, call, routes } = await start(t)
  const first = await post('setup', ada)
  const other = await post('login', ada)
  const caller = await callerOf(first)
  const change = (current_password: string, new_password: string, who = caller) =>
    call('POST /api/v1/auth/password', { caller: who, body: { current_password, new_password } })

  await t.test('requires the current one and a good new one', async (t) => {
    const wrong = { code: 'VALIDATION_ERROR', details: [{ path: '/current_password' }] }
    for (const current of ['', 'wrong', 'Correct horse', `${ada.password} `])
      await t.rejects(change(current, 'a better one'), wrong)
    for (const next of ['', 'short', 'x'.repeat(201)])
      await t.rejects(change(ada.password, next), /new_password/)
    const key = { id: 'key_1', kind: 'query-key', email: null, role: 'viewer', sessionId: null } as const
    await t.rejects(change(ada.password, 'a better one', key), { code: 'FORBIDDEN' })
    await t.rejects(change(ada.password, 'a better one', { ...caller, id: 'usr_gone' }), wrong)
    t.ok(await admission(other), 'nothing has ended')
    t.match(routes.get('POST /api/v1/auth/password')?.rateLimit, { tries: authRateLimit, seconds: 60 })
  })

  await t.test('ends all other sessions', async (t) => {
    t.strictSame(await change(ada.password, 'a better one'), { data: {} })
    t.ok(await admission(first))
    t.equal(await admission(other), null)
    await t.rejects(post('login', ada), { code: 'UNAUTHORIZED' })
    t.ok((await post('login', { ...ada, password: 'a better one' })).token)
    const outside = { ...caller, sessionId: null }
    await change('a better one', 'the best one', outside)
    t.equal(await admission(first), null, 'all, if the own session is kept elsewhere')
  })

  await t.test('is in the audit log, without the passwords', async (t) => {
    const log = await sql(
      `SELECT action, actor_id, subject_id, details FROM sextant.audit
       WHERE action <> 'user.sign_in_refused' ORDER BY id`,
    )
    const { id } = first.user
    t.strictSame(log, [
      {
        action: 'user.created',
        actor_id: id,
        subject_id: id,
        details: { email: ada.email, role: 'platform' },
      },
      { action: 'user.password_changed', actor_id: id, subject_id: id, details: {} },
      { action: 'user.password_changed', actor_id: id, subject_id: id, details: {} },
    ])
  })
})

t.test('no session escapes a change of the password', async (t) => {
  const { post, admission, callerOf, sql, call, records, dependencies: parts } = await start(t)
  const first = await post('setup', ada)
  const caller = await callerOf(first)
  const change = (current_password: string, new_password: string) =>
    call('POST /api/v1/auth/password', { caller, body: { current_password, new_password } })
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  const somebodyWaits = async () => {
    while ((await sql(waiting)).length === 0) continue
  }
  const newSession = (jti: string) => ({
    jti,
    createdAt: new Date(parts.clock()),
    expiresAt: new Date(parts.clock() + 3_600_000),
    maxAge: 86_400,
  })
  const live = async () =>
    (await sql('SELECT jti FROM sextant.sessions WHERE ended_at IS NULL')).map(({ jti }) => jti)

  await t.test('that is renewed just before', async (t) => {
    const { sessionId } = await callerOf(await post('login', ada))
    const changed = records.transaction(async (transaction) => {
      await replaceSession(transaction, sessionId ?? '', newSession('ses_renewed'))
      const change_ = change(ada.password, 'a better one')
      await somebodyWaits()
      return { change_ }
    })
    await (
      await changed
    ).change_
    t.strictSame(await live(), [caller.sessionId])
  })

  await t.test('that is opened with the old one just after', async (t) => {
    const [row] = await sql('SELECT password_hash FROM sextant.users')
    const passwordHash = String(row?.['password_hash'])
    const changed = records.transaction(async (transaction) => {
      await transaction.query('LOCK TABLE audit IN ACCESS EXCLUSIVE MODE')
      const change_ = change('a better one', 'the best one')
      await somebodyWaits()
      const opened = openSession(records, { userId: caller.id, passwordHash }, newSession('ses_late'))
      return { change_, opened }
    })
    const { change_, opened } = await changed
    await change_
    t.equal(await opened, null)
    t.strictSame(await live(), [caller.sessionId])
  })
  t.ok(await admission(first))
})

t.test('an account without a hash rejects every password, as slowly as any other', async (t) => {
  for (const stored of ['', 'none', 'x', '$argon2id', '$2b$10$abc'])
    t.equal(await verifyPassword(stored, 'x'), false)
  t.equal(await verifyPassword(await hashPassword('a good password'), 'a good password'), true)
})

t.test('no two addresses become equal by lower case', (t) => {
  for (const address of ['\u212aim@example.com', 'k\u0130m@example.com', 'a@\u212a.com'])
    t.equal(readEmail(address), null)
  t.equal(readEmail('J\u00d6RG@example.com'), 'J\u00d6RG@example.com')
  t.end()
})

t.test('tries are counted in windows', async (t) => {
  const { use, advance, sql, runJob } = await start(t)
  const counter = use(tryCounter)
  t.strictSame(await counter.count('a', 60), { tries: 1, secondsLeft: 60 })
  advance(30_000)
  t.strictSame(await counter.count('a', 60), { tries: 2, secondsLeft: 30 })
  t.strictSame(await counter.count('b', 60), { tries: 1, secondsLeft: 60 })
  const many = await Promise.all(Array.from({ length: 50 }, () => counter.count('c', 60)))
  t.strictSame(
    many.map(({ tries }) => tries).sort((a, b) => a - b),
    Array.from({ length: 50 }, (_, n) => n + 1),
  )
  advance(30_000)
  t.strictSame(await counter.count('a', 60), { tries: 1, secondsLeft: 60 })
  advance(90_000)
  await counter.count('d', 60)
  await runJob('ended-rate-limits')
  t.strictSame(
    await sql('SELECT key, tries FROM sextant.tries'),
    [{ key: 'd', tries: 1 }],
    'old ones are deleted',
  )
})
