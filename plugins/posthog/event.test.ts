import t from 'tap'
import { ingestClientTimes } from '../ingest/client-times.js'
import { linesOf, type Arrival } from './event.js'

const received = Date.parse('2026-01-05T12:00:00.000Z')
const arrival: Arrival = { sentAt: undefined, received, times: ingestClientTimes }
const lines = (event: object, more: Partial<Arrival> = {}) => linesOf(event, { ...arrival, ...more })
const at = '2026-01-05T11:00:00.000Z'
const once = (4_000_000_000_000 - Date.parse(at)) / 10

t.test('an event', async (t) => {
  const event = { event: '$pageview', distinct_id: 'd', uuid: 'u-1', timestamp: at }
  const line = { type: 'track', device_id: 'd', message_id: 'u-1', timestamp: at, event: '$pageview' }
  t.strictSame(lines({ ...event, properties: { $session_id: 's', x: 1, token: 'k', distinct_id: 'd' } }), [
    { ...line, session_id: 's', properties: { x: 1 }, context: {} },
  ])
  t.strictSame(lines({ ...event, session_id: 's', window_id: 'w', properties: {} }), [
    { ...line, session_id: 's', properties: { $window_id: 'w' }, context: {} },
  ])
  const columns = {
    $os: 'iOS',
    $os_name: 'iOS',
    $os_version: 17,
    $browser: 'Safari',
    $browser_version: 17.4,
    $device_type: 'Mobile',
    $app_version: '1.2',
    $browser_language: 'de',
    $referrer: 'https://a.example/',
    $geoip_country_code: 'AT',
    $geoip_subdivision_1_name: 'Wien',
    $geoip_city_name: 'Wien',
    utm_source: 'n',
    utm_medium: 'm',
    utm_campaign: 'c',
  }
  const odd = { $referrer: '$direct', $os: '', $browser: { name: 'x' }, utm_source: true }
  t.strictSame(lines({ ...event, properties: { ...columns, $sdk_debug_x: 1, $insert_id: 'i', $time: 5 } }), [
    {
      ...line,
      properties: {},
      context: {
        os: 'iOS',
        os_version: 17,
        browser: 'Safari',
        browser_version: 17.4,
        device_type: 'Mobile',
        app_version: '1.2',
        locale: 'de',
        referrer: 'https://a.example/',
        country: 'AT',
        region: 'Wien',
        city: 'Wien',
        utm_source: 'n',
        utm_medium: 'm',
        utm_campaign: 'c',
      },
    },
  ])
  const more = { $set: {}, token: 'k' }
  t.strictSame(lines({ ...event, properties: { ...odd, ...more } }), [
    { ...line, properties: odd, context: {} },
  ])
  t.strictSame(lines({ ...event, properties: { $os: 'iOS', $os_name: 'iPadOS' } }), [
    { ...line, properties: { $os_name: 'iPadOS' }, context: { os: 'iOS' } },
  ])
  for (const [given, wanted] of [
    [{ distinct_id: 7 }, '7'],
    [{ $distinct_id: 'x' }, 'x'],
    [{ properties: { distinct_id: 'x' } }, 'x'],
  ] as const)
    t.match(lines({ event: 'e', ...given }), [{ device_id: wanted }])
  t.match(lines({ event: 'e', distinct_id: 'd', properties: { $insert_id: 'i' } }), [{ message_id: 'i' }])
  for (const [bad, message] of [
    [null, /must be a JSON object/],
    [[], /must be a JSON object/],
    [{ event: 'e' }, /distinct_id/],
    [{ event: 'e', distinct_id: ' ' }, /distinct_id/],
    [{ event: 'e', distinct_id: 'd', properties: [] }, /properties must be/],
    [{ event: 'e', distinct_id: 'd', $set: 'x' }, /\$set must be/],
    [{ event: 'e', distinct_id: 'd', properties: { $set_once: [1] } }, /\$set_once must be/],
    [{ event: '$create_alias', distinct_id: 'd' }, /alias/],
    [{ event: '$groupidentify', distinct_id: 'd', properties: { $group_set: 1 } }, /\$group_set/],
  ] as const)
    t.throws(() => linesOf(bad, arrival), { message })
})

