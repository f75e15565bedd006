import t from 'tap'
import { ingestClientTimes } from '../ingest/client-times.js'
import { lineOf, type Envelope } from './message.js'
import { sourceSettings } from './source-settings.js'

const received = Date.parse('2026-01-05T12:00:00.000Z')
const envelope: Envelope = {
  type: null,
  context: undefined,
  sentAt: undefined,
  received,
  times: ingestClientTimes,
}
const line = (message: object, more: Partial<Envelope> = {}) => lineOf(message, { ...envelope, ...more })

t.test('every call as a line', async (t) => {
  const who = { anonymousId: 'a', userId: 'u', messageId: 'm', timestamp: '2026-01-05T11:00:00Z' }
  const same = { device_id: 'a', user_id: 'u', message_id: 'm', timestamp: '2026-01-05T11:00:00Z' }
  const cases: readonly (readonly [object, object])[] = [
    [
      { type: 'track', event: 'e', properties: { x: 1 }, ...who },
      { type: 'track', event: 'e', properties: { x: 1 }, ...same },
    ],
    [
      { type: 'page', name: 'Home', category: 'Docs', properties: { x: 1 }, ...who },
      { type: 'track', event: 'Page Viewed', properties: { name: 'Home', category: 'Docs', x: 1 }, ...same },
    ],
    [
      { type: 'page', name: null, ...who },
      { type: 'track', event: 'Page Viewed', properties: {}, ...same },
    ],
    [
      { type: 'screen', name: 'Cart', properties: { name: 'own' }, ...who },
      { type: 'track', event: 'Screen Viewed', properties: { name: 'own' }, ...same },
    ],
    [
      { type: 'identify', traits: { plan: 'pro' }, ...who },
      { type: 'identify', traits: { plan: 'pro' }, ...same },
    ],
    [
      { type: 'identify', context: { traits: { plan: 'pro' }, os: 'x' }, ...who },
      { type: 'identify', traits: { plan: 'pro' }, context: { os: 'x' }, ...same },
    ],
    [
      { type: 'group', groupId: 7, traits: { size: 2 }, ...who },
      { type: 'group', group_id: '7', traits: { size: 2 }, ...same },
    ],
    [
      { type: 'group', groupId: 'g', traits: { group_type: 'team' }, ...who },
      { type: 'group', group_id: 'g', group_type: 'team', traits: { group_type: 'team' }, ...same },
    ],
    [
      { type: 'group', groupId: 'g', context: { groupType: 'team' }, ...who },
      { type: 'group', group_id: 'g', group_type: 'team', context: { groupType: 'team' }, ...same },
    ],
    [
      { type: 'alias', previousId: 'old', userId: 'u' },
      { type: 'alias', previous_id: 'old', user_id: 'u' },
    ],
    [
      { action: 'track', event: 'e', userId: 'u' },
      { type: 'track', event: 'e', user_id: 'u' },
    ],
  ]
  for (const [message, wanted] of cases) t.strictSame(line(message), wanted, JSON.stringify(message))
  t.strictSame(line({ event: 'e', userId: 'u' }, { type: 'track' }), {
    type: 'track',
    event: 'e',
    user_id: 'u',
  })
  for (const message of [{ event: 'e' }, { type: 'context' }, { type: 7 }, { type: 'batch' }])
    t.throws(() => line(message), { message: /^type must be one of track, identify/ })
  for (const message of [null, 1, 'x', [], [1]] as unknown as object[])
    t.throws(() => line(message), { message: 'the message must be a JSON object' })
})

t.test('whose it is', async (t) => {
  const device = { device: { id: 'phone' } }
  const ids = (message: object): object => {
    const { device_id, user_id, session_id } = line({ type: 'track', ...message }) as Record<string, unknown>
    return [device_id, user_id, session_id]
  }
  t.strictSame(ids({ anonymousId: 'a', userId: 'u', context: device }), ['a', 'u', undefined])
  t.strictSame(ids({ userId: 'u', context: device }), [undefined, 'u', undefined], 'the user stands for one')
  t.strictSame(ids({ userId: null, context: device }), ['phone', undefined, undefined])
  t.strictSame(ids({ userId: '', anonymousId: ' ', context: device }), ['phone', undefined, undefined])
  t.strictSame(ids({ userId: 12, anonymousId: 3.5 }), ['3.5', '12', undefined])
  t.strictSame(ids({ userId: 'u', context: { sessionId: 171 } }), [undefined, 'u', '171'])
  t.strictSame(ids({ userId: 'u', properties: { session_id: 's' } }), [undefined, 'u', 's'])
  t.strictSame(
    ids({ userId: { $: 1 }, anonymousId: ['a'] }),
    [['a'], { $: 1 }, undefined],
    'left for the check',
  )
})

