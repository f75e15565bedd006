import t from 'tap'
import { fileURLToPath } from 'node:url'
import { loadSettings } from '../../config/load.js'
import { allPlugins } from '../../app/all-plugins.js'
import { loadPlugins } from '../../core/kernel/load-plugins.js'
import { adminEmail, testService } from '../support/service.js'

/** Loaded as PLUGINS loads it: by the path of its file. */
const file = fileURLToPath(new URL('pace/index.js', import.meta.url))
const load = (names: string) =>
  allPlugins(loadSettings({ environment: { PLUGINS: names }, file: null, directory: '/tmp' }))

const plugins = (await load(file)).filter(({ name }) => name === 'pace')
const service = await testService(t, { plugins })

const { id: workspace, ingestKey } = await service.workspace()
const at = (device_id: string, time: string) => ({
  event: 'step',
  device_id,
  timestamp: `2026-01-05T${time}Z`,
})
const stored = await service.call('POST', '/v1/events', {
  token: ingestKey,
  body: [at('d1', '10:00:00'), at('d1', '10:00:10'), at('d1', '10:00:40'), at('d2', '10:00:00')],
})
const question = { range: '2026-01-05,2026-01-06', granularity: 'daily' }
const points = (body: { data: { points: readonly { value: number }[] } }) =>
  body.data.points.map(({ value }) => value)

t.test('its metric has a route of its own and is one of all metrics', async (t) => {
  t.equal(stored.status, 202)
  const own = await service.call('GET', '/api/v1/metrics/pace/median-gap', { workspace, query: question })
  t.equal(own.status, 200)
  t.strictSame(points(own.body), [20, 0], 'gaps of 10 and 30 seconds')
  t.equal(own.body.data.total, 20)

  const byKey = await service.call('GET', '/api/v1/metrics/query', {
    workspace,
    query: { ...question, metric: 'median_gap', level: '1' },
  })
  t.strictSame(points(byKey.body), [30, 0], 'its parameter counts')

  const common = { ...question, breakdown: 'device_id', 'conditions[0][field]': 'device_id' }
  const split = await service.call('GET', '/api/v1/metrics/pace/median-gap', {
    workspace,
    query: { ...common, 'conditions[0][value]': 'd1', compare: 'previous' },
  })
  t.equal(split.status, 200, 'it takes the common parameters')
  t.equal(split.body.data.points[0].dimension, 'd1')
  t.equal(split.body.data.comparison.previous_total, 0)

  const list = await service.call('GET', '/api/v1/metrics', { workspace })
  const listed = list.body.data as readonly { key: string; title: string }[]
  t.match(
    listed.find(({ key }) => key === 'median_gap'),
    { title: 'Median gap' },
    'its title is its key in words',
  )
  t.match(
    listed.find(({ key }) => key === 'dau'),
    { title: 'Active people per day' },
  )
})

t.test('its parameters are checked like any other', async (t) => {
  const path = '/api/v1/metrics/pace/median-gap'
  const wrong = await service.call('GET', path, { workspace, query: { ...question, level: '2' } })
  t.match(wrong, { status: 422, body: { error: 'VALIDATION_ERROR' } })
  const unknown = await service.call('GET', path, { workspace, query: { ...question, levle: '1' } })
  t.match(unknown, { status: 422, body: { message: /levle.*level/ } })
})

t.test('its route is guarded by what it declares', async (t) => {
  const path = '/api/v1/pace/longest'
  const answer = await service.call('GET', path, { workspace })
  t.strictSame(answer.body, { data: { seconds: 30, asked_by: adminEmail } })
  t.equal((await service.call('GET', path, { workspace, token: null })).status, 401)
  t.equal((await service.call('GET', path, { workspace, token: ingestKey })).status, 403)
  t.equal((await service.call('GET', path)).status, 422, 'a workspace is needed')
  const { body: openApi } = await service.call('GET', '/api/v1/openapi.json')
  t.ok((openApi as { paths: object }).paths[path as never], 'and documented')
})

t.test('a plugin for contract 1 with the former entry still works', async (t) => {
  const [former] = (await load(fileURLToPath(new URL('contract-1/index.js', import.meta.url)))).slice(-1)
  t.equal(former?.contract, 1)
  const { metrics } = loadPlugins(former === undefined ? [] : [former])
  t.strictSame([...metrics.keys()], ['buyers'])
})

t.test('a plugin that cannot be loaded stops the start', async (t) => {
  await t.rejects(load('./nowhere.js'), /nowhere/)
  const later = "import { frob } from 'sextant/plugin'\nexport const plugin = frob\n"
  await t.rejects(load(`${t.testdir({ 'later.js': later })}/later.js`), {
    name: 'StartError',
    message: /cannot be loaded: sextant\/plugin exports no frob; docs\/plugin-contract\.md/,
  })
  await t.rejects(load(fileURLToPath(new URL('pace/gaps.js', import.meta.url))), /must export `plugin`/)
})
