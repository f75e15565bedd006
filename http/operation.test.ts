import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { ServiceError, type AnalyticsStore } from '../contract/index.js'
import { callTo, post, type Answer, type Init } from '../test/support/http-client.js'
import {
  demoStore,
  ingestSecret,
  queryKey,
  runDemo,
  tokenOf,
  workspace,
} from '../test/support/demo-service.js'

const inWorkspaceOne = { 'x-workspace-id': workspace.id }
const running = await runDemo()
const call = callTo(running.url)
const viewer = await tokenOf('usr_viewer')
const metric = (path: string, init: Init = {}): Promise<Answer> =>
  call(`/api/v1/metrics${path}`, { as: viewer, headers: inWorkspaceOne, ...init })

t.teardown(() => running.service.close())

t.test('paths and methods that are not there', async (t) => {
  t.match(await call('/nowhere'), { status: 404, body: { error: 'NOT_FOUND' } })
  const wrong = await metric('/dau', { method: 'DELETE' })
  t.match(wrong, { status: 405, body: { error: 'METHOD_NOT_ALLOWED' } })
  t.equal(wrong.headers.get('allow'), 'GET, HEAD, OPTIONS')
  t.equal((await metric('/dau', { method: 'OPTIONS' })).status, 204)
  const head = await metric('/dau', { method: 'HEAD' })
  t.same([head.status, head.text], [200, ''])
  for (const path of [
    '/%E0%A4%A',
    '/api/v1/metrics/events/top/%E0%A4%A/raw',
    '/api/v1/metrics/events/top/a%00/raw',
  ])
    t.match(await call(path, { as: viewer }), { status: 422, body: { error: 'VALIDATION_ERROR' } }, path)
  t.same((await metric('/events/top/a%2Fb/raw')).body.data, [], 'an escaped slash is part of the name')
})

t.test('what is no HTTP, or hardly any, is answered like everything else', async (t) => {
  const answerTo = async (request: string): Promise<string> => {
    const socket = connect(Number(new URL(running.url).port))
    socket.write(request)
    const chunks = (await socket.toArray()) as Buffer[]
    return Buffer.concat(chunks).toString()
  }
  const head = 'GET /healthz HTTP/1.1\r\nConnection: close\r\n'
  const refused = {
    'no HTTP': 'GARBAGE\r\n\r\n',
    'a method that nobody knows': 'FETCH /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
    'a negative length': `${head}Host: a\r\nContent-Length: -1\r\n\r\n`,
    'headers that are too long': `${head}Host: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    'an address that is too long': `GET /healthz?a=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    'no host': `${head}\r\n`,
  }
  for (const [what, request] of Object.entries(refused)) {
    const answer = await answerTo(request)
    t.match(answer, /^HTTP\/1\.1 422 .*\r\n\r\n\{"error":"VALIDATION_ERROR","message":".+"\}$/s, what)
    t.match(answer, /^X-Request-ID: req_[\w-]{22}\r$/im, what)
  }
  const fine = {
    'HTTP 1.0 needs no host': 'GET /healthz HTTP/1.0\r\n\r\n',
    'an expectation that nobody knows': `${head}Host: a\r\nExpect: wonders\r\n\r\n`,
  }
  for (const [what, request] of Object.entries(fine)) {
    const answer = await answerTo(request)
    t.match(answer, /^HTTP\/1\.1 200 .*\{"status":"ok"\}$/s, what)
    t.match(answer, /^X-Request-ID: req_[\w-]{22}\r$/im, what)
  }
})

t.test('faults: nothing of the inside gets out', async (t) => {
  const broken = await call('/api/v1/demo/broken', { headers: { 'x-request-id': 'mine-1' } })
  t.match(broken, { status: 500, body: { error: 'INTERNAL', request_id: 'mine-1' } })
  t.notMatch(broken.text, /secret/)
  const line = running.lines.find(
    ({ level, fields }) => level === 'error' && fields['request_id'] === 'mine-1',
  )
  t.match(line?.fields['err'], { message: /secret/ })
  const inLookUp = await call('/api/v1/demo/user', { as: await tokenOf('usr_admin', { jti: 'broken' }) })
  t.equal(inLookUp.status, 500, 'a fault of a look-up is no 401')
})

