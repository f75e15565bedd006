import { gzipSync } from 'node:zlib'
import t from 'tap'
import type { CallOptions } from '../../test/support/request.js'
import { testService } from '../../test/support/service.js'

const service = await testService(t)
const { id: workspace, ingestKey: key } = await service.workspace()

const post = (path: string, options: CallOptions) =>
  service.call('POST', `/posthog/${path}`, { token: null, ...options })
const stored = async (): Promise<number> => {
  const answer = await service.call('GET', '/api/v1/metrics/events?range=all_time', { workspace })
  return Number(answer.body.data.total)
}
const event = { event: 'e', distinct_id: 'd', properties: { price: '1+1=2 ü >>>>>>' } }
const batch = { api_key: key, batch: [event, event] }
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
const form = (data: string): string => `data=${encodeURIComponent(data)}`

t.test('paths, bodies and keys', async (t) => {
  let sent = 0
  const accepted = async (path: string, options: CallOptions, events: number): Promise<void> => {
    const { status, body } = await post(path, options)
    t.strictSame([status, body], [200, { status: 1 }], path)
    t.equal(await stored(), (sent += events), path)
  }
  for (const path of ['batch', 'capture', 'e', 'track', 'i/v0/e', 'i/v0/ai/batch'])
    for (const slash of ['', '/']) await accepted(path + slash, { body: batch }, 2)
  const inProperties = { ...event, properties: { token: key } }
  const bodies: readonly (readonly [unknown, number])[] = [
    [JSON.stringify(batch), 2],
    [`\uFEFF ${JSON.stringify(batch)}`, 2],
    [gzipSync(JSON.stringify(batch)), 2],
    [{ ...event, api_key: key }, 1],
    [{ ...event, token: key }, 1],
    [inProperties, 1],
    [[inProperties, event], 2],
    [{ batch: [{ ...event, $token: key }] }, 1],
    [form(base64(batch)), 2],
    [`data=${base64(batch)}`, 2],
    [`compression=base64&${form(base64([inProperties]))}`, 1],
    [form(JSON.stringify(inProperties)), 1],
    [gzipSync(form(base64(batch))), 2],
    [{ api_key: key, batch: [] }, 0],
  ]
  for (const [body, events] of bodies)
    await accepted('e/?compression=gzip-js&ip=0&_=1&ver=1.2', { body }, events)
  await accepted('batch', { body: { batch: [event] }, token: key }, 1)
  await accepted('batch', { body: { batch: [event] }, query: { token: key } }, 1)
  const raw = await service.call('GET', '/api/v1/metrics/events/raw?range=all_time', { workspace })
  t.strictSame(
    new Set(raw.body.data.map(({ properties }: { properties: object }) => JSON.stringify(properties))),
    new Set(['{"price":"1+1=2 ü >>>>>>"}', '{}']),
  )
})

t.test('when it was sent', async (t) => {
  const time = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
    const name = `sent ${Math.random()}`
    const one = { event: name, distinct_id: 'd', timestamp: '2026-01-05T14:59:00Z' }
    const answer = await post(path, { body: { ...body, batch: [one] }, token: key, headers })
    t.equal(answer.status, 200)
    const raw = await service.call('GET', '/api/v1/metrics/events/raw', {
      workspace,
      query: { event: name, range: 'all_time' },
    })
    return String(raw.body.data[0].timestamp)
  }
  service.setClock(Date.parse('2026-01-05T12:00:00Z'))
  const sentAt = '2026-01-05T15:00:00.000Z'
  const right = '2026-01-05T11:59:00.000Z'
  t.equal(await time('batch', { sent_at: sentAt }), right)
  t.equal(await time(`e?_=${Date.parse(sentAt)}`, {}), right)
  t.equal(await time('e?_=now', {}), '2026-01-05T14:59:00.000Z')
  t.equal(await time('i/v1/analytics/events', {}, { 'posthog-request-timestamp': sentAt }), right)
  service.setClock(null)
})