t.test('who is who', async (t) => {
  const link = (device_id: string, user_id = 'ann') => ({
    type: 'identify',
    device_id,
    user_id,
    message_id: 'm',
  })
  const alias = (previous_id: string) => ({ type: 'alias', previous_id, user_id: 'ann', message_id: 'm' })
  const who = { distinct_id: 'ann', uuid: 'm' }
  const said = (event: string, properties: object = {}) => lines({ ...who, event, properties })
  t.strictSame(said('$identify', { $anon_distinct_id: 'x' }), [link('ann'), alias('x')])
  t.strictSame(said('$identify', { $anon_distinct_id: 'ann' }), [link('ann')])
  t.strictSame(said('$identify'), [link('ann')])
  t.strictSame(said('$create_alias', { alias: 'x' }), [link('ann'), alias('x')])
  t.strictSame(said('$merge_dangerously', { alias: 'x' }), [link('ann'), alias('x')])
  for (const placeholder of ['null', 'undefined', ' Anonymous', '0', '[object Object]'])
    t.strictSame(said('$identify', { $anon_distinct_id: placeholder }), [link('ann')], placeholder)
  t.strictSame(lines({ event: '$identify', distinct_id: 'null', properties: { $anon_distinct_id: 'x' } }), [])
  const users = (properties: object, distinct_id = 'ann') =>
    (lines({ event: 'e', distinct_id, properties }) as { user_id?: unknown }[]).map(({ user_id }) => user_id)
  t.strictSame(users({ $device_id: 'x' }), [undefined], 'a server may pass on the id of a visitor')
  t.strictSame(users({ $is_identified: true }), ['ann'])
  t.strictSame(users({ $user_id: 'ann', $device_id: 'x' }), ['ann'])
  t.strictSame(users({ $is_identified: true }, 'undefined'), [undefined])
})

t.test('traits', async (t) => {
  const event = { event: 'e', distinct_id: 'd', uuid: 'm', timestamp: at }
  const [, ...found] = lines({
    ...event,
    $set: { a: 1, b: 1 },
    $set_once: { c: 3 },
    properties: { $set: { b: 2, none: null } },
  })
  const common = { type: 'identify', device_id: 'd', timestamp: at }
  t.strictSame(found, [
    { ...common, message_id: 'm', traits: { a: 1, b: 2 } },
    { ...common, timestamp: once, message_id: 'm:once', traits: { c: 3 } },
  ])
  const time = (timestamp: string | undefined): number =>
    (lines({ ...event, timestamp, event: '$set', $set_once: { c: 3 } })[0] as { timestamp: number }).timestamp
  t.ok(time('2026-01-05T11:00:00.010Z') < once, 'of two the earlier counts')
  t.ok(time('1970-01-01T00:00:00Z') < Date.UTC(1983, 0), 'whatever is set counts more')
  t.ok(time('2099-01-01T00:00:00Z') >= 0)
  t.equal(time(undefined), Math.floor((4_000_000_000_000 - received) / 10))
  const none = { ...event, event: '$set', $set: { a: 1 } }
  t.strictSame(lines({ ...none, properties: { $process_person_profile: false } }), [])
  t.strictSame(lines({ ...none, options: { process_person_profile: false } }), [])
  t.equal(lines({ ...none, properties: { $process_person_profile: true } }).length, 1)
  const group = { $group_type: 'company', $group_key: 5, $group_set: { size: 40 } }
  t.strictSame(lines({ ...event, event: '$groupidentify', properties: group }), [
    {
      type: 'group',
      device_id: 'd',
      timestamp: at,
      message_id: 'm',
      group_id: '5',
      group_type: 'company',
      traits: { $group_type: 'company', size: 40 },
    },
  ])
})

t.test('times', async (t) => {
  const time = (event: object, more: Partial<Arrival> = {}): unknown =>
    (lines({ event: 'e', distinct_id: 'd', ...event }, more)[0] as { timestamp?: unknown }).timestamp
  const sentAt = '2026-01-05T15:00:00Z'
  const fast = { timestamp: '2026-01-05T14:59:00Z' }
  t.equal(time(fast, { sentAt }), received - 60_000, 'the clock is three hours fast')
  t.equal(time({ ...fast, properties: { $ignore_sent_at: true } }, { sentAt }), fast.timestamp)
  t.equal(time({ ...fast, options: { disable_skew_correction: true } }, { sentAt }), fast.timestamp)
  t.equal(time(fast), fast.timestamp)
  t.equal(time({ offset: 5_000 }), received - 5_000)
  t.equal(time({ properties: { $time: received / 1000 - 1.5 } }), received - 1_500)
  t.equal(time({}), undefined)
})
