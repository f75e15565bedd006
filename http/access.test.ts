import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { callTo, post, type Answer, type Init } from '../test/support/http-client.js'
import {
  ingestSecret,
  queryKey,
  runDemo,
  tokenKey,
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

t.test('who may call what', async (t) => {
  const tokens = {
    none: undefined,
    garbage: 'x',
    ended: await tokenOf('usr_admin', { jti: 'ended' }),
    stranger: await tokenOf('usr_stranger'),
    viewer,
    editor: await tokenOf('usr_editor'),
    admin: await tokenOf('usr_admin'),
    platform: await tokenOf('usr_platform'),
    query: queryKey,
    ingest: ingestSecret,
  }
  const fromBody = post({ workspace_id: workspace.id })
  const routes: readonly [string, Init, readonly number[]][] = [
    // none, garbage, ended, stranger, viewer, editor, admin, platform, query key, ingest key
    ['/api/v1/demo/public', post({ name: 'a' }), [201, 201, 201, 201, 201, 201, 201, 201, 201, 201]],
    ['/api/v1/demo/user', {}, [401, 401, 401, 200, 200, 200, 200, 200, 403, 403]],
    ['/api/v1/demo/global', {}, [401, 401, 401, 403, 403, 403, 403, 200, 403, 403]],
    ['/api/v1/metrics/dau', { headers: inWorkspaceOne }, [401, 401, 401, 403, 200, 200, 200, 200, 200, 403]],
    [
      '/api/v1/demo/editor',
      { method: 'POST', headers: inWorkspaceOne },
      [401, 401, 401, 403, 403, 200, 200, 200, 403, 403],
    ],
    ['/api/v1/demo/from-body', fromBody, [401, 401, 401, 403, 403, 403, 200, 200, 403, 403]],
    [
      `/api/v1/demo/things/a?workspace_id=${workspace.id}`,
      { method: 'DELETE' },
      [401, 401, 401, 403, 204, 204, 204, 204, 204, 403],
    ],
    ['/api/v1/demo/ingest', post('x'), [401, 401, 401, 401, 401, 401, 401, 401, 403, 202]],
  ]
  const codes: Readonly<Record<number, string>> = { 401: 'UNAUTHORIZED', 403: 'FORBIDDEN' }
  for (const [path, init, expected] of routes)
    for (const [index, [name, as]] of Object.entries(tokens).entries()) {
      const { status, body } = await call(path, { ...init, ...(as === undefined ? {} : { as }) })
      t.equal(status, expected[index], `${path} as ${name}`)
      if (status in codes) t.equal(body.error, codes[status])
    }
})

t.test('tokens that are not ours', async (t) => {
  const status = async (as: string): Promise<number> => (await call('/api/v1/demo/user', { as })).status
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = encode({ sub: 'usr_admin', jti: 'live', iss: 'sextant', exp: 4e9 })
  t.equal(await status(`${encode({ alg: 'none', typ: 'JWT' })}.${claims}.`), 401)
  t.equal(await status(`${encode({ alg: 'HS256' })}.${claims}.AAAA`), 401)
  t.equal(await status(await tokenOf('usr_admin', { key: Buffer.alloc(32, 8) })), 401)
  t.equal(await status(await tokenOf('usr_admin', { issuer: 'other' })), 401)
  const long = { alg: 'HS512', key: Buffer.alloc(64, 7) }
  t.equal(await status(await tokenOf('usr_admin', long)), 401)
  const other = { alg: 'HS384', key: Buffer.concat([tokenKey, tokenKey]).subarray(0, 32) }
  t.equal(await status(await tokenOf('usr_admin', other)), 401, 'our key in another algorithm')
  t.equal(await status(await tokenOf('usr_admin', { lifetime: '-1s' })), 401)
  t.equal(await status('a.b.c'), 401)
  t.equal(await status(await tokenOf('usr_admin')), 200)
  const refused = await call('/api/v1/demo/user')
  t.equal(refused.headers.get('www-authenticate'), 'Bearer')

  const down = await call('/api/v1/demo/user', { as: await tokenOf('usr_admin', { jti: 'down' }) })
  t.match(down, { status: 503, body: { error: 'UNAVAILABLE' } }, 'a store that is down is no 401')
  t.ok(Number(down.headers.get('retry-after')) > 0)
})

t.test('the workspace that is asked for', async (t) => {
  t.match(await metric('/dau', { headers: {} }), {
    status: 422,
    body: { details: [{ path: 'X-Workspace-ID' }] },
  })
  const unknown = await metric('/dau', { headers: { 'x-workspace-id': 'ws_other' } })
  t.equal(unknown.status, 403)
  for (const id of ['ws_one%00', "' or 1=1 --", 'w'.repeat(5000), 'ws one', 'ws_öne']) {
    const odd = await metric('/dau', { headers: { 'x-workspace-id': id } })
    t.same([odd.status, odd.body], [403, unknown.body], 'indistinguishable from one that is not there')
  }
  const ended = await tokenOf('usr_admin', { jti: 'ended' })
  t.equal((await metric('/dau', { as: ended, headers: {} })).status, 401, 'a dead token comes first')
  t.equal((await call('/api/v1/demo/from-body', post({}, { as: viewer }))).status, 422)
  t.equal((await call('/api/v1/demo/from-body', post({ workspace_id: 7 }, { as: viewer }))).status, 422)
  t.equal((await call('/api/v1/demo/things/a', { method: 'DELETE', as: viewer })).status, 422)
})

t.test('tries are limited by group and address', async (t) => {
  const statuses: number[] = []
  let last: Answer | undefined
  for (let attempt = 0; attempt < 3; attempt += 1) {
    last = await call('/api/v1/demo/limited', { method: 'POST' })
    statuses.push(last.status)
  }
  t.same(statuses, [200, 200, 429])
  t.equal(last?.body.error, 'RATE_LIMITED')
  const retryAfter = Number(last?.headers.get('retry-after'))
  t.ok(retryAfter > 3000 && retryAfter <= 3600)
})

t.test('ingest: where the key stands, and how the body is packed', async (t) => {
  const path = '/api/v1/demo/ingest'
  const basic = `Basic ${Buffer.from(`${ingestSecret}:`).toString('base64')}`
  for (const headers of [
    { authorization: `Bearer ${ingestSecret}` },
    { authorization: basic },
    { 'x-api-key': ingestSecret },
  ])
    t.match(await call(path, post('hello', { headers })), {
      status: 202,
      body: { bytes: 5, workspace: 'ws_one' },
    })
  t.equal((await call(`${path}?token=${ingestSecret}`, post('hello'))).status, 202)
  t.equal((await call(`${path}?token=nobody`, post('hello'))).status, 401)

  const send = (body: Uint8Array, encoding?: string): Promise<Answer> =>
    call(
      path,
      post(body, {
        as: ingestSecret,
        headers: encoding === undefined ? {} : { 'content-encoding': encoding },
      }),
    )
  const text = 'hello'.repeat(100)
  for (const [encoding, body] of [
    ['gzip', gzipSync(text)],
    [undefined, gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['gzip', Buffer.from(text)],
  ] as const)
    t.match(
      await send(body, encoding),
      { status: 202, body: { bytes: 500, start: 'hello' } },
      encoding ?? 'unsaid',
    )
  t.equal((await send(Buffer.from('x'), 'compress')).status, 422)
  t.equal((await send(Buffer.from('no brotli'), 'br')).status, 422)
  t.equal((await send(gzipSync(text).subarray(0, 20), 'gzip')).status, 422)
  t.equal((await send(Buffer.alloc(1001))).status, 413)
  t.equal((await send(gzipSync('x'.repeat(5001)), 'gzip')).status, 413)
  t.equal((await send(gzipSync('x'.repeat(5000)), 'gzip')).status, 202)
  const streamed = new ReadableStream({
    start(controller) {
      for (let part = 0; part < 30; part += 1) controller.enqueue(new Uint8Array(100))
      controller.close()
    },
  })
  const unsized = { method: 'POST', body: streamed, duplex: 'half', as: ingestSecret } as Init
  t.equal((await call(path, unsized)).status, 413, 'without a Content-Length too')
})

t.test('ingest from browsers of other sites', async (t) => {
  const origin = 'https://shop.example'
  const asked = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, content-encoding, x-retry-count',
  }
  const preflight = await call('/api/v1/demo/ingest', { method: 'OPTIONS', headers: asked })
  t.equal(preflight.status, 204)
  t.equal(preflight.headers.get('access-control-allow-origin'), origin)
  t.match(
    preflight.headers.get('access-control-allow-headers'),
    /authorization.*content-encoding.*x-retry-count/,
  )
  t.notOk(preflight.headers.has('access-control-allow-credentials'))
  const refused = await call('/api/v1/demo/ingest', post('x', { headers: { origin } }))
  t.equal(refused.status, 401)
  t.equal(refused.headers.get('access-control-allow-origin'), origin, 'so that the page can read the error')
  const elsewhere = await metric('/dau', { method: 'OPTIONS', headers: asked })
  t.notOk(elsewhere.headers.has('access-control-allow-origin'))
})
