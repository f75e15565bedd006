import t from 'tap'
import { accessControl } from '../../contract/index.js'
import { setupCodeOf } from './setup-code.js'
import { ada, start } from './test-accounts.js'

const status = 'GET /api/v1/auth/setup/status'

t.test('on this machine alone the code is optional, and never wrong', async (t) => {
  const { call, post, use, dependencies: parts } = await start(t)
  t.strictSame(await call(status), { data: { setup_required: true, code_required: false } })
  await t.rejects(post('setup', { ...ada, code: 'guessed' }), {
    code: 'FORBIDDEN',
    message: /^code is wrong/,
    details: [{ path: '/code' }],
  })
  const code = await use(accessControl).setupCode?.()
  t.match(code, /^[\w-]{24}$/)
  t.equal(code, setupCodeOf(parts.tokenKey), 'the same in every process of the installation')
  t.not(code, setupCodeOf(new TextEncoder().encode('the key of another installation, also long')))
  t.match(await post('setup', { ...ada, code }), { user: { role: 'platform' } })
  t.equal(await use(accessControl).setupCode?.(), null, 'it ends with the first user')
  await t.rejects(post('setup', { ...ada, code }), { code: 'CONFLICT' })
})

t.test('where others reach the service, the code is required', async (t) => {
  for (const settings of [
    { host: '0.0.0.0' },
    { host: '::' },
    { host: '192.0.2.1' },
    { trustProxy: 1 },
    { publicUrl: 'https://a.example' },
    { allowedHosts: ['a.example'] },
  ]) {
    const { call, post, use, sql } = await start(t, settings)
    t.strictSame(await call(status), { data: { setup_required: true, code_required: true } })
    await t.rejects(post('setup', ada), { code: 'FORBIDDEN', message: /^code is required/ })
    t.strictSame(await sql('SELECT count(*)::int AS n FROM sextant.users'), [{ n: 0 }])
    await post('setup', { ...ada, code: await use(accessControl).setupCode?.() })
    t.strictSame(await call(status), { data: { setup_required: false, code_required: false } })
  }
  const { call } = await start(t, { host: '::1', publicUrl: 'http://localhost:8080' })
  t.match(await call(status), { data: { code_required: false } })
})

t.test('refreshing ends SESSION_MAX_AGE after the sign-in', async (t) => {
  const fixture = await start(t, { tokenTtl: 3600, sessionMaxAge: 9000 })
  const { post, advance, callerOf, admission } = fixture
  const first = await post('setup', ada)
  const signedIn = Math.floor(fixture.dependencies.clock() / 1000) * 1000
  let login = first
  const refreshed = async () => {
    advance(3_000_000)
    login = await post('refresh', undefined, await callerOf(login))
    return (Date.parse(login.expires_at) - signedIn) / 1000
  }
  t.equal(await refreshed(), 6600)
  t.equal(await refreshed(), 9000, 'the last one is shorter')
  advance(2_900_000)
  t.ok(await admission(login))
  const caller = await callerOf(login)
  t.equal((Date.parse((await post('refresh', undefined, caller)).expires_at) - signedIn) / 1000, 9000)
  advance(100_000)
  t.equal(
    await fixture.use(accessControl).session({ sub: caller.id, jti: caller.sessionId ?? '' }, null),
    null,
  )
  await t.rejects(post('refresh', undefined, caller), { code: 'UNAUTHORIZED' })
  t.ok(await admission(await post('login', ada)), 'a new sign-in begins again')

  const long = await start(t, { tokenTtl: 9000, sessionMaxAge: 60 })
  const short = await long.post('setup', ada)
  t.equal(Date.parse(short.expires_at), Math.floor(long.dependencies.clock() / 1000) * 1000 + 60_000)
})
