import { gzipSync } from 'node:zlib'
import { setTimeout as pause } from 'node:timers/promises'
import { compress } from 'snappyjs'
import t, { type Test } from 'tap'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { openIngestion, type Ingestion } from './ingestion.js'
import { becomes, gauge, head, rawSocket, type RawSocket } from './raw-sockets.js'
import { adminEmail, adminPassword, testService } from '../support/service.js'

const megabyte = 1024 * 1024
const times = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, n) => make(n))

const start = async (t: Test, environment: Readonly<Record<string, string>> = {}): Promise<Ingestion> =>
  openIngestion(
    await testService(t, {
      store: { name: 'memory', make: createMemoryStore },
      environment: { TRUST_PROXY: 'false', BODY_GRACE: '1', ...environment },
    }),
  )

const snappy = { 'Content-Encoding': 'snappy' }

let made = 0
const event = () => ({ event: 'e', device_id: 'd', message_id: `m${made++}` })

/** Checks that ingestion, a query by POST and a sign-in, which everyone needs, still work. */
async function goesOn(t: Test, { service, id, send }: Ingestion): Promise<void> {
  const formula = { range: 'today', formula: 'A', series: [{ metric: 'dau' }] }
  const [ingested, asked, signedIn] = await Promise.all([
    send(event()),
    service.call('POST', '/api/v1/metrics/formula', { workspace: id, body: formula }),
    service.call('POST', '/api/v1/auth/login', { body: { email: adminEmail, password: adminPassword } }),
  ])
  t.equal(ingested.status, 202, 'ingestion')
  t.equal(asked.status, 200, `a formula: ${JSON.stringify(asked.body).slice(0, 200)}`)
  t.equal(signedIn.status, 200, 'a sign-in')
}

/** Checks that every connection is closed by the service, and that no memory is held. */
async function givesBack(t: Test, { service }: Ingestion, sockets: readonly RawSocket[]): Promise<void> {
  await Promise.all(sockets.map(({ ended }) => ended))
  await becomes(service.base, 'sextant_http_body_bytes', 0)
  await becomes(service.base, 'sextant_http_connections', 1)
  t.pass('everything is given back')
}

t.test('bodies that are announced and never come', async (t) => {
  const fixture = await start(t)
  const lengths = [...times(12, () => 10 * megabyte), 8 * megabyte]
  const sockets = await Promise.all(
    lengths.map((length) => rawSocket(t, fixture.service.base, head('/posthog/batch', length))),
  )
  await goesOn(t, fixture)
  for (const { ended } of sockets) {
    const answer = await ended
    t.match(answer, /^HTTP\/1\.1 503 .*\r\nRetry-After: \d+\r\n.*BODY_MIN_RATE/is)
  }
  await goesOn(t, fixture)
  await givesBack(t, fixture, sockets)
})

t.test('silent connections', async (t) => {
  const limits = { MAX_CONNECTIONS: '300', MAX_CONNECTIONS_PER_ADDRESS: '200', HEADERS_TIMEOUT: '2' }
  for (const proxy of ['false', 'true']) {
    const fixture = await start(t, { ...limits, TRUST_PROXY: proxy })
    await goesOn(t, fixture)
    const began = 'POST /posthog/batch HTTP/1.1\r\nHost: localhost\r\n'
    const sockets = await Promise.all(
      times(500, (n) => rawSocket(t, fixture.service.base, n % 2 === 0 ? '' : began)),
    )
    await goesOn(t, fixture)
    t.ok((await gauge(fixture.service.base, 'sextant_http_connections')) <= (proxy === 'true' ? 300 : 200))
    const answers = await Promise.all(sockets.map(({ ended }) => ended))
    t.ok(answers.every((answer) => answer === '' || /^HTTP\/1\.1 503 .*HEADERS_TIMEOUT/s.test(answer)))
    t.equal(answers.filter((_, n) => n % 2 === 0).join(''), '', 'silence is answered by none')
    await goesOn(t, fixture)
    await givesBack(t, fixture, sockets)
  }
})

