import { request } from 'node:http'
import t, { type Test } from 'tap'
import type { Settings } from '../contract/index.js'
import { callTo } from '../test/support/http-client.js'
import { ingestSecret, runDemo, tokenOf, workspace, type Running } from '../test/support/demo-service.js'

const publicPath = '/api/v1/demo/public'

/** fetch() cannot send a custom Host or Sec-Fetch-…. */
const send = (
  { url }: Running,
  path: string,
  headers: Readonly<Record<string, string>>,
  { method = 'POST', body = '{"name":"a"}' }: { readonly method?: string; readonly body?: string } = {},
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const type = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    const call = request(url + path, { method, headers: { ...type, ...headers } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      )
    })
    call.on('error', reject)
    call.end(body)
  })

async function demo(t: Test, settings: Partial<Settings> = {}): Promise<Running> {
  const running = await runDemo({ settings })
  t.teardown(() => running.service.close())
  return running
}

t.test('a JSON body says that it is JSON; ingestion takes any type', async (t) => {
  const running = await demo(t)
  const status = async (path: string, type: Record<string, string>) =>
    (await send(running, path, type)).status
  for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.api+json'])
    t.equal(await status(publicPath, { 'content-type': type }), 201, type)
  for (const type of [
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'text/json',
    'application/jsonp',
    'text/plain; application/json',
    '',
  ]) {
    const answer = await send(running, publicPath, { 'content-type': type })
    t.equal(answer.status, 422, type)
    t.match(answer.text, /"path":"Content-Type"/, type)
  }
  const key = { authorization: `Bearer ${ingestSecret}` }
  t.equal(await status('/api/v1/demo/ingest', { ...key, 'content-type': 'text/plain' }), 202)
  t.equal((await callTo(running.url)('/api/v1/demo/limited', { method: 'POST' })).status, 200, 'no body')
})

t.test('requests from pages of other sites', async (t) => {
  const running = await demo(t)
  const { host } = new URL(running.url)
  const as = { authorization: `Bearer ${await tokenOf('usr_viewer')}`, 'x-workspace-id': workspace.id }
  const read = '/api/v1/metrics/dau'
  const statuses = async (headers: Record<string, string>) => {
    const [wrote, asked] = [
      await send(running, publicPath, headers),
      await send(running, read, { ...as, ...headers }, { method: 'GET', body: '' }),
    ]
    return [wrote.status, asked.status]
  }
  t.same(await statuses({}), [201, 200], 'no browser')
  for (const site of ['same-origin', 'none'])
    t.same(await statuses({ 'sec-fetch-site': site, origin: 'https://proxied.example' }), [201, 200], site)
  for (const site of ['cross-site', 'same-site', 'nonsense'])
    t.same(await statuses({ 'sec-fetch-site': site, origin: `http://${host}` }), [403, 403], site)
  t.same(
    await statuses({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }),
    [403, 200],
    'a link may be followed, a form may not be sent',
  )
  t.same(await statuses({ origin: `http://${host}` }), [201, 200], 'a browser without Sec-Fetch-Site')
  for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:1', 'nonsense'])
    t.same(await statuses({ origin }), [403, 403], origin)
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'http://shop.example' }
  const key = { authorization: `Bearer ${ingestSecret}` }
  t.equal(
    (await send(running, '/api/v1/demo/ingest', { ...key, ...foreign, host: 'any.example' })).status,
    202,
  )
  const health = await send(
    running,
    '/healthz',
    { ...foreign, host: 'any.example' },
    { method: 'GET', body: '' },
  )
  t.equal(health.status, 200)

  const named = await demo(t, {
    publicUrl: 'https://a.example/sub',
    allowedHosts: ['b.example'],
    trustProxy: 1,
  })
  const origin = async (text: string, headers = {}) =>
    (await send(named, publicPath, { origin: text, ...headers })).status
  t.equal(await origin('https://a.example'), 201)
  t.equal(await origin('http://a.example'), 403, 'PUBLIC_URL names its protocol')
  t.equal(await origin('https://b.example:8443'), 201)
  t.equal(await origin('https://c.example', { 'x-forwarded-host': 'c.example' }), 201)
})

t.test('the name a request asks for', async (t) => {
  const statuses = async (settings: Partial<Settings>, hosts: readonly string[]) => {
    const running = await demo(t, settings)
    const answers = await Promise.all(hosts.map((host) => send(running, publicPath, { host })))
    for (const { status, text } of answers) if (status !== 201) t.match(text, /FORBIDDEN.*ALLOWED_HOSTS/)
    return answers.map(({ status }) => status)
  }
  const own = [
    'localhost',
    'LOCALHOST:9000',
    '127.0.0.1:8080',
    '127.1.2.3',
    '[::1]:8080',
    'x.localhost',
    'localhost.',
  ]
  t.same(await statuses({}, own), [201, 201, 201, 201, 201, 201, 201])
  const others = [
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.0.2.1',
    'a@localhost',
    'a b',
  ]
  t.same(await statuses({}, others), [403, 403, 403, 403, 403, 403])
  const named = { publicUrl: 'https://a.example', allowedHosts: ['B.example', '[2001:db8::1]'] }
  const given = ['a.example', 'b.example.:80', '[2001:DB8::1]:80', 'localhost', 'evil.example', '192.0.2.1']
  t.same(await statuses(named, given), [201, 201, 201, 201, 403, 403])
  const open = { ...named, host: '0.0.0.0' }
  t.same(await statuses(open, given), [201, 201, 201, 201, 403, 201], 'an address cannot be rebound')
  t.same(
    await statuses({ host: '::' }, ['a.example', '[::ffff:1]']),
    [201, 201],
    'names that nobody configured',
  )
})
