import t from 'tap'
import { openTopics, type TopicService } from '../../test/http/topic.js'
import { testService } from '../../test/support/service.js'
import type { Called } from '../../test/support/request.js'
import { save } from '../audiences/test-audiences.js'

const topic = await openTopics(t, (t, store) => testService(t, { store }))
const now = '2024-05-10T12:00:00.000Z'
const range = '2024-05-08,2024-05-10'

const at = (time: string, device: string, event: string, properties: object, context: object = {}) => ({
  timestamp: `2024-05-${time}:00:00Z`,
  device_id: device,
  event,
  properties,
  context,
})
const shop = [
  at('08T08', 'd1', 'view', { url: 'https://www.a.example/x' }, { country: 'DE' }),
  at('08T23', 'd1', 'buy', { amount: 10, count: 3 }, { country: 'DE' }),
  at('09T08', 'd2', 'view', { url: 'http://b.example:80/y?z' }, { country: 'FR' }),
  at('10T08', 'd2', 'buy', { amount: 90, count: 2 }, { country: 'FR' }),
  at('10T09', 'd3', 'view', { url: 'nothing' }, {}),
  at('10T10', 'd3', 'buy', { amount: '5', count: 1 }, {}),
]

const calling =
  ({ service, id: workspace }: TopicService) =>
  (method: string, path: string, options: object = {}): Promise<Called> =>
    service.call(method, `/api/v1${path}`, { workspace, ...options })

async function define(fixture: TopicService, properties: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, expression] of Object.entries(properties)) {
    const made = await calling(fixture)('POST', '/data/properties', { body: { name, expression } })
    t.equal(made.status, 201, JSON.stringify(made.body))
  }
}

