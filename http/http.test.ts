import { gzipSync } from 'node:zlib'
import t from 'tap'
import { referred } from '../test/http/references.js'
import { describeRoutes } from './describe-routes.js'
import { callTo, post, type Answer, type Init } from '../test/support/http-client.js'
import { runDemo, tokenOf, workspace } from '../test/support/demo-service.js'

const inWorkspaceOne = { 'x-workspace-id': workspace.id }
const running = await runDemo()
const call = callTo(running.url)
const viewer = await tokenOf('usr_viewer')
const metric = (path: string, init: Init = {}): Promise<Answer> =>
  call(`/api/v1/metrics${path}`, { as: viewer, headers: inWorkspaceOne, ...init })

t.teardown(() => running.service.close())

t.test('metrics: series, comparison, top, page, and any by its key', async (t) => {
  const dau = await metric('/dau?range=2d')
  t.equal(dau.status, 200)
  t.match(dau.headers.get('content-type'), /^application\/json/)
  t.same(dau.body, {
    data: {
      points: [
        { date: '2026-03-09', value: 1 },
        { date: '2026-03-10', value: 2 },
      ],
      total: 2,
      min: 1,
      max: 2,
      avg: 1.5,
    },
  })
  const compared = await metric('/dau?range=today&compare=previous')
  t.match(compared.body.data.comparison, { previous_total: 1, change: 1, percent_change: 100 })
  const split = await metric('/dau?range=today&breakdown=event_name')
  t.same(split.body.data.points, [{ date: '2026-03-10', value: 2, dimension: 'open' }])
  const filtered = await metric('/dau?range=today&conditions[0][field]=device_id&conditions[0][value]=d1')
  t.equal(filtered.body.data.total, 1)
  t.same((await metric('/events/top?limit=1')).body, { data: [{ label: 'open', count: 3 }], total_labels: 2 })
  const page = await metric('/events/top/open/raw?limit=2&count_total=true')
  t.same(page.body, {
    data: [
      { timestamp: '2026-03-10T11:00:00.000Z', event_name: 'open' },
      { timestamp: '2026-03-10T10:00:00.000Z', event_name: 'open' },
    ],
    has_more: true,
    limit: 2,
    offset: 0,
    total: 3,
  })
  const rest = await metric('/events/top/open/raw?limit=2&offset=2')
  t.match(rest.body, { data: [{ event_name: 'open' }], has_more: false })
  t.notOk('total' in rest.body)
  t.equal((await metric('/query?metric=event:open&range=2d')).body.data.total, 3)
  t.equal((await metric('/query?metric=event&event=signup&range=2d')).body.data.total, 1)
  t.equal((await metric('/query?metric=raw_events&name=open')).body.data.length, 3)
  const list = await metric('')
  t.same(
    list.body.data.map(({ key }: { key: string }) => key),
    ['dau', 'event', 'top_events', 'raw_events'],
  )
  t.match(list.body.data[1], { path: '/api/v1/metrics/events', argument: 'event', answer: 'series' })
  t.same(Object.keys(list.body.data[3].parameters.properties).slice(-4), [
    'limit',
    'offset',
    'count_total',
    'name',
  ])
})

t.test('metrics: a range in the future and an unknown one', async (t) => {
  const future = await metric('/dau?range=2030-01-01,2030-01-02')
  t.same(future.body, { data: { points: [], total: 0, min: 0, max: 0, avg: 0 } })
  t.same((await metric('/events/top?range=2030-01-01,2030-01-02')).body, { data: [], total_labels: 0 })
  t.match((await metric('/events/top/open/raw?range=2030-01-01,2030-01-02')).body, {
    data: [],
    has_more: false,
  })
  t.equal((await metric('/dau?range=all_time&granularity=monthly')).body.data.points.length, 1)
  t.match(await metric('/dau?range=sometimes'), { status: 422, body: { error: 'VALIDATION_ERROR' } })
})

t.test('what is not valid is a 422 in plain words', async (t) => {
  const message = async (path: string): Promise<string> => {
    const { status, body } = await metric(path)
    t.equal(status, 422, path)
    t.equal(body.error, 'VALIDATION_ERROR')
    return body.message as string
  }
  t.equal(await message('/dau?rnge=7d'), 'unknown parameter "rnge"; did you mean range?')
  t.match(await message('/dau?audience=aud_1'), /audience: this service has no audiences/)
  t.match(await message('/dau?limit=5'), /unknown parameter "limit"/)
  t.equal(await message('/dau?breakdown_limit=abc'), 'breakdown_limit must be a whole number')
  t.equal(
    await message('/dau?compare=last'),
    'unknown compare "last"; use one of previous, yoy, <start>,<end> as YYYY-MM-DD or YYYY-MM-DDTHH:MM',
  )
  t.match(
    await message('/events/top/x/raw?compare=last'),
    /^unknown compare "last"/,
    'a list does not ignore it',
  )
  t.equal(await message('/events/top?limit=1001'), 'limit must be at most 1000')
  t.equal(await message('/events/top?limit=0'), 'limit must be at least 1')
  t.equal(await message('/events/top/x/raw?offset=-1'), 'offset must be at least 0')
  t.equal(await message('/events/top/x/raw?count_total=yes'), 'count_total must be true or false')
  t.match(await message('/dau?range=7d&range=8d'), /more than once/)
  t.equal(await message('/query?metric=daw'), 'unknown metric "daw"; did you mean dau?')
  t.equal(await message('/query?metric=dau:x'), 'metric dau takes no argument')
  t.match(await message('/query?metric=event:a&event=b'), /given twice/)
  t.match(await message('/query?metric=dau&evnt=b'), /unknown parameter "evnt"/)
  t.match(await message('/query?metric=raw_events'), /name is required/)
  t.match(await message('/query?metric=constructor'), /unknown metric/)
  t.equal((await metric('/dau?rnge=1&breakdown_limit=x')).body.details.length, 2)
  const route = await call('/api/v1/demo/user?conditions[0][field]=os&conditions[0][op]=is_set', {
    as: viewer,
  })
  t.match(route.body, { details: [{ path: 'conditions' }] })
})