t.test('request ids, headers, log lines and the metrics of the service', async (t) => {
  const ours = await call('/healthz', { headers: { 'x-request-id': 'not sane' } })
  t.match(ours.headers.get('x-request-id'), /^req_[\w-]{22}$/)
  t.equal(
    (await call('/healthz', { headers: { 'x-request-id': 'a.b-c_1' } })).headers.get('x-request-id'),
    'a.b-c_1',
  )
  t.equal(ours.headers.get('x-content-type-options'), 'nosniff')
  t.match(ours.headers.get('content-security-policy'), /default-src 'self'/)
  t.notOk(ours.headers.has('strict-transport-security'))

  await call(
    `/api/v1/demo/ingest?token=${ingestSecret}`,
    post('x', { headers: { 'x-request-id': 'logged-1' } }),
  )
  const line = running.lines.find(
    ({ message, fields }) => message === 'request' && fields['request_id'] === 'logged-1',
  )
  t.match(line?.fields, { method: 'POST', route: '/api/v1/demo/ingest', status: 202, workspace: 'ws_one' })
  t.type(line?.fields['ms'], 'number')
  const written = JSON.stringify(running.lines)
  for (const secret of [ingestSecret, queryKey, viewer]) t.notMatch(written, secret)

  await metric('/dau?range=2d')
  const { text, headers } = await call('/metrics')
  t.match(headers.get('content-type'), /^text\/plain/)
  t.match(
    text,
    /sextant_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/metrics\/dau",status="200"\} \d/,
  )
  t.match(text, /sextant_query_duration_seconds_count\{outcome="ok"\} \d/)
  t.match(text, /sextant_queries_in_flight 0/)
  t.match(text, /process_cpu_seconds_total/)
  t.notMatch(text, /nowhere|ws_one/)
})

t.test('large answers are compressed, small ones are not', async (t) => {
  const headers = { ...inWorkspaceOne, 'accept-encoding': 'gzip' }
  t.equal((await metric('/dau?range=1000d', { headers })).headers.get('content-encoding'), 'gzip')
  t.equal((await metric('/dau?range=2d', { headers })).headers.get('content-encoding'), null)
})

/** A store whose queries end when and how the test says. */
async function gatedStore(): Promise<{
  readonly analytics: AnalyticsStore
  readonly runs: { readonly signal: AbortSignal; open(): void; fail(error: Error): void }[]
  readonly nextRun: (count: number) => Promise<void>
}> {
  const memory = await demoStore()
  const runs: { readonly signal: AbortSignal; open(): void; fail(error: Error): void }[] = []
  const started = new EventEmitter()
  const run: AnalyticsStore['run'] = async (query, limits, signal) => {
    await new Promise<void>((open, fail) => {
      if (signal === undefined) throw new Error('every run has a signal')
      runs.push({ signal, open, fail })
      signal.addEventListener('abort', () => fail(signal.reason as Error))
      started.emit('run')
    })
    return memory.run(query, limits)
  }
  return {
    analytics: { ...memory, run },
    runs,
    async nextRun(count) {
      while (runs.length < count) await once(started, 'run')
    },
  }
}

