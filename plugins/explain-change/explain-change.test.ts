import t from 'tap'
import Type from 'typebox'
import { count, countDistinct, column, definePlugin, series } from '../../contract/index.js'
import { metricService } from '../../test/support/metric-service.js'
import { openTopics } from '../../test/http/topic.js'
import { after, at, before, changing, shown, times, type Field } from './test-changes.js'

const params = Type.Object({})
const common = { unit: 'events', source: 'events', params, answer: 'series' } as const
const rows = {
  ...common,
  summary: 'Rows',
  plan: (question: Parameters<typeof series>[0]) => series(question, count()),
}
/** A plugin from outside: a count, a value that adds up, and one that does not. */
const outside = definePlugin({
  name: 'outside',
  contract: 1,
  after: [],
  register(host) {
    host.metric({ ...rows, key: 'outside_count', kind: 'count' })
    host.metric({ ...rows, key: 'outside_value', kind: 'value' })
    host.metric({ ...rows, key: 'outside_sum', kind: 'value', additive: () => true })
    host.metric({
      ...common,
      key: 'outside_devices',
      summary: 'Devices',
      kind: 'distinct',
      plan: (question) => series(question, countDistinct(column('device_id'))),
    })
  },
})

const topic = await openTopics(t, (t, store) => metricService(t, { store, plugins: [outside] }))
const now = '2024-05-10T12:00:00Z'

/** Purchases by country: DE 2 → 6, FR 3 → 1, unknown 0 → 1; the whole 5 → 8. */
const shop = [
  ...times(2, at('06', 'buy', { plan: 'pro' }, { country: 'DE' })),
  ...times(3, at('07', 'buy', { plan: 'free' }, { country: 'FR' })),
  ...times(6, at('08', 'buy', { plan: 'pro' }, { country: 'DE' })),
  at('09', 'buy', { plan: 'free' }, { country: 'FR' }),
  at('09', 'buy'),
  at('09', 'view', { plan: 'pro' }, { country: 'DE' }),
]
const buys = { metric: 'event:buy' }

await topic('the values of a field add up to the whole', now, async (t, fixture) => {
  await fixture.send(shop)
  const change = changing(fixture)
  const answer = await change({ ...buys, fields: ['country', 'plan'] })
  t.match(answer, {
    before: 5,
    after: 8,
    change: 3,
    before_range: { from: '2024-05-06', to: '2024-05-07' },
    after_range: { from: '2024-05-08', to: '2024-05-09' },
  })
  t.strictSame(shown(answer), [
    ['country', 4 / 3, ['DE', 2, 6, 4 / 3], ['FR', 3, 1, -2 / 3], ['(none)', 0, 1, 1 / 3]],
    ['plan', 4 / 3, ['pro', 2, 6, 4 / 3], ['free', 3, 1, -2 / 3], ['(none)', 0, 1, 1 / 3]],
  ])
  t.strictSame(
    shown(await change({ ...buys, fields: ['event_name', 'nothing'] })),
    [
      ['event_name', 1, ['buy', 5, 8, 1]],
      ['nothing', null, ['(none)', 5, 8, 1]],
    ],
    'a field that no row has explains nothing, and comes last',
  )
  t.strictSame(
    shown(await change({ ...buys, before: after, after: before, fields: ['country'] })),
    [['country', 4 / 3, ['DE', 6, 2, 4 / 3], ['FR', 1, 3, -2 / 3], ['(none)', 1, 0, 1 / 3]]],
    'in the other direction the shares are the same',
  )
})

await topic('fields that are not named', now, async (t, fixture) => {
  await fixture.send([...shop, at('08', 'view', { list: ['a'], deep: { level: 1 } })])
  const change = changing(fixture)
  const { fields } = await change({ metric: 'events' })
  t.strictSame(
    (fields as readonly Field[]).map(({ field }) => field),
    ['country', 'properties.plan', 'event_name', 'properties.deep.level'],
    'columns and properties with more than one value, by what their best value explains, then by name',
  )
  t.strictSame((await change({ metric: 'logs' })).fields, [], 'without rows there are none')
})

await topic('a field with more values than a statement tells apart is not found', now, async (t, fixture) => {
  const ids = Array.from({ length: 1001 }, (_, id) => at('08', 'buy', { id }, { device_id: 'd' }))
  await fixture.send([...shop, ...ids])
  const { fields } = await changing(fixture)({ metric: 'events' })
  t.strictSame(
    (fields as readonly Field[]).map(({ field }) => field),
    ['event_name', 'country', 'properties.plan'],
  )
})