await topic('calculated properties stand wherever a field does', now, async (t, fixture) => {
  const call = calling(fixture)
  await fixture.send(shop)
  await define(fixture, {
    site: 'domain(url)',
    worth: 'amount * count',
    large: 'calc.worth > 100',
    hour: 'hour_of_day(timestamp)',
  })
  const get = async (path: string, query: object): Promise<Called['body']> => {
    const { status, body } = await call('GET', path, { query: { range, ...query } })
    t.equal(status, 200, JSON.stringify(body))
    return body
  }
  const totalOf = async (query: object, metric = 'events') =>
    (await get(`/metrics/${metric}`, query)).data.total as number
  const split = async (query: object): Promise<Record<string, number>> => {
    const { data } = await get('/metrics/events', { granularity: 'yearly', ...query })
    const points = data.points as { dimension: string; value: number }[]
    return Object.fromEntries(points.map(({ dimension, value }) => [dimension, value]))
  }
  t.strictSame(await split({ breakdown: 'calc.site' }), { '(none)': 4, 'a.example': 1, 'b.example': 1 })
  t.strictSame(await split({ breakdown: 'calc.large' }), { false: 5, true: 1 })
  t.strictSame(await split({ breakdown: 'calc.worth' }), { '(none)': 4, 30: 1, 180: 1 })
  const condition = (field: string, op: string, value: string) => ({
    'conditions[0][field]': field,
    'conditions[0][op]': op,
    'conditions[0][value]': value,
  })
  t.equal(await totalOf(condition('calc.worth', 'gt', '30')), 1)
  t.equal(await totalOf(condition('calc.worth', 'eq', '30')), 1)
  t.equal(await totalOf(condition('calc.large', 'eq', 'true')), 1)
  t.equal(await totalOf(condition('calc.site', 'ends_with', '.example')), 2)
  t.equal(await totalOf(condition('calc.site', 'ne', 'a.example'), 'dau'), 3)
  const tree = { filter: JSON.stringify({ not: { field: 'calc.worth', operator: 'is_set' } }) }
  t.equal(await totalOf(tree), 4)
  const did = { filter: { field: 'calc.large', operator: 'eq', value: true }, event: 'buy' }
  t.equal(await totalOf({ filter: JSON.stringify({ did }) }), 2, 'in did')
  t.equal(await totalOf({ property: 'calc.worth', metric: 'sum' }, 'events/custom'), 210)
  t.equal(await totalOf({ property: 'calc.hour', metric: 'max' }, 'events/custom'), 23)
  const tokyo = { property: 'calc.hour', metric: 'max', timezone: 'Asia/Tokyo' }
  t.equal(await totalOf(tokyo, 'events/custom'), 19, 'in the zone of the question')
  const compared = await get('/metrics/events', { breakdown: 'calc.site', compare: 'previous' })
  t.equal(compared.data.comparison.previous_total, 0)
  const people = await get('/metrics/dau/people', { breakdown: 'calc.site', dimension: 'b.example' })
  t.strictSame(
    people.data.map((one: { device_id: string }) => one.device_id),
    ['d2'],
  )
  const funnel = await call('POST', '/funnels', {
    body: {
      range,
      breakdown: 'calc.site',
      steps: [{ event: 'view' }, { event: 'buy', filters: [{ field: 'calc.large', value: true }] }],
    },
  })
  t.strictSame(
    funnel.body.data.steps.map((step: { count: number }) => step.count),
    [3, 1],
  )
  const grouped = await call('POST', '/metrics/grouped', {
    body: {
      range,
      group_by: 'calc.large',
      size: { type: 'sum', property: 'calc.worth' },
      intensity: { type: 'avg', property: 'calc.hour' },
    },
  })
  t.equal(grouped.status, 200, JSON.stringify(grouped.body))
  t.match(grouped.body.data.groups[0], { group: 'true', size: 180, intensity: 8 })
  const series = await call('POST', '/metrics/formula', {
    body: { range, formula: 'A', series: [{ metric: 'events', breakdown: 'calc.site' }] },
  })
  t.equal(series.body.data.total, 6)
  const group = await save(fixture, { filter: { field: 'calc.large', operator: 'eq', value: true } })
  t.strictSame(await group.members(), ['d2'])
  const { body: listed } = await call('GET', '/data/sources/events/values/calc.site')
  t.strictSame(listed.data.values, ['a.example', 'b.example'])
  const { body } = await call('GET', '/data/sources/events/fields', { query: { search: 'calc.' } })
  t.match(body.data.fields, [
    { name: 'calc.hour', data_type: 'number', description: 'hour_of_day(timestamp)' },
    { name: 'calc.large', data_type: 'boolean' },
    { name: 'calc.site', data_type: 'text' },
    { name: 'calc.worth', data_type: 'number' },
  ])
  const unknown = await call('GET', '/metrics/events', { query: { breakdown: 'calc.sites' } })
  t.equal(unknown.status, 422)
  t.match(unknown.body, {
    message: /^unknown calculated property "calc.sites"; use one of calc.hour, calc.large/,
    details: [{ path: 'breakdown' }],
  })
  const filter = JSON.stringify({ and: [{ field: 'calc.no', operator: 'is_set' }] })
  const inTree = await call('GET', '/metrics/events', { query: { filter } })
  t.match(inTree.body, { details: [{ path: 'filter.and[0].field' }] })
  const previewed = await call('POST', '/data/properties/preview', { body: { expression: 'calc.worth / 2' } })
  t.strictSame(previewed.body.data, {
    type: 'number',
    values: [
      { value: null, rows: 4 },
      { value: '15', rows: 1 },
      { value: '90', rows: 1 },
    ],
  })
})

await topic('a preview has the hours and weekdays of the workspace', now, async (t, fixture) => {
  await fixture.send(shop)
  const seen = async (expression: string): Promise<unknown> => {
    const { body } = await calling(fixture)('POST', '/data/properties/preview', { body: { expression } })
    const values = body.data.values as { value: string; rows: number }[]
    return Object.fromEntries(values.map(({ value, rows }) => [value, rows]))
  }
  t.strictSame(await seen('hour_of_day(timestamp)'), { 8: 3, 9: 1, 10: 1, 23: 1 })
  t.strictSame(await seen('day_of_week(timestamp)'), { 3: 2, 4: 1, 5: 3 })
  await fixture.service.defaults({ id: fixture.id }, { timezone: 'Asia/Tokyo', weekStart: 'monday' })
  t.strictSame(await seen('hour_of_day(timestamp)'), { 8: 1, 17: 3, 18: 1, 19: 1 })
  t.strictSame(await seen('day_of_week(timestamp)'), { 3: 1, 4: 2, 5: 3 })
})