t.test('storage that is down or over its budget', async (t) => {
  const { analytics, runs, nextRun } = await gatedStore()
  const down = { ...analytics, ping: () => Promise.reject(new ServiceError('UNAVAILABLE', 'down')) }
  const other = await runDemo({ analytics: down })
  t.teardown(() => other.service.close())
  const dau = (): Promise<Answer> =>
    callTo(other.url)('/api/v1/metrics/dau', { as: viewer, headers: inWorkspaceOne })

  const unavailable = dau()
  await nextRun(1)
  runs[0]?.fail(new ServiceError('UNAVAILABLE', 'the storage is down', { retryAfter: 6.2 }))
  t.match(await unavailable, { status: 503, body: { error: 'UNAVAILABLE' } })
  t.equal((await unavailable).headers.get('retry-after'), '7')
  const late = dau()
  await nextRun(2)
  runs[1]?.fail(new ServiceError('TIMEOUT', 'the query took too long'))
  t.match(await late, { status: 504, body: { error: 'TIMEOUT' } })
  const ready = await callTo(other.url)('/readyz')
  t.match(ready, {
    status: 503,
    body: { error: 'UNAVAILABLE', status: 'unavailable', analytics: 'unavailable', records: 'ok' },
  })
  t.type(ready.body.message, 'string')
  t.match(ready.headers.get('retry-after'), /^\d+$/)
  t.equal((await callTo(other.url)('/healthz')).status, 200)
})

t.test('a query ends when its client goes away', async (t) => {
  const { analytics, runs, nextRun } = await gatedStore()
  const other = await runDemo({ analytics })
  t.teardown(() => other.service.close())
  const client = new AbortController()
  const answer = callTo(other.url)('/api/v1/metrics/dau', {
    as: viewer,
    headers: inWorkspaceOne,
    signal: client.signal,
  })
  const refused = t.rejects(answer)
  await nextRun(1)
  const ended = once(runs[0]!.signal, 'abort')
  client.abort()
  await Promise.all([ended, refused])
  t.notOk(
    other.lines.some(({ level }) => level === 'error'),
    "which is nobody's fault",
  )
})

t.test('closing lets requests in flight finish and accepts no new ones', async (t) => {
  const { analytics, runs, nextRun } = await gatedStore()
  const other = await runDemo({ analytics })
  const answer = callTo(other.url)('/api/v1/metrics/dau', { as: viewer, headers: inWorkspaceOne })
  await nextRun(1)
  const closed = other.service.close({ drainMilliseconds: 600_000 })
  t.equal(other.service.phase, 'draining')
  await t.rejects(fetch(`${other.url}/healthz`, { headers: { connection: 'close' } }))
  runs[0]?.open()
  t.equal((await answer).status, 200)
  await closed
  t.equal(other.service.phase, 'closed')
})

t.test('closing does not wait for connections on which nothing happens', async (t) => {
  const other = await runDemo()
  const silent = connect(Number(new URL(other.url).port), '127.0.0.1')
  await once(silent, 'connect')
  t.equal((await callTo(other.url)('/healthz')).status, 200, 'by now the silent one is accepted too')
  const ended = once(silent.resume(), 'close')
  await other.service.close({ drainMilliseconds: 600_000 })
  await ended
})

t.test('closing does not wait for ever', async (t) => {
  const { analytics, runs, nextRun } = await gatedStore()
  const other = await runDemo({ analytics })
  const answer = callTo(other.url)('/api/v1/metrics/dau', { as: viewer, headers: inWorkspaceOne })
  const refused = t.rejects(answer)
  await nextRun(1)
  const aborted = once(runs[0]!.signal, 'abort')
  await other.service.close({ drainMilliseconds: 1 })
  await refused
  await aborted
})

t.test('the access log names the caller by id', async (t) => {
  const running = await runDemo()
  t.teardown(() => running.service.close())
  const call = callTo(running.url)
  await call('/api/v1/metrics/dau', { as: viewer, headers: inWorkspaceOne })
  await call('/api/v1/demo/ingest', post('x', { as: ingestSecret }))
  await call('/api/v1/demo/public', post({ name: 'a' }))
  const logged = running.lines.filter(({ message }) => message === 'request').map(({ fields }) => fields)
  t.match(logged, [
    { caller: 'usr_viewer', caller_kind: 'user', workspace: workspace.id },
    { caller: 'key_demo', caller_kind: 'ingest-key', workspace: workspace.id },
    { caller: null, caller_kind: null, workspace: null },
  ])
  t.notOk([viewer, ingestSecret].some((secret) => JSON.stringify(logged).includes(secret)))
})