t.test('context and further members', async (t) => {
  const context = { os: { name: 'iOS' }, locale: 'de' }
  t.strictSame(line({ type: 'track', context: { locale: 'en' } }, { context }), {
    type: 'track',
    context: { os: { name: 'iOS' }, locale: 'en' },
  })
  t.strictSame(line({ type: 'track', context: 'odd' }, { context }), { type: 'track', context: 'odd' })
  t.strictSame(line({ type: 'track' }, { context: 'odd' }), { type: 'track' })
  const dropped = { integrations: { All: true }, _metadata: { n: 1 }, writeKey: 'k', sentAt: 'x', version: 1 }
  t.strictSame(line({ type: 'track', ...dropped, channel: 'server', integrations: {}, traits: {} }), {
    type: 'track',
  })
  t.strictSame(line({ type: 'track', revenue: 5, x: 1, properties: { x: 2 } }), {
    type: 'track',
    properties: { revenue: 5, x: 2 },
  })
  t.strictSame(line({ type: 'page', name: 'n', properties: [1] }), {
    type: 'track',
    event: 'Page Viewed',
    properties: [1],
  })
})

t.test('clocks that are wrong', async (t) => {
  const time = (message: object, more: Partial<Envelope> = {}): unknown =>
    (line({ type: 'track', ...message }, more) as { timestamp?: unknown }).timestamp
  const fast = { timestamp: '2026-01-05T14:59:00Z', sentAt: '2026-01-05T15:00:00Z' }
  t.equal(time(fast), received - 60_000, 'three hours fast, sent a minute later')
  const slow = { timestamp: '1970-01-01T00:00:00.000Z', sentAt: '1970-01-01T00:00:01.500Z' }
  t.equal(time(slow), received - 1500)
  t.equal(time({ timestamp: fast.timestamp }, { sentAt: fast.sentAt }), received - 60_000, 'of the batch')
  t.equal(time({ originalTimestamp: fast.timestamp, sentAt: fast.sentAt }), received - 60_000)
  t.equal(
    time({ ...fast, originalTimestamp: slow.timestamp }),
    received - 60_000,
    "the caller's own time first",
  )
  const right = { timestamp: '2020-02-02T00:00:00Z', sentAt: '2026-01-05T11:59:30.000Z' }
  t.equal(time(right), right.timestamp, 'a right clock changes nothing, whatever the time is')
  t.equal(time({ ...right, sentAt: '2026-01-05T11:59:29.999Z' }), Date.parse(right.timestamp) + 30_001)
  for (const sentAt of [undefined, null, 'yesterday', {}, '2026-02-30T00:00:00Z'])
    t.equal(time({ timestamp: fast.timestamp, sentAt }), fast.timestamp, `sent ${JSON.stringify(sentAt)}`)
  t.equal(time({ timestamp: 'soon', sentAt: fast.sentAt }), 'soon')
  t.equal(time({ sentAt: fast.sentAt }), undefined)
  t.equal(time({ ...fast, receivedAt: '2026-01-05T12:00:00Z' }), fast.timestamp, 'corrected elsewhere')
})

t.test('the address that analytics.js sends to', async (t) => {
  const host = (headers: Record<string, string>, publicUrl: string | null = null, trustProxy = 0) => {
    const document = sourceSettings('k', { publicUrl, trustProxy }, headers) as {
      integrations: { 'Segment.io': { apiHost?: string; protocol?: string } }
    }
    const { apiHost, protocol } = document.integrations['Segment.io']
    return apiHost === undefined ? null : `${protocol ?? ''}://${apiHost}`
  }
  const forwarded = { host: 'inner:81', 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'https, http' }
  t.equal(host({ host: 'localhost:8080' }), 'http://localhost:8080/segment/v1')
  t.equal(host({ host: 'a.example', origin: 'https://shop.example' }), 'https://a.example/segment/v1')
  t.equal(host(forwarded), 'http://inner:81/segment/v1', 'not from a proxy that is not ours')
  t.equal(host(forwarded, null, 1), 'https://a.example/segment/v1')
  t.equal(host(forwarded, 'https://b.example/sub/'), 'https://b.example/sub/segment/v1')
  t.equal(host({}), null)
  t.equal(host({ host: 'not a host' }), null)
})
