import t from 'tap'
import type { JsonObject } from '../../contract/index.js'
import { cleanItem } from './clean.js'
import { splitContext } from './context.js'
import { draftOf } from './event-draft.js'
import { readEvent } from './event-line.js'
import { LineError } from './line-error.js'
import { readLog } from './log-line.js'

const now = Date.UTC(2026, 2, 10, 12)

const clean = (item: unknown): JsonObject => cleanItem(JSON.parse(JSON.stringify(item)))
const event = (item: unknown) => readEvent(clean(item), now)
const errorOf = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    if (error instanceof LineError) return error.message
    throw error
  }
  return 'accepted'
}

t.test('event lines: rejected input', (t) => {
  const cases: [unknown, RegExp][] = [
    [{}, /device_id or user_id must be a non-empty string/],
    [{ device_id: 'd' }, /event must be a non-empty string/],
    [{ device_id: 'd', event: '' }, /event must be a non-empty string/],
    [{ device_id: 'd', event: '  ' }, /event must be a non-empty string/],
    [{ device_id: 'd', event: 5 }, /event must be a non-empty string/],
    [{ device_id: 'd', event: 'x'.repeat(501) }, /event must not be longer than 500/],
    [{ device_id: 5, event: 'e' }, /device_id must be a string/],
    [{ device_id: 'd'.repeat(501), event: 'e' }, /device_id must not be longer/],
    [{ event: 'e' }, /device_id or user_id/],
    [{ device_id: 'd', event: 'e', user_id: { a: 1 } }, /user_id must be a string/],
    [{ device_id: 'd', event: 'e', session_id: 1 }, /session_id must be a string/],
    [{ device_id: 'd', event: 'e', message_id: [] }, /message_id must be a string/],
    [{ device_id: 'd', event: 'e', properties: [1] }, /properties must be an object/],
    [{ device_id: 'd', event: 'e', context: 'x' }, /context must be an object/],
    [{ device_id: 'd', event: 'e', timestamp: 'soon' }, /timestamp must be/],
    [
      { device_id: 'd', event: 'e', type: 'page' },
      /type must be one of track, identify, group, alias, context/,
    ],
    [{ device_id: 'd', type: 'identify', traits: 1 }, /traits must be an object/],
    [{ device_id: 'd', type: 'group' }, /group_id must be a non-empty string/],
    [{ device_id: 'd', type: 'alias' }, /user_id must be a non-empty string/],
    [{ user_id: 'u', type: 'alias' }, /previous_id must be a non-empty string/],
  ]
  for (const [item, message] of cases)
    t.match(
      errorOf(() => event(item)),
      message,
      JSON.stringify(item).slice(0, 60),
    )
  t.end()
})

t.test('track lines, nested and flat', (t) => {
  const nested = event({
    type: 'track',
    event: 'signup',
    device_id: 'd',
    session_id: 's',
    user_id: 'u',
    message_id: 'm',
    timestamp: '2026-03-01T00:00:00Z',
    properties: { plan: 'pro', country: 'kept', nothing: null },
    context: { os: { name: 'iOS', version: 17 }, screen: { width: 3 }, library: { name: 'x' } },
  })
  const timestamp = Date.UTC(2026, 2, 1)
  t.same(nested.event, {
    timestamp,
    event_name: 'signup',
    device_id: 'd',
    session_id: 's',
    user_id: 'u',
    message_id: 'm',
    context: { os: 'iOS', os_version: '17' },
    properties: { plan: 'pro', country: 'kept', context: { screen: { width: 3 } } },
  })
  t.same(nested.links, [{ timestamp, device_id: 'd', user_id: 'u' }])
  const flat = event({
    event: 'e',
    device_id: 'd',
    user_id: '',
    amount: 5,
    country: 'DE',
    os: { a: 1 },
    service: 'web',
  })
  t.same(flat.event?.context, { country: 'DE' })
  t.same(flat.event?.properties, { amount: 5, os: { a: 1 }, service: 'web' })
  t.same([flat.event?.user_id, flat.event?.timestamp, flat.links], [null, now, []])
  const both = event({
    event: 'e',
    device_id: 'd',
    country: 'DE',
    context: { country: 'FR' },
    properties: { a: 1 },
    a: 2,
  })
  t.same(both.event?.context, { country: 'FR' }, 'the context object wins')
  t.same(both.event?.properties, { a: 1, country: 'DE' }, 'nested properties win, nothing else is lost')
  const server = event({ event: 'e', user_id: 'u' })
  t.same(server.links, [{ timestamp: now, device_id: 'u', user_id: 'u' }], 'a user without a device is one')
  t.end()
})