await topic('more values than are shown', now, async (t, fixture) => {
  const towns = Array.from({ length: 12 }, (_, index) => String.fromCharCode(97 + index))
  await fixture.send([
    ...times(4, at('06', 'buy', { town: 'gone' })),
    ...towns.flatMap((town, index) => times(index + 1, at('08', 'buy', { town }))),
  ])
  const change = changing(fixture)
  const answer = await change({ ...buys, fields: ['town'] })
  t.match(answer, { before: 4, after: 78, change: 74 })
  const [field] = shown(answer) as [string, number, ...unknown[][]][]
  t.strictSame(
    field?.slice(2).map((row) => (row as unknown[]).slice(0, 3)),
    [
      ...['l', 'k', 'j', 'i', 'h', 'g', 'f', 'e'].map((town, index) => [town, 0, 12 - index]),
      ['d', 0, 4],
      ['(other)', 4, 6],
    ],
    'ten rows; of equal changes the first by name, the rest together',
  )
  const { fields } = await change({ metric: 'outside_devices', fields: ['town'] })
  const [devices] = fields as readonly Field[]
  t.equal(devices?.values.length, 10, 'values that do not add up have no rest')
  t.notOk(devices?.values.some(({ value }) => value === '(other)'))
})

await topic('metrics that do not add up, and other plugins', now, async (t, fixture) => {
  const one = { device_id: 'one', country: 'DE' }
  await fixture.send([
    at('06', 'open', { skin: 'a' }, one),
    at('08', 'open', { skin: 'a' }, one),
    at('08', 'open', { skin: 'b' }, { ...one, country: 'FR' }),
    at('09', 'open', { skin: 'b' }, { device_id: 'two', country: 'FR' }),
  ])
  const change = changing(fixture)
  const dau = await change({ metric: 'dau', fields: ['country', 'skin'] })
  t.match(dau, { before: 1, after: 2, change: 1 })
  t.strictSame(
    shown(dau),
    [
      ['country', null, ['FR', 0, 2, null], ['DE', 1, 1, null]],
      ['skin', null, ['b', 0, 2, null], ['a', 1, 1, null]],
    ],
    'a person in two values counts in both, and no share is of a sum',
  )
  const devices = await change({ metric: 'outside_devices', fields: ['country', 'skin'] })
  t.strictSame(shown(devices), shown(dau), 'a distinct count of another plugin')
  for (const metric of ['outside_count', 'outside_sum', 'events'])
    t.strictSame(shown(await change({ metric, fields: ['country'] })), [
      ['country', 1, ['FR', 0, 2, 1], ['DE', 1, 1, 0]],
    ])
  t.strictSame(
    shown(await change({ metric: 'outside_value', fields: ['country'] })),
    [['country', null, ['FR', 0, 2, null], ['DE', 1, 1, null]]],
    'a value adds up only if its metric says so',
  )
})

await topic('sums, filters, actors and ranges', now, async (t, fixture) => {
  await fixture.send([
    at('06', 'buy', { amount: 10, plan: 'a' }, { device_id: 'x' }),
    at('08', 'buy', { amount: 5, plan: 'a' }, { device_id: 'x' }),
    at('08', 'buy', { amount: 20, plan: 'b' }, { device_id: 'y' }),
    at('09', 'buy', { amount: 'free', plan: 'c' }, { device_id: 'z' }),
  ])
  const change = changing(fixture)
  const sum = { metric: 'events_custom:sum', params: { property: 'amount' }, fields: ['plan'] }
  t.strictSame(shown(await change(sum)), [
    ['plan', 20 / 15, ['b', 0, 20, 20 / 15], ['a', 10, 5, -5 / 15], ['c', 0, 0, 0]],
  ])
  t.strictSame(
    shown(await change({ ...sum, metric: 'events_custom:avg' })),
    [['plan', null, ['b', 0, 20, null], ['a', 10, 5, null], ['c', 0, 0, null]]],
    'an average does not add up',
  )
  const only = { filters: [{ field: 'plan', operator: 'ne', value: 'b' }] }
  const tree = { filter: { not: { field: 'plan', operator: 'eq', value: 'b' } } }
  for (const filter of [only, tree])
    t.strictSame(shown(await change({ ...sum, ...filter })), [['plan', 1, ['a', 10, 5, 1], ['c', 0, 0, 0]]])
  t.match(await change({ metric: 'dau', actor: 'device', fields: ['plan'] }), { before: 1, after: 3 })
  t.match(await change({ metric: 'dau', params: { actor: 'device' }, fields: ['plan'] }), { after: 3 })
  const overlapping = { before: '2024-05-06,2024-05-08', after: '2024-05-08,2024-05-08' }
  t.match(await change({ ...buys, ...overlapping, fields: ['plan'] }), { before: 3, after: 2, change: -1 })
  t.match(
    await change({ ...buys, before: '24h', after: '48h', fields: ['plan'] }),
    { before: 1, after: 3, after_range: { from: '2024-05-08T12:00:00.000Z' } },
    'rolling hours',
  )
  t.match(
    await change({ ...buys, before: '2024-05-06,2024-05-06', after: 'today', timezone: 'Asia/Tokyo' }),
    { after: 0, after_range: { from: '2024-05-10', to: '2024-05-10' } },
  )
})

