import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { describeApi } from '../app/describe-api.js'
import { readText, root } from '../test/arch/source-files.js'
import { testService } from '../test/support/service.js'
import { createClient, SextantError } from './index.js'

const service = await testService(t)
const { id: workspace, ingestKey } = await service.workspace()
const url = `${service.base}/`
const client = createClient({ url, token: () => Promise.resolve(service.token), workspace })
const range = '2026-03-08,2026-03-09'
const at = (day: number) => `2026-03-0${day}T09:00:00Z`

/** What a call rejects with. */
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

await t.test('an ingest key stores events; some of them may be rejected', async (t) => {
  const ingest = createClient({ url, token: ingestKey })
  const stored = await ingest.post('/v1/events', {
    body: [
      { event: 'signup', device_id: 'd1', user_id: 'ann', timestamp: at(8), properties: { plan: 'pro' } },
      { event: 'signup', device_id: 'd2', timestamp: at(9) },
      { event: 'signup', device_id: 'd3', timestamp: at(9) },
    ],
  })
  t.equal(stored.accepted, 3)
  const lines = `{"event":"open","device_id":"d1","timestamp":"${at(9)}"}\n{"device_id":"d1"}\n`
  const headers = { 'Content-Type': 'application/x-ndjson' }
  const partly = await ingest.fetch('post', '/v1/events', { body: lines, headers })
  t.equal(partly.status, 207)
})

t.test('questions', async (t) => {
  const dau = await client.get('/api/v1/metrics/dau', { query: { range } })
  t.strictSame(
    dau.data.points.map(({ value }) => value),
    [1, 3],
  )
  const conditions = [{ field: 'plan', value: 'pro' }]
  const path = { name: 'signup' }
  const pro = await client.get('/api/v1/metrics/event/{name}', { path, query: { range, conditions } })
  t.equal(pro.data.total, 1)
  const strange = { name: 'a/b?c=d#%' }
  const none = await client.get('/api/v1/metrics/event/{name}', { path: strange, query: { range } })
  t.equal(none.data.total, 0, 'a name in the path may have any character')
  const steps = [{ event: 'signup' }, { event: 'open' }]
  const { data: funnel } = await client.post('/api/v1/funnels', { body: { steps, range } })
  t.strictSame(
    funnel.steps.map(({ count }) => count),
    [3, 1],
  )
})

t.test('a record is created, changed and deleted', async (t) => {
  const body = { title: 'Release', category: 'release', timestamp: '2026-03-09' } as const
  const { data: mark } = await client.post('/api/v1/marks', { body })
  const path = { id: mark.id }
  const changed = await client.put('/api/v1/marks/{id}', { path, body: { title: 'Release 2' } })
  t.equal(changed.data.title, 'Release 2')
  await t.resolveMatch(client.delete('/api/v1/marks/{id}', { path }), undefined)
  t.match(await errorOf(client.get('/api/v1/marks/{id}', { path })), { status: 404, code: 'NOT_FOUND' })
})

t.test('text is text, and fetch gives the response', async (t) => {
  t.match(await client.get('/metrics'), /^# HELP/)
  const response = await client.fetch('get', '/api/v1/metrics/dau', { query: { range } })
  t.match(response.headers.get('X-As-Of'), /^20/)
  t.equal(response.bodyUsed, false)
})

t.test('rows of all pages', async (t) => {
  const ids = async (rows: AsyncIterable<{ device_id?: unknown }>) => {
    const found: unknown[] = []
    for await (const row of rows) found.push(row.device_id)
    return found
  }
  const sent: string[] = []
  const counting: typeof fetch = (input, init) => {
    sent.push(new Request(input).url)
    return fetch(input, init)
  }
  const counted = createClient({ url, token: service.token, workspace, fetch: counting })
  const query = { range, limit: 2 }
  t.equal((await ids(counted.rows('get', '/api/v1/metrics/events/raw', { query }))).length, 4)
  t.equal(sent.length, 2, 'one request a page')
  const rest = { ...query, offset: 3 }
  t.equal((await ids(client.rows('get', '/api/v1/metrics/events/raw', { query: rest }))).length, 1)
  const body = { steps: [{ event: 'signup' }, { event: 'open' }], step: 1, range, limit: 2 }
  t.strictSame(
    new Set(await ids(client.rows('post', '/api/v1/funnels/people', { body }))),
    new Set(['d1', 'd2', 'd3']),
  )
  const users = client.rows('get', '/api/v1/admin/users', { query: { limit: 1 } })
  t.type((await users.next()).value?.email, 'string')
  const boards = client.rows('get', '/api/v1/boards')
  t.strictSame(await boards.next(), { done: true, value: undefined })
  sent.length = 0
  for await (const row of counted.rows('get', '/api/v1/metrics/events/raw', { query })) {
    t.ok(row)
    break
  }
  t.equal(sent.length, 1, 'no page is requested that nobody reads')
})

t.test('the envelope of errors', async (t) => {
  const error = await errorOf(client.get('/api/v1/metrics/dau', { query: { range: 'never' } }))
  t.ok(error instanceof SextantError && error instanceof Error)
  t.match(error, { status: 422, code: 'VALIDATION_ERROR', details: [{ path: 'range' }], requestId: /^req_/ })
  t.match(await errorOf(createClient({ url }).get('/api/v1/metrics/dau', { workspace })), {
    ...{ status: 401, code: 'UNAUTHORIZED' },
    retryAfter: null,
  })
  t.match(await errorOf(client.get('/api/v1/metrics/dau', { workspace: 'ws_none' })), { code: 'FORBIDDEN' })
  t.match(await errorOf(client.get('/api/v1/marks/{id}', { path: {} as never })), {
    message: 'path.id is required for /api/v1/marks/{id}',
  })
})

t.test('responses of others', async (t) => {
  const answering = (response: Response) =>
    createClient({ url, fetch: () => Promise.resolve(response) }).get('/healthz')
  const proxy = new Response('<h1>Bad gateway</h1>', { status: 502 })
  t.match(await errorOf(answering(proxy)), { status: 502, code: null, message: 'HTTP 502', requestId: null })
  const busy = new Response('{"error":"UNAVAILABLE","message":"busy"}', {
    status: 503,
    headers: { 'Retry-After': '3' },
  })
  t.match(await errorOf(answering(busy)), { code: 'UNAVAILABLE', retryAfter: 3 })
})

t.test('a signal aborts', async (t) => {
  const aborted = new AbortController()
  const call = client.get('/api/v1/metrics/dau', { query: { range }, signal: aborted.signal })
  aborted.abort()
  t.match(await errorOf(call), { name: 'AbortError' })
})

t.test('the service describes itself as the types were generated', async (t) => {
  const document = describeApi()
  t.strictSame(await client.get('/api/v1/openapi.json'), JSON.parse(JSON.stringify(document)))
  const { clientTypes, typesFile } = (await import(
    pathToFileURL(join(root, 'tools/client-types.js')).href
  )) as { clientTypes(document: object): Promise<string>; typesFile: string }
  t.ok(readText(typesFile) === (await clientTypes(document)), `npm run docs writes ${typesFile}`)
})
