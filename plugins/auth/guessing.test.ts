import t from 'tap'
import type { ServiceError } from '../../contract/index.js'
import { accounts } from './accounts.js'
import { createGate } from './gate.js'
import { ada, start } from './test-accounts.js'

t.test('wrong passwords delay further attempts', async (t) => {
  const { post, use, advance, sql } = await start(t, { declared: { SIGN_IN_TRIES: 3, SIGN_IN_MAX_DELAY: 8 } })
  await post('setup', ada)
  const login = (password: string, address = '203.0.113.9', email = ada.email) =>
    use(accounts)
      .login(email, password, address)
      .then(
        () => 'in',
        (error: unknown) => {
          const { code, retryAfter } = error as ServiceError
          return code === 'RATE_LIMITED' ? retryAfter : code
        },
      )
  t.equal(await login(ada.password, '198.51.100.1'), 'in')

  for (const email of [ada.email, 'nobody@example.com']) {
    let address = 0
    const wrong = () => login('wrong', `203.0.113.${++address}`, email)
    for (let n = 0; n < 3; n++) t.equal(await wrong(), 'UNAUTHORIZED', 'free')
    for (const seconds of [1, 2, 4, 8, 8]) {
      t.equal(await wrong(), seconds, `${email}: from whatever address`)
      t.equal(await login(ada.password, '203.0.113.200', email), seconds, 'the right one waits, too')
      advance(seconds * 1000)
      t.equal(await wrong(), 'UNAUTHORIZED')
    }
  }

  t.equal(await login(ada.password, '198.51.100.1'), 'in', 'not where the owner has signed in before')
  advance(8_000)
  t.equal(await login(ada.password, '203.0.113.77'), 'in')
  t.equal(await login('wrong', '203.0.113.78'), 'UNAUTHORIZED', 'forgotten after a right one')

  const many = await Promise.all(Array.from({ length: 20 }, (_, n) => login('wrong', `192.0.2.${n}`)))
  t.equal(
    many.filter((outcome) => outcome === 'UNAUTHORIZED').length,
    2,
    'those at once are counted one by one',
  )

  const entries = await sql(
    `SELECT subject_id, details FROM sextant.audit WHERE action = 'user.sign_in_refused' ORDER BY id`,
  )
  t.match(entries[0], {
    subject_id: /^usr_/,
    details: { email: ada.email, address: '203.0.113.1', reason: 'wrong', tries: 1 },
  })
  t.ok(entries.some(({ subject_id }) => subject_id === 'unknown'))
  t.ok(entries.length <= 100, `bounded: ${entries.length}`)
})

t.test('a common password is rejected', async (t) => {
  const common = { code: 'VALIDATION_ERROR', message: /most common/ }
  const { post, callerOf, call } = await start(t)
  await t.rejects(post('setup', { ...ada, password: 'Password1' }), common)
  const wide = '\uff30\uff41ssword\uff11'
  await t.rejects(post('setup', { ...ada, password: wide }), common, 'Password1 in wide letters')
  const caller = await callerOf(await post('setup', ada))
  const body = { current_password: ada.password, new_password: 'qwertyuiop' }
  await t.rejects(call('POST /api/v1/auth/password', { caller, body }), {
    ...common,
    details: [{ path: '/new_password' }],
  })
  const settings = { adminEmail: ada.email, adminPassword: 'password123' }
  const outside = await start(t, { ...settings, host: '0.0.0.0' })
  await t.rejects(outside.use(accounts).start(), /ADMIN_PASSWORD is one of the most common/)
  const proxied = await start(t, { ...settings, host: '127.0.0.1', publicUrl: 'https://a.example' })
  await t.rejects(proxied.use(accounts).start(), /ADMIN_PASSWORD is one of the most common/)
  const loopback = await start(t, { ...settings, host: '127.0.0.1' })
  await loopback.use(accounts).start()
  t.ok(await loopback.post('login', { email: ada.email, password: 'password123' }), 'a warning on loopback')
})

t.test('one caller with many requests cannot keep others out', async (t) => {
  const gate = createGate(1, 4)
  const order: string[] = []
  let open: () => void = () => undefined
  const first = gate('crowd', () => new Promise<void>((done) => (open = done)))
  const enter = (caller: string, name: string) =>
    gate(caller, async () => void order.push(name)).catch(() => void order.push(`${name} refused`))
  const works = [1, 2, 3, 4, 5].map((n) => enter('crowd', `crowd ${n}`))
  await new Promise(setImmediate)
  t.strictSame(order, ['crowd 5 refused'], 'the queue is bounded')
  works.push(enter('one', 'one'), enter('two', 'two'))
  await new Promise(setImmediate)
  t.strictSame(order.splice(0), ['crowd 5 refused', 'crowd 4 refused', 'crowd 3 refused'])
  open()
  await Promise.all([first, ...works])
  t.strictSame(order, ['crowd 1', 'one', 'two', 'crowd 2'], 'in turns')
})