await topic('nothing changed, and nothing at all', now, async (t, fixture) => {
  const change = changing(fixture)
  const nothing = { before: 0, after: 0, change: 0 }
  t.match(await change({ metric: 'events' }), { ...nothing, fields: [] })
  t.match(await change({ metric: 'events', fields: ['country'] }), {
    ...nothing,
    fields: [{ field: 'country', share: null, values: [] }],
  })
  t.match(await change({ metric: 'dau', before: 'all_time', after: 'yesterday' }), nothing)
  await fixture.send([
    ...times(2, at('06', 'a', { plan: 'x' })),
    at('06', 'a', { plan: 'y' }),
    at('08', 'a', { plan: 'x' }),
    ...times(2, at('08', 'a', { plan: 'z' })),
  ])
  t.strictSame(
    shown(await change({ metric: 'events', fields: ['plan'] })),
    [['plan', null, ['z', 0, 2, null], ['x', 2, 1, null], ['y', 1, 0, null]]],
    'the largest changes first, and no shares of nothing',
  )
})

/** What is wrong with a body, and the path that the 422 names. */
const wrong: readonly (readonly [path: string, body: object])[] = [
  ['/metric', { metric: undefined }],
  ['metric', { metric: 'nope' }],
  ['metric', { metric: 'events_top' }],
  ['/metric', { metric: 'question:qst_x' }],
  ['/metric', { metric: 'lifecycle' }],
  ['/metric', { metric: 'events_properties', params: { event: 'buy', property: 'plan' } }],
  ['/params/property', { metric: 'events_custom:sum' }],
  ['/params/nope', { params: { nope: 1 } }],
  ['/params/range', { params: { range: '7d' } }],
  ['/params/breakdown', { params: { breakdown: 'os' } }],
  ['/actor', { metric: 'dau', actor: 'device', params: { actor: 'device' } }],
  ['actor', { actor: 'device' }],
  ['actor', { metric: 'dau', actor: 'nobody' }],
  ['/before', { before: undefined }],
  ['/before', { before: 'ever' }],
  ['/before', { before: '2024-05-07,2024-05-06' }],
  ['/before', { before: '2024-05-11,2024-05-12' }],
  ['/after', { after: 'tomorrow' }],
  ['/after', { after: '2025-01-01,2025-01-31' }],
  ['/after', { after: before }],
  ['/after', { before: 'today', after: '2024-05-10,2024-05-12' }],
  ['/range', { range: '7d' }],
  ['/compare', { compare: 'previous' }],
  ['/fields', { fields: [] }],
  ['/fields', { fields: Array.from({ length: 21 }, (_, index) => `p${index}`) }],
  ['/fields/0', { fields: [''] }],
  ['/fields/1', { fields: ['country', 'country'] }],
  ['/fields/1', { fields: ['country', 'trait:'] }],
  ['/fields/0', { fields: ['timestamp'] }],
  ['/fields/0', { metric: 'logs', fields: ['country'] }],
  ['filters/0/field', { filters: [{ value: 1 }] }],
  ['filter.and', { filter: { and: [] } }],
  ['filter.did.event', { filter: { did: {} } }],
  ['timezone', { timezone: 'Mars' }],
  ['/week_start', { week_start: 'friday' }],
  ['granularity', { granularity: 'fortnightly' }],
  ['/audience', { audience_id: 'aud_x', audience: { definition: {} } }],
]

await topic('bad input names its field', now, async (t, { service, id }) => {
  for (const [path, more] of wrong) {
    const body = { metric: 'events', before, after, ...more }
    const answer = await service.call('POST', '/api/v1/metrics/explain-change', { workspace: id, body })
    t.equal(answer.status, 422, `${JSON.stringify(more)}: ${JSON.stringify(answer.body)}`)
    t.equal(answer.body.details?.[0]?.path, path, `${JSON.stringify(more)}: ${String(answer.body.message)}`)
  }
})