await topic('creating, changing and deleting', now, async (t, fixture) => {
  const call = calling(fixture)
  const post = (body: object) => call('POST', '/data/properties', { body })
  const put = (name: string, body: object) => call('PUT', `/data/properties/${name}`, { body })
  const made = await post({ name: 'a', expression: 'amount * 2', description: 'twice' })
  t.equal(made.status, 201)
  t.match(made.body.data, { name: 'a', type: 'number', description: 'twice', updated_at: now })
  t.equal((await post({ name: 'a', expression: '1' })).status, 409)
  t.equal((await post({ name: 'b', expression: 'calc.a + 1' })).status, 201)
  const wrong = [
    ['x', 'calc.none', /column 1: unknown calculated property/],
    ['x', 'calc.x', /column 1: calc.x uses itself: calc.x → calc.x/],
    ['x', "1 + 'a'", /column 5: \+ takes numbers/],
  ] as const
  for (const [name, expression, message] of wrong) {
    const { status, body } = await post({ name, expression })
    t.equal(status, 422, expression)
    t.match(body, { message, details: [{ path: '/expression' }] })
  }
  for (const name of ['', '1a', 'a.b', 'é', 'a b', 'x'.repeat(65)])
    t.equal((await post({ name, expression: '1' })).status, 422, name)
  const cycle = await put('a', { expression: 'calc.b + 1' })
  t.equal(cycle.status, 422)
  t.match(cycle.body.message, /uses itself/)
  const broken = await put('a', { expression: "'text'" })
  t.match(
    broken.body.message,
    /^calc.b uses calc.a and would be wrong: expression, column 1: \+ takes numbers/,
  )
  const changed = await put('a', { expression: 'amount * 3' })
  t.match(changed.body.data, { expression: 'amount * 3', description: 'twice' })
  t.equal((await put('none', { expression: '1' })).status, 404)
  const remove = (name: string) => call('DELETE', `/data/properties/${name}`)
  const used = await remove('a')
  t.equal(used.status, 409)
  t.equal(used.body.message, 'calc.a is used by calc.b')
  const group = await save(fixture, { filters: [{ field: 'calc.b', operator: 'gt', value: 1 }] })
  t.match((await remove('b')).body.message, /^calc.b is used by audience "a group"/)
  t.equal((await call('DELETE', `/audiences/${group.id}`)).status, 204)
  const board = await call('POST', '/boards', { body: { name: 'x' } })
  const query = `filter=${encodeURIComponent(JSON.stringify({ field: 'calc.b', operator: 'is_set' }))}`
  const tile = { title: 'Sums', chart: 'line', question: { path: '/api/v1/metrics/events', query } }
  const saved = await call('POST', `/boards/${String(board.body.data.id)}/tiles`, { body: tile })
  t.equal(saved.status, 201, JSON.stringify(saved.body))
  t.equal((await remove('b')).body.message, 'calc.b is used by tile "Sums" of board "x"')
  const bad = { ...tile, question: { ...tile.question, query: 'breakdown=calc.gone' } }
  const unsaved = await call('POST', `/boards/${String(board.body.data.id)}/tiles`, { body: bad })
  t.equal(unsaved.status, 422, 'a tile with an unknown property')
  t.equal((await call('DELETE', `/boards/${String(board.body.data.id)}`)).status, 204)
  t.equal((await remove('b')).status, 204)
  t.equal((await remove('a')).status, 204)
  t.strictSame((await call('GET', '/data/properties')).body.data.properties, [])
})

await topic('workspaces have their own', now, async (t, fixture) => {
  await define(fixture, { own: 'lower(country)' })
  const call = calling(await fixture.other())
  t.strictSame((await call('GET', '/data/properties')).body.data.properties, [])
  t.equal((await call('GET', '/metrics/events', { query: { breakdown: 'calc.own' } })).status, 422)
  t.equal((await call('PUT', '/data/properties/own', { body: { expression: '1' } })).status, 404)
  t.equal((await call('DELETE', '/data/properties/own')).status, 404)
})
