import pg from 'pg'
import t from 'tap'
import { testService } from '../../test/support/service.js'

const service = await testService(t)
const root = '/api/v1/boards'
const metrics = '/api/v1/metrics'
const dau = { title: 'DAU', chart: 'line', question: { path: `${metrics}/dau`, query: 'range=7d' } }
const funnel = { steps: [{ event: 'a' }, { event: 'b' }] }

t.test('fields that are rejected', async (t) => {
  const { id: workspace } = await service.workspace()
  const call = (method: string, path: string, body?: object) =>
    service.call(method, root + path, { workspace, ...(body === undefined ? {} : { body }) })
  const at = `/${String((await call('POST', '', { name: 'x' })).body.data.id)}`
  const tile = (await call('POST', `${at}/tiles`, dau)).body.data
  const refused = async (
    calls: readonly (readonly [string, string, object])[],
    place: string,
  ): Promise<void> => {
    for (const [method, path, body] of calls) {
      const answer = await call(method, path, body)
      const what = `${method} ${path} ${JSON.stringify(body).slice(0, 120)}`
      t.equal(answer.status, 422, what)
      t.equal(answer.body.details?.[0]?.path, place, what)
    }
  }
  for (const [name, value] of [
    ['name', ' '],
    ['name', 'x'.repeat(201)],
    ['description', 'x'.repeat(2001)],
    ['visibility', 'public'],
    ['range', 'sometimes'],
    ['range', ''],
    ['timezone', 'Mars/Base'],
    ['granularity', 'often'],
    ['tiles', []],
  ] as const) {
    const body = { name: 'x', [name]: value }
    await refused(
      [
        ['POST', '', body],
        ['PUT', at, body],
      ],
      `/${name}`,
    )
  }
  await refused([['POST', '', { name: 'x', range: '10y', granularity: 'minute' }]], '/range')
  await refused([['PUT', at, { granularity: 'minute', range: '10y' }]], '/range')

  const path = `${metrics}/dau`
  for (const [change, place] of [
    [{ title: ' ' }, '/title'],
    [{ chart: 'Line chart' }, '/chart'],
    [{ view: 1 }, '/view'],
    ...[
      '/\\evil.example',
      '//evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '\n//evil.example',
      ' //evil.example',
      '/a/..//evil.example',
      '/%2e%2e//evil.example',
      'https://evil.example',
      'http:evil.example',
      'http://a.invalid/trends',
      'javascript:alert(1)',
      'data:text/html,x',
    ].map((view): [object, string] => [{ view }, '/view']),
    [{ left: 12 }, '/left'],
    [{ left: 7, width: 6 }, '/width'],
    [{ height: 0 }, '/height'],
    [{ height: 1.5 }, '/height'],
    [{ question: {} }, '/question/path'],
    [{ question: { path, more: 1 } }, '/question/more'],
    [{ question: { path: `${metrics}/nope` } }, '/question/path'],
    [{ question: { path: '/api/v1/data/query', body: { query: 'SELECT 1' } } }, '/question/query'],
    [{ question: { path: '/api/v1/data/query', body: { statement: 'SELECT 1' } } }, '/question/query'],
    [{ question: { path: '/api/v1/admin/users', body: {} } }, '/question/path'],
    [{ question: { path: '/api/v1/admin/users' } }, '/question/path'],
    [{ question: { path: 'https://example.com/' } }, '/question/path'],
    [{ question: { path: `${metrics}/%E0%A4%A` } }, '/question/path'],
    [{ question: { path, body: {} } }, '/question/path'],
    [{ question: { path, query: 'range=sometimes' } }, '/question/range'],
    [{ question: { path, query: 'rnge=7d' } }, '/question/rnge'],
    [{ question: { path, query: 'range=7d&range=8d' } }, '/question/range'],
    [{ question: { path, query: 'audience=aud_none' } }, '/question/audience'],
    [
      { question: { path, query: 'conditions[0][field]=x&conditions[0][op]=near' } },
      '/question/conditions[0][operator]',
    ],
    [{ question: { path, query: 'breakdown=trait:' } }, '/question/breakdown'],
    [{ question: { path: `${metrics}/query`, query: 'metric=nope' } }, '/question/metric'],
    [{ question: { path: `${metrics}/query` } }, '/question/metric'],
    [{ question: { path: `${metrics}/segments/nobody` } }, '/question'],
    [{ question: { path: `${metrics}/event/%00` } }, '/question/name'],
    [{ question: { path: '/api/v1/funnels', body: { steps: [] } } }, '/question/steps'],
    [{ question: { path: '/api/v1/funnels', body: funnel, query: '' } }, '/question'],
    [
      { question: { path: '/api/v1/funnels', body: { ...funnel, filters: ['x'.repeat(17_000)] } } },
      '/question',
    ],
    [
      { question: { path: `${metrics}/formula`, body: { series: [{ metric: 'nope' }], formula: 'A' } } },
      '/question/series/0/metric',
    ],
  ] as const)
    await refused(
      [
        ['POST', `${at}/tiles`, { ...dau, ...change }],
        ['PUT', `${at}/tiles/${String(tile.id)}`, change],
      ],
      place,
    )
  const place = { left: 0, top: 0, width: 4, height: 4 }
  await refused([['PUT', `${at}/layout`, { tiles: [{ id: 'til_none', ...place }] }]], '/tiles/0/id')
  const twice = [
    { id: tile.id, ...place },
    { id: tile.id, ...place },
  ]
  await refused([['PUT', `${at}/layout`, { tiles: twice }]], '/tiles/1/id')
  await refused([['PUT', `${at}/layout`, { tiles: [{ id: tile.id, ...place, left: 11 }] }]], '/tiles/0/width')
  t.match((await call('GET', at)).body.data.tiles, [tile], 'and nothing has changed')
})