t.test('invalid events are reported, valid ones are stored', async (t) => {
  const before = await stored()
  const large = { ...event, properties: { text: 'ü'.repeat(530_000) } }
  const bad = [{ event: 'e' }, large, { ...event, event: '' }]
  const mixed = [event, ...bad, { ...event, uuid: 'u-9', $set: { a: 1 } }].map((one, n) => ({
    uuid: `u-${n}`,
    ...one,
  }))
  const some = await post('batch', { body: { api_key: key, batch: mixed } })
  t.strictSame(some.body, {
    status: 1,
    rejected: 3,
    errors: [
      { index: 1, error: 'distinct_id must be a non-empty string' },
      { index: 2, error: 'the event must not be larger than 1 MB' },
      { index: 3, error: 'event must be a non-empty string' },
    ],
  })
  t.equal(await stored(), before + 2)
  const each = await post('i/v1/analytics/events', { body: { batch: mixed }, token: key })
  t.equal(each.status, 200)
  t.strictSame(each.body.results, {
    'u-0': { result: 'ok' },
    'u-1': { result: 'drop', details: 'distinct_id must be a non-empty string' },
    'u-2': { result: 'drop', details: 'the event must not be larger than 1 MB' },
    'u-3': { result: 'drop', details: 'event must be a non-empty string' },
    'u-9': { result: 'ok' },
  })
  t.equal(await stored(), before + 2, 'the same ids')
  const none = await post('batch', { body: { api_key: key, batch: [1, {}] } })
  t.match([none.status, none.body], [422, { details: [{ path: 'batch.0' }, { path: 'batch.1' }] }])
  const dropped = await post('i/v1/analytics/events', { body: { batch: [{ uuid: 'x' }] }, token: key })
  t.match([dropped.status, dropped.body], [200, { results: { x: { result: 'drop' } } }])
  const many = Array.from({ length: 6_000 }, (_, n) => ({ ...event, uuid: `many-${n}`, $set: { n } }))
  t.equal((await post('batch', { body: { api_key: key, batch: many } })).status, 200, 'in parts')
  t.equal(await stored(), before + 2 + 6_000)
})

t.test('requests rejected as a whole', async (t) => {
  const before = await stored()
  for (const body of [
    '',
    'x',
    '{}',
    '[',
    'null',
    '{"batch":1}',
    'data=',
    'data=x',
    form('eA=='),
    '['.repeat(100_000),
  ]) {
    t.equal((await post('batch', { body })).status, 401, body.slice(0, 20))
    t.equal((await post('batch', { body, token: key })).status, 422, body.slice(0, 20))
  }
  t.equal((await post('batch', { body: { ...batch, api_key: 'phc_wrong' } })).status, 401)
  t.equal((await post('batch', { body: Buffer.alloc(10 * 1024 * 1024 + 1, 0x20) })).status, 413)
  const many = { api_key: key, batch: Array.from({ length: 10_001 }, () => event) }
  t.equal((await post('batch', { body: many })).status, 413)
  const deep = `{"event":"e","distinct_id":"d","properties":${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}}`
  t.equal((await post('e', { body: deep, token: key })).status, 422)
  t.equal(await stored(), before)
})

t.test('what libraries ask for beside', async (t) => {
  const origin = 'https://shop.example'
  const get = (path: string) => service.call('GET', `/posthog/${path}`, { token: null, headers: { origin } })
  for (const path of ['flags/?v=2', 'flags', 'decide/?v=3']) {
    for (const body of [{ token: key, distinct_id: 'd' }, form(base64({ token: key }))]) {
      const answer = await post(path, { body, headers: { origin } })
      t.match(
        [answer.status, answer.body],
        [200, { flags: {}, featureFlags: {}, errorsWhileComputingFlags: false }],
      )
      t.equal(answer.headers.get('access-control-allow-origin'), origin)
    }
    t.equal((await post(path, { body: { token: 'none' } })).status, 401)
  }
  const config = await get(`array/${key}/config`)
  t.match(config.body, { token: key, hasFeatureFlags: false, sessionRecording: false })
  t.notOk('surveys' in config.body, 'posthog-js loads their code even for an empty list')
  const script = await get(`array/${key}/config.js`)
  t.match(script.headers.get('content-type'), /^text\/javascript/)
  t.equal(script.headers.get('cross-origin-resource-policy'), 'cross-origin')
  const window: { _POSTHOG_REMOTE_CONFIG?: Record<string, unknown> } = {}
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is a script
  new Function('window', String(script.body))(window)
  t.strictSame(window._POSTHOG_REMOTE_CONFIG, { [key]: { config: config.body, siteApps: [] } })
  for (const path of ['array/none/config', 'array/none/config.js']) t.equal((await get(path)).status, 401)
  for (const path of [`flags/definitions?token=${key}&send_cohorts`, 'api/feature_flag/local_evaluation/'])
    t.strictSame((await get(path)).body, { flags: [], group_type_mapping: {}, cohorts: {} })
})
