import { parseOptions } from '@node-rs/argon2'
import { jwtVerify } from 'jose'
import t from 'tap'
import { accessControl, type Caller } from '../../contract/index.js'
import { tokenKey } from '../../test/support/plugins.js'
import { accounts } from './accounts.js'
import { createGate } from './gate.js'
import { decoy, hashPassword, verifyPassword } from './passwords.js'
import { ada, start } from './test-accounts.js'
import { authRateLimit } from './settings.js'

const setupStatus = 'GET /api/v1/auth/setup/status'

t.test('setup', async (t) => {
  await t.test('fifty requests at once create one platform user', async (t) => {
    const { call, post, sql } = await start(t)
    t.strictSame(await call(setupStatus), { data: { setup_required: true, code_required: false } })
    const tries = Array.from({ length: 50 }, (_, i) =>
      post('setup', { ...ada, email: `user${i}@example.com` }),
    )
    const outcomes = (await Promise.allSettled(tries)).map((result) =>
      result.status === 'fulfilled' ? 'made' : (result.reason as { code: string }).code,
    )
    t.strictSame(outcomes.filter((outcome) => outcome === 'made').length, 1)
    t.strictSame(outcomes.filter((outcome) => outcome === 'CONFLICT').length, 49)
    t.strictSame(await sql('SELECT count(*)::int AS n, min(role) AS role FROM sextant.users'), [
      { n: 1, role: 'platform' },
    ])
    t.strictSame(await call(setupStatus), { data: { setup_required: false, code_required: false } })
  })

  await t.test('invalid users are rejected', async (t) => {
    const { post, routes } = await start(t)
    for (const password of ['', '1234567', 'x'.repeat(201)])
      await t.rejects(post('setup', { ...ada, password }), /password must NOT have/)
    for (const email of [
      '',
      'ada',
      '@example.com',
      'ada@',
      'a da@b.c',
      'a@b@c',
      'a\0@b.c',
      `${'x'.repeat(251)}@b.c`,
    ])
      await t.rejects(post('setup', { ...ada, email }), { code: 'VALIDATION_ERROR' })
    for (const name of ['login', 'setup'])
      t.strictSame(routes.get(`POST /api/v1/auth/${name}`)?.rateLimit, {
        group: 'auth',
        tries: authRateLimit,
        seconds: 60,
      })
    t.equal(routes.get('POST /api/v1/auth/setup')?.status, 201)
    await post('setup', { email: ' ada@example.com ', password: '\u{1f511}'.repeat(8) })
  })

  await t.test('the settings can name the first user', async (t) => {
    const settings = { adminEmail: ' ada@example.com', adminPassword: ada.password }
    const { use, post, call, sql } = await start(t, settings)
    await Promise.all([use(accounts).start(), use(accounts).start()])
    t.strictSame(await call(setupStatus), { data: { setup_required: false, code_required: false } })
    t.match(await post('login', ada), { user: { email: 'ada@example.com', role: 'platform' } })
    await t.rejects(post('setup', { ...ada, email: 'eve@example.com' }), { code: 'CONFLICT' })
    await use(accounts).start()
    t.strictSame(await sql('SELECT count(*)::int AS n FROM sextant.users'), [{ n: 1 }])
  })

  await t.test('settings of an invalid user stop the start', async (t) => {
    const short = await start(t, { adminEmail: ada.email, adminPassword: 'short' })
    await t.rejects(short.use(accounts).start(), /ADMIN_PASSWORD/)
    const bad = await start(t, { adminEmail: 'ada', adminPassword: ada.password })
    await t.rejects(bad.use(accounts).start(), /ADMIN_EMAIL/)
  })
})