t.test('context columns', (t) => {
  t.same(
    splitContext({
      deviceType: 'mobile',
      osName: 'Android',
      'os.version': '14',
      browser: { name: 'Firefox', version: '120', engine: 'Gecko' },
      app: { version: '1.2' },
      page: { referrer: 'r'.repeat(600), path: '/' },
      campaign: { source: 's', medium: 'm', name: 'n' },
      location: { country: 'DE', region: 'BE', city: 'Berlin' },
      locale: '',
      platform: true,
    }),
    {
      columns: {
        device_type: 'mobile',
        os: 'Android',
        os_version: '14',
        browser: 'Firefox',
        browser_version: '120',
        app_version: '1.2',
        referrer: 'r'.repeat(500),
        utm_source: 's',
        utm_medium: 'm',
        utm_campaign: 'n',
        country: 'DE',
        region: 'BE',
        city: 'Berlin',
      },
      rest: { browser: { engine: 'Gecko' }, page: { path: '/' }, platform: true },
    },
  )
  t.equal(splitContext({ city: `${'c'.repeat(499)}😀` }).columns.city, 'c'.repeat(499), 'no half character')
  t.end()
})

t.test('identify, group, alias and context lines', (t) => {
  const sdk = { service: 'web', device_id: 'd', session_id: 's', timestamp: now - 5 }
  const identify = event({
    ...sdk,
    type: 'identify',
    user_id: 'u',
    plan: 'pro',
    country: 'DE',
    traits: { plan: 'team' },
  })
  t.same(identify.trait?.traits, { plan: 'team', country: 'DE' })
  t.same(identify.links, [{ timestamp: now - 5, device_id: 'd', user_id: 'u' }])
  t.equal(identify.event, null)
  t.equal(event({ type: 'identify', device_id: 'd', user_id: 'u' }).trait, null)
  const group = event({ type: 'group', device_id: 'd', group_id: 'g', traits: { seats: 5 } })
  t.same(group.trait?.traits, { group_id: 'g', group_type: 'company', group: { seats: 5 } })
  const pairs = (item: unknown): string[] =>
    event(item).links.map((link) => `${link.device_id}>${link.user_id}`)
  t.same(pairs({ type: 'alias', previous_id: 'old', user_id: 'u' }), ['old>u', 'u>u'])
  t.same(pairs({ type: 'alias', previous_id: 'old', device_id: 'd', user_id: 'u' }), ['old>u', 'd>u'])
  t.same(pairs({ type: 'alias', device_id: 'd', user_id: 'u' }), ['d>u'])
  const context = event({
    ...sdk,
    type: 'context',
    reason: 'new',
    os_name: 'iOS',
    browser: 'Safari',
    screen_width: 3,
  })
  t.same(context.context, {
    timestamp: now - 5,
    device_id: 'd',
    session_id: 's',
    message_id: null,
    context: { os: 'iOS', browser: 'Safari' },
    properties: { service: 'web', reason: 'new', screen_width: 3 },
  })
  t.end()
})

t.test('a context line stands on the later lines of its device and session', (t) => {
  const lines = [
    { event: 'before', device_id: 'd', session_id: 's' },
    { type: 'context', device_id: 'd', session_id: 's', os: 'iOS', country: 'DE' },
    { event: 'after', device_id: 'd', session_id: 's', country: 'FR' },
    { event: 'other session', device_id: 'd', session_id: 't' },
    { event: 'other device', device_id: 'e', session_id: 's' },
    { type: 'context', device_id: 'e', os: 'Linux' },
    { event: 'any session', device_id: 'e', session_id: 'x' },
  ]
  const draft = draftOf(lines.map(event))
  t.same(
    draft.events.map((row) => [row.event_name, row.context]),
    [
      ['before', {}],
      ['after', { os: 'iOS', country: 'FR' }],
      ['other session', {}],
      ['other device', {}],
      ['any session', { os: 'Linux' }],
    ],
  )
  t.equal(draft.contexts.length, 2)
  t.end()
})

t.test('log lines', (t) => {
  const log = (item: unknown) => readLog(clean(item), now)
  t.same(
    log({
      type: 'log',
      level: 'FATAL',
      message: 'down',
      service: 'api',
      source: 'h1',
      data: { code: 5 },
      extra: true,
    }),
    {
      timestamp: now,
      level: 'critical',
      service: 'api',
      source: 'h1',
      message: { message: 'down', code: 5, extra: true },
      session_id: null,
      message_id: null,
    },
  )
  const levels = ['crit', 'err', 'Warn', 'warning', 'notice', undefined].map(
    (level) => log({ level, message: '' }).level,
  )
  t.same(levels, ['critical', 'error', 'warning', 'warning', 'notice', 'info'])
  t.same(log({ message: { a: 1 }, data: { b: 2 } }).message, { a: 1, b: 2 })
  t.same(log({ message: 'failed', data: { message: 'why' } }).message, {
    message: 'failed',
    data: { message: 'why' },
  })
  for (const bad of [{}, { message: 5 }, { message: {} }, { message: ['a'] }])
    t.match(
      errorOf(() => log(bad)),
      /message must be a string or a non-empty object/,
      JSON.stringify(bad),
    )
  t.match(
    errorOf(() => log({ message: 'm', level: 'loud' })),
    /level must be one of emergency/,
  )
  t.match(
    errorOf(() => log({ message: 'm', level: 30 })),
    /level must be one of/,
  )
  t.match(
    errorOf(() => log({ message: 'm', data: 'x' })),
    /data must be an object/,
  )
  t.end()
})