t.test('JSON bodies', async (t) => {
  const send = (body: unknown, init: Init = {}): Promise<Answer> =>
    call('/api/v1/demo/public', post(body, init))
  const fine = await send({ name: 'a', size: { type: 'sum', property: 'p' }, free: { any: [1] } })
  t.equal(fine.status, 201)
  t.same(fine.body.data, { name: 'a', size: { type: 'sum', property: 'p' }, free: { any: [1] }, age: 30 })
  t.equal((await send(gzipSync('{"name":"a"}'))).status, 201, 'gzip without a word about it')

  const refused = async (body: unknown, detail: object): Promise<void> => {
    const { status, body: answer } = await send(body)
    t.equal(status, 422)
    t.match(answer, { error: 'VALIDATION_ERROR', details: [detail] })
  }
  await refused({ nam: 'x', age: 1 }, { path: '/name', message: 'name is required' })
  await refused({ name: 'a', ag: 1 }, { path: '/ag', message: 'unknown field "ag"; did you mean age?' })
  await refused({ name: 'a', age: '3' }, { path: '/age', message: 'age must be a whole number' })
  await refused({ name: '' }, { message: 'name must not be empty' })
  await refused({ name: 'a', tags: ['a', 'b', 'c'] }, { message: 'tags must have at most 2 items' })
  await refused({ name: 'a', tags: [1] }, { path: '/tags/0', message: 'tags.0 must be a string' })
  await refused({ name: 'a', size: { type: 'sum' } }, { message: 'size.property is required' })
  await refused({ name: 'a', size: { type: 'mean' } }, { message: 'size.type must be one of count, sum' })
  await refused({ name: 'a', size: 3 }, { message: 'size must be an object' })
  await refused('', { message: 'name is required' })
  for (const body of ['[]', '"x"', 'null', '7'])
    await refused(body, { message: 'the body must be an object' })

  for (const body of [
    '{',
    '{"name":"a\\u0000"}',
    '{"name":"a","free":{"__proto__":{}}}',
    new Uint8Array([0xff]),
  ])
    t.match(await send(body), { status: 422, body: { error: 'VALIDATION_ERROR' } })
  const deep = (levels: number): string =>
    `{"name":"a","free":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`
  t.equal((await send(deep(60))).status, 201)
  t.equal((await send(deep(64))).status, 422)
  t.equal((await send(deep(50_000))).status, 422)
  const big = JSON.stringify({ name: 'a', free: { text: 'x'.repeat(1_100_000) } })
  t.match(await send(big), { status: 413, body: { error: 'PAYLOAD_TOO_LARGE' } })
  t.equal((await send(gzipSync(big))).status, 413, 'also when it only inflates to too much')
  t.match(
    await call('/api/v1/demo/question', post({ text: 'hi' }, { as: viewer, headers: inWorkspaceOne })),
    {
      status: 200,
      body: { said: 'hi', workspace: workspace.id },
    },
  )
})

t.test('docs and OpenAPI', async (t) => {
  const page = await call('/docs')
  t.match(page.headers.get('content-type'), /^text\/html/)
  t.notMatch(page.text, /https?:/, 'nothing from elsewhere')
  for (const [, path] of page.text.matchAll(/(?:src|href)="([^"]+)"/g))
    t.equal((await call(path ?? '')).status, 200, path ?? '')
  for (const name of ['..%2f..%2fpackage.json', 'package.json', 'swagger-ui.css.map', 'constructor'])
    t.equal((await call(`/docs/assets/${name}`)).status, 404, name)

  const { body: api } = await call('/api/v1/openapi.json')
  t.equal(api.openapi, '3.1.0')
  interface Parameter {
    readonly name: string
    readonly in: string
    readonly required: boolean
  }
  interface Operation {
    readonly operationId: string
    readonly parameters: readonly Parameter[]
    readonly security: readonly object[]
    readonly responses: object
  }
  const operations = Object.entries(api.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, item]) =>
      Object.entries(item).map(([method, given]) => {
        const parameters = given.parameters.map((one) => referred(api, one) as Parameter)
        return { path, method, operation: { ...given, parameters } }
      }),
  )
  const described = describeRoutes(running.service.registry)
  t.equal(operations.length, described.length, 'every route is described')
  t.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length)
  for (const { path, operation } of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
    t.same(
      declared.map(({ name }) => name),
      named,
      path,
    )
    t.ok(declared.every(({ required }) => required))
    const names = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    t.equal(new Set(names).size, names.length)
    for (const scheme of operation.security.flatMap((one) => Object.keys(one)))
      t.ok(scheme in api.components.securitySchemes, scheme)
    t.ok('422' in operation.responses)
  }
  const dau = operations.find(({ path }) => path === '/api/v1/metrics/dau')
  t.match(
    dau?.operation.parameters.filter(({ required }) => required).map(({ name }) => name),
    ['X-Workspace-ID'],
  )
  t.same(
    api.paths['/api/v1/demo/public'].post.requestBody.content['application/json'].schema.additionalProperties,
    false,
  )
})