t.test('sessions', async (t) => {
  const fixture = await start(t)
  const { post, call, advance, admission, callerOf, sql } = fixture
  const first = await post('setup', ada)

  await t.test('a login gives a token of this service', async (t) => {
    const login = await post('login', { ...ada, email: ' aDA@example.COM' })
    const { payload, protectedHeader } = await jwtVerify(login.token, tokenKey, {
      issuer: 'sextant',
      currentDate: new Date(fixture.dependencies.clock()),
    })
    t.equal(protectedHeader.alg, 'HS256')
    const now = Math.floor(fixture.dependencies.clock() / 1000)
    t.match(payload, {
      sub: login.user.id,
      email: ada.email,
      role: 'platform',
      jti: /^ses_/,
      iat: now,
      exp: now + 3600,
    })
    t.equal(login.expires_at, new Date((now + 3600) * 1000).toISOString())
    t.notMatch(JSON.stringify(login), /argon2|hash/)
    t.match(await admission(login), {
      caller: { id: first.user.id, kind: 'user', email: ada.email, role: 'platform', sessionId: payload.jti },
      workspace: null,
      role: null,
    })
  })

  await t.test('a wrong password and an unknown e-mail get the same answer', async (t) => {
    const failure = (body: object) =>
      post('login', body).then(
        () => t.fail('logged in'),
        (error: unknown) => error,
      )
    const wrong = await failure({ ...ada, password: 'incorrect horse' })
    t.match(wrong, { code: 'UNAUTHORIZED' })
    for (const email of ['eve@example.com', 'nonsense', 'a\0@b.c', ''])
      t.strictSame(await failure({ ...ada, email }), wrong)
    t.strictSame(await failure({ ...ada, password: '' }), wrong)
  })

  await t.test('logging out ends one session at once, and no other', async (t) => {
    const [here, there] = [await post('login', ada), await post('login', ada)]
    t.strictSame(await post('logout', undefined, await callerOf(here)), {})
    t.equal(await admission(here), null)
    t.ok(await admission(there))
  })

  await t.test('refreshing replaces the session, for one of several requests', async (t) => {
    const old = await post('login', ada)
    const caller = await callerOf(old)
    const tries = await Promise.allSettled([1, 2, 3].map(() => post('refresh', undefined, caller)))
    const fresh = tries.filter((result) => result.status === 'fulfilled')
    t.equal(fresh.length, 1)
    t.strictSame(
      tries
        .filter((result) => result.status === 'rejected')
        .map(({ reason }) => (reason as { code: string }).code),
      ['UNAUTHORIZED', 'UNAUTHORIZED'],
    )
    t.equal(await admission(old), null)
    t.match(await admission(fresh[0]!.value), { caller: { id: caller.id } })
  })

  await t.test('me', async (t) => {
    const caller = await callerOf(await post('login', ada))
    await sql(`INSERT INTO sextant.workspaces (id, name, slug, created_at, updated_at) VALUES
      ('ws_1', 'beta', 'b', now(), now()), ('ws_2', 'Alpha', 'a', now(), now()), ('ws_3', 'other', 'o', now(), now())`)
    await sql(
      `INSERT INTO sextant.members VALUES ('ws_1', $1, 'viewer', now()), ('ws_2', $1, 'admin', now())`,
      [caller.id],
    )
    const now = new Date(fixture.dependencies.clock()).toISOString()
    t.strictSame(await call('GET /api/v1/auth/me', { caller }), {
      data: {
        user: { id: caller.id, email: ada.email, role: 'platform', created_at: now, last_login_at: now },
        workspaces: [
          { id: 'ws_2', name: 'Alpha', slug: 'a', role: 'admin', timezone: 'UTC', week_start: 'monday' },
          { id: 'ws_1', name: 'beta', slug: 'b', role: 'viewer', timezone: 'UTC', week_start: 'monday' },
        ],
      },
    })
    const key: Caller = { id: 'key_1', kind: 'query-key', email: null, role: 'viewer', sessionId: null }
    for (const route of ['GET /api/v1/auth/me', 'POST /api/v1/auth/logout', 'POST /api/v1/auth/refresh'])
      await t.rejects(call(route, { caller: key }), { code: 'FORBIDDEN' })
    await t.rejects(call('GET /api/v1/auth/me', { caller: { ...caller, id: 'usr_gone' } }), {
      code: 'UNAUTHORIZED',
    })
  })

  await t.test('a session expires with its token, and is deleted', async (t) => {
    const login = await post('login', ada)
    const caller = await callerOf(login)
    advance(3599_000)
    t.ok(await admission(login))
    // Half a second past a whole one: the session must not outlive its token, whose end is a whole second.
    advance(1000)
    t.equal(await fixture.use(accessControl).session({ sub: caller.id, jti: caller.sessionId! }, null), null)
    await t.rejects(post('refresh', undefined, caller), { code: 'UNAUTHORIZED' })
    const live = await post('login', ada)
    await fixture.runJob('expired-sessions')
    t.strictSame(await sql('SELECT jti FROM sextant.sessions'), [{ jti: (await callerOf(live)).sessionId }])
  })
})

t.test('passwords', async (t) => {
  const stored = await hashPassword('caf\u00e9 au lait')
  t.match(stored, /^\$argon2id\$/)
  t.ok(await verifyPassword(stored, 'cafe\u0301 au lait'), 'the same letters, typed otherwise')
  t.notOk(await verifyPassword(stored, 'cafe au lait'))
  t.notOk(await verifyPassword(null, 'anything'))
  t.strictSame(parseOptions(decoy), parseOptions(stored), 'the decoy takes as long as a real hash')
})

t.test('a flood of hashes is bounded', async (t) => {
  const gate = createGate(2, 3)
  let running = 0
  let most = 0
  const releases: (() => void)[] = []
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((release) => releases.push(release))
    running -= 1
    throw new Error('done')
  }
  const tries = Array.from({ length: 6 }, () => gate('a', work).catch((error: unknown) => error))
  t.match(await tries[5], { code: 'UNAVAILABLE', retryAfter: Number })
  for (let left = 5; left > 0; left--) {
    releases.shift()?.()
    await Promise.race(tries.slice(5 - left, 5))
    await new Promise(setImmediate)
  }
  t.strictSame(
    (await Promise.all(tries.slice(0, 5))).map((error) => (error as Error).message),
    Array(5).fill('done'),
  )
  t.equal(most, 2)
  const again = gate('a', () => Promise.resolve('free'))
  t.equal(await again, 'free')
})