t.test('a stored pattern beyond its limit', async (t) => {
  const { id: workspace } = await service.workspace()
  const call = (method: string, path: string, body?: object) =>
    service.call(method, `/api/v1/${path}`, { workspace, ...(body === undefined ? {} : { body }) })
  const board = String((await call('POST', 'boards', { name: 'x' })).body.data.id)
  const tile = String((await call('POST', `boards/${board}/tiles`, dau)).body.data.id)
  const token = String((await call('POST', `boards/${board}/links`, {})).body.data.token)
  const definition = { filters: [{ field: 'plan', op: 'regex', value: 'a' }] }
  const made = await call('POST', 'audiences', { name: 'x', definition })
  const audience = String(made.body.data.id)

  // As stored by a version without the limit.
  const value = '(a){1,1000}(b)'
  const query = `conditions[0][field]=plan&conditions[0][op]=regex&conditions[0][value]=${encodeURIComponent(value)}`
  const question = { path: `${metrics}/events`, query }
  const old = { filters: [{ field: 'plan', op: 'regex', value }] }
  const records = new pg.Client({ connectionString: service.recordsUrl })
  await records.connect()
  t.teardown(() => records.end())
  await records.query('UPDATE board_tiles SET question = $2 WHERE id = $1', [tile, JSON.stringify(question)])
  await records.query('UPDATE audiences SET definition = $2 WHERE id = $1', [audience, JSON.stringify(old)])

  for (const path of ['boards', `boards/${board}`, 'audiences', `audiences/${audience}`])
    t.equal((await call('GET', path)).status, 200, path)
  t.match((await call('GET', `boards/${board}`)).body.data.tiles, [{ id: tile, question }])
  t.match((await call('GET', 'audiences')).body.data.audiences, [{ id: audience, definition: old }])
  t.equal((await service.call('GET', `/api/v1/public/boards/${token}`, { token: null })).status, 200)

  for (const path of [
    `metrics/events?${query}`,
    `public/boards/${token}/tiles/${tile}/data`,
    `audiences/${audience}/count`,
    `audiences/${audience}/members`,
    `metrics/events?audience=${audience}`,
  ]) {
    const answer = await call('GET', path)
    t.equal(answer.status, 422, path)
    t.match(answer.body.message, /more than 500 characters once its repetitions are expanded/, path)
  }
})