t.test(
  'silent connections, slow bodies and a crowd at a route that hashes passwords, all at once',
  async (t) => {
    const fixture = await start(t, {
      MAX_CONNECTIONS_PER_ADDRESS: '800',
      BODY_GRACE: '600',
      HEADERS_TIMEOUT: '600',
    })
    const { service, id } = fixture
    const open = (count: number, text: (n: number) => string): Promise<readonly RawSocket[]> =>
      Promise.all(times(count, (n) => rawSocket(t, service.base, text(n))))
    const silent = await open(500, () => '')
    const slow = await open(20, () => `${head('/posthog/batch', megabyte)}${' '.repeat(300_000)}`)
    await becomes(service.base, 'sextant_http_connections', 521)
    const account = { Authorization: `Bearer ${service.token}`, 'X-Workspace-ID': id }
    const json = { ...account, 'Content-Type': 'application/json' }
    const crowd = await open(120, (n) => {
      const body = JSON.stringify({
        email: `p${n}@example.com`,
        role: 'viewer',
        password: 'a long enough one',
      })
      return head('/api/v1/admin/users', body.length, json) + body
    })
    await goesOn(t, fixture)
    const wholeAnswer = /^HTTP\/1\.1 (201|429|503) /
    for (const one of crowd) t.match(await one.answered(wholeAnswer), wholeAnswer)
    await goesOn(t, fixture)
    t.ok(
      silent.every(({ socket }) => !socket.destroyed),
      'below the limits nothing is evicted',
    )
    for (const { socket } of [...silent, ...slow, ...crowd]) socket.destroy()
    await becomes(service.base, 'sextant_http_connections', 1)
  },
)

t.test('bodies that trickle in', async (t) => {
  const fixture = await start(t)
  const paths = { '/posthog/batch': {}, '/v1/events': { Authorization: `Bearer ${fixture.key}` } }
  const sockets: RawSocket[] = []
  for (const [path, headers] of Object.entries(paths))
    for (let n = 0; n < 20; n++)
      sockets.push(
        await rawSocket(t, fixture.service.base, `${head(path, megabyte, headers)}${' '.repeat(100_000)}`),
      )
  let dripping = true
  const drip = async (): Promise<void> => {
    while (dripping) {
      for (const { socket } of sockets) if (socket.writable) socket.write(' ')
      await pause(50)
    }
  }
  const done = drip()
  await goesOn(t, fixture)
  for (const { ended } of sockets)
    t.match(await ended, /^HTTP\/1\.1 503 .*\r\nRetry-After: \d+\r\n.*BODY_MIN_RATE/is)
  await givesBack(t, fixture, sockets)
  dripping = false
  await done
})

t.test('a Snappy block counts with the length of its content', async (t) => {
  const { service, key } = await start(t, { BODY_GRACE: '600' })
  const keyed = { Authorization: `Bearer ${key}` }
  const block = Buffer.from(compress(Buffer.alloc(30 * megabyte)))
  const write = () =>
    service.call('POST', '/prometheus/api/v1/write', { token: key, body: block, headers: snappy })
  t.equal((await write()).status, 204, 'alone it is read')
  const other = await rawSocket(
    t,
    service.base,
    head('/v1/events', 10 * megabyte, keyed) + ' '.repeat(4 * megabyte),
  )
  await becomes(service.base, 'sextant_http_body_bytes', 4 * megabyte)
  const refused = await write()
  t.match(refused, { status: 503, body: { message: /BODY_MEMORY_PER_CALLER/ } }, `${block.length} bytes sent`)
  t.ok(Number(refused.headers.get('retry-after')) >= 1)
  other.socket.destroy()
  await becomes(service.base, 'sextant_http_body_bytes', 0)
})

t.test('a client that is slow but honest gets through', async (t) => {
  const { service, key } = await start(t, { BODY_MIN_RATE: '20' })
  const body = JSON.stringify({ ...event(), padding: 'x'.repeat(1_000) })
  const { socket, answered } = await rawSocket(
    t,
    service.base,
    head('/v1/events', body.length, { Authorization: `Bearer ${key}` }),
  )
  for (let at = 0; at < body.length; at += 50) {
    socket.write(body.slice(at, at + 50))
    await pause(100)
  }
  t.match(await answered(/\}$/), /^HTTP\/1\.1 202 /)
})

t.test('a wrong key is refused before its body is read, wherever it stands', async (t) => {
  const { service, key } = await start(t)
  const wrong = 'f'.repeat(32)
  const asked: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['/posthog/batch', { 'X-API-Key': wrong }],
    [`/posthog/batch?token=${wrong}`, {}],
    ['/segment/v1/batch', { Authorization: `Basic ${btoa(`${wrong}:`)}` }],
    ['/v1/events', { Authorization: `Bearer ${wrong}` }],
    ['/v1/events', {}],
    ['/api/v1/metrics/formula', { Authorization: `Bearer ${wrong}` }],
    ['/api/v1/admin/workspace/keys', { Authorization: 'Bearer a.b.c' }],
  ]
  const refusal = async ([path, headers]: (typeof asked)[number], close: object): Promise<void> => {
    const { ended } = await rawSocket(t, service.base, head(path, megabyte, { ...headers, ...close }))
    t.match(await ended, /^HTTP\/1\.1 401 .*"UNAUTHORIZED"/s, path)
  }
  await Promise.all(asked.flatMap((one) => [{}, { Connection: 'close' }].map((close) => refusal(one, close))))
  const expecting = { Expect: '100-continue' }
  const refused = await rawSocket(
    t,
    service.base,
    head('/v1/events', 1_000, { ...expecting, Authorization: `Bearer ${wrong}` }),
  )
  t.match(await refused.ended, /^HTTP\/1\.1 401 /, 'who waits for a "continue" need not send it')
  const body = JSON.stringify(event())
  const taken = await rawSocket(
    t,
    service.base,
    head('/v1/events', body.length, { ...expecting, Authorization: `Bearer ${key}` }),
  )
  await taken.answered(/^HTTP\/1\.1 100 Continue\r\n\r\n/)
  taken.socket.write(body)
  t.match(await taken.answered(/\}$/), /\r\nHTTP\/1\.1 202 /)
  taken.socket.destroy()
  await becomes(service.base, 'sextant_http_connections', 1)
})

t.test('a client that sends on behind a refusal reads it', async (t) => {
  const { service, key } = await start(t)
  const bytes = 11 * megabyte
  for (const headers of [{ Authorization: `Bearer ${key}` }, { Authorization: 'Bearer none' }])
    for (const close of [{}, { Connection: 'close' }]) {
      const all = head('/v1/events', bytes, { ...headers, ...close }) + ' '.repeat(bytes)
      const { socket, answered } = await rawSocket(t, service.base, all)
      t.match(await answered(/\}$/), /^HTTP\/1\.1 4(01|13) .*"(UNAUTHORIZED|PAYLOAD_TOO_LARGE)"/s)
      socket.destroy()
    }
  for (const text of ['GARBAGE\r\n\r\n', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`])
    t.match(await (await rawSocket(t, service.base, text)).ended, /^HTTP\/1\.1 422 /)
  await becomes(service.base, 'sextant_http_connections', 1)
})

t.test('bodies without a key in a header have a smaller share', async (t) => {
  const fixture = await start(t, { TRUST_PROXY: 'true', BODY_GRACE: '600' })
  const { service, key, send } = fixture
  const from = (address: string) => ({ 'X-Forwarded-For': address })
  const hold = (address: string): Promise<RawSocket> =>
    rawSocket(
      t,
      service.base,
      head('/posthog/batch', 10 * megabyte, from(address)) + ' '.repeat(7 * megabyte),
    )
  const capture = (headers: Readonly<Record<string, string>>, bytes: number) =>
    service.call('POST', '/posthog/batch', {
      token: null,
      headers,
      body: gzipSync(JSON.stringify({ api_key: key, batch: [], padding: 'x'.repeat(bytes) })),
    })
  t.equal((await capture(from('192.0.2.1'), 40 * megabyte)).status, 200, 'alone it may be as large as any')
  const held = [await hold('192.0.2.1')]
  await becomes(service.base, 'sextant_http_body_bytes', 7 * megabyte)
  const refused = await capture(from('192.0.2.1'), 5 * megabyte)
  t.match(refused, { status: 503, body: { message: /BODY_MEMORY_PER_CALLER/ } })
  t.ok(Number(refused.headers.get('retry-after')) >= 1)
  t.equal((await capture(from('192.0.2.1'), 1_000)).status, 200, 'a small one has its place')
  t.equal((await capture(from('192.0.2.2'), 5 * megabyte)).status, 200, 'so has another address')
  for (let n = 3; n < 11; n++) held.push(await hold(`192.0.2.${n}`))
  await becomes(service.base, 'sextant_http_body_bytes', 63 * megabyte)
  const full = await capture(from('192.0.2.99'), 5 * megabyte)
  t.match(full, { status: 503, body: { message: /\(BODY_MEMORY\)/ } })
  const keyed = { ...from('192.0.2.99'), 'X-API-Key': key }
  t.equal((await capture(keyed, 20 * megabyte)).status, 200, 'with the key in a header there is room')
  t.equal((await send([], { body: `${' '.repeat(9 * megabyte)}${JSON.stringify(event())}` })).status, 202)
  await goesOn(t, fixture)
  for (const { socket } of held) socket.destroy()
  await givesBack(t, fixture, held)
})
