import t from 'tap'
import type { IngestOrigin, JsonObject } from '../../contract/index.js'
import { eventReader } from './agent-line.js'
import { isOwnDevice, readAgent, underlay } from './agent.js'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const onIphone = {
  device_type: 'mobile',
  os: 'iOS',
  os_version: '17.5',
  browser: 'Mobile Safari',
  browser_version: '17.5',
}
const onWindows = {
  device_type: 'desktop',
  os: 'Windows',
  os_version: '10',
  browser: 'Chrome',
  browser_version: '139.0.0.0',
}

t.test('what an agent tells', (t) => {
  t.same(readAgent(chrome), onWindows)
  t.same(readAgent(iphone), onIphone)
  t.equal(readAgent(chrome), readAgent(chrome), 'an agent is parsed once')
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Gecko/20100101 Firefox/130.0'
  t.match(readAgent(mac), { device_type: 'desktop', os: 'macOS', browser: 'Firefox' })
  t.match(readAgent('Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/TQ3A)'), {
    device_type: 'mobile',
    os: 'Android',
    os_version: '13',
  })
  const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  for (const silent of [bot, '', 'node', 'analytics-node/3.1.0']) t.same(readAgent(silent), {}, silent)
  for (const hostile of ['Mozilla/5.0 ' + '('.repeat(1e6), 'a;'.repeat(1e6), ' Chrome/'.repeat(1e5)])
    readAgent(hostile)
  t.end()
})

t.test('whose agent it is', (t) => {
  for (const own of [
    chrome,
    iphone,
    'Opera/9.80 (X11)',
    'Dalvik/2.1.0 (Linux)',
    'Shop/3 CFNetwork/1410 Darwin/22',
  ])
    t.ok(isOwnDevice(own), own)
  const servers = [
    'analytics-node/3.1.0',
    'axios/1.7',
    'node',
    'python-requests/2.32',
    'okhttp/4.9',
    'curl/8',
    '',
  ]
  for (const server of [...servers, 'posthog-node/5.70.0', 'undici', 'Go-http-client/1.1', `x ${chrome}`])
    t.notOk(isOwnDevice(server), server)
  t.end()
})

t.test('what a client says itself stays', (t) => {
  t.same(underlay({}, onIphone), onIphone)
  t.same(underlay({ os: 'ios', browser: 'Firefox' }, onIphone), {
    device_type: 'mobile',
    os: 'ios',
    os_version: '17.5',
    browser: 'Firefox',
  })
  t.same(underlay({ os_version: '3', device_type: 'tablet', browser: 'B' }, onIphone), {
    device_type: 'tablet',
    os_version: '3',
    browser: 'B',
  })
  t.same(underlay({ city: 'Bonn' }, { country: 'US' }), { city: 'Bonn' })
  t.end()
})

const geo = { countryOf: (address: string) => ({ '192.0.2.1': 'DE', '192.0.2.2': 'FR' })[address] ?? null }
const read = (item: JsonObject, from: IngestOrigin, look: typeof geo | null = geo) =>
  eventReader(look)({ device_id: 'd', event: 'e', ...item }, Date.UTC(2026, 0, 1), from)

t.test('an item and its request', (t) => {
  const browser = { userAgent: chrome, address: '192.0.2.1' }
  const server = { userAgent: 'analytics-node/3.1.0', address: '192.0.2.1' }
  const fallback = (item: JsonObject, from: IngestOrigin) => read(item, from).event?.fallback
  t.same(fallback({}, browser), { ...onWindows, country: 'DE' })
  t.same(fallback({}, server), undefined, 'a server is not its user')
  t.same(fallback({}, {}), undefined)
  t.same(fallback({ context: { userAgent: iphone, ip: '192.0.2.2' } }, server), {
    ...onIphone,
    country: 'FR',
  })
  t.same(fallback({ context: { user_agent: iphone } }, browser), { ...onIphone, country: 'DE' })
  t.same(fallback({ properties: { $raw_user_agent: iphone, $ip: '192.0.2.2' } }, server), {
    ...onIphone,
    country: 'FR',
  })
  t.same(fallback({ $user_agent: iphone, $ip: '10.0.0.1' }, server), onIphone)
  t.same(read({}, browser, null).event?.fallback, onWindows)
  t.same(fallback({ context: { ip: 5, userAgent: '' } }, server), undefined)
  t.end()
})

t.test('addresses are not kept', (t) => {
  const sent = {
    context: { ip: '192.0.2.1', screen: { ip: 'x' }, userAgent: 'x' },
    properties: { $ip: '192.0.2.1', ip: 'kept' },
    $ip: '192.0.2.1',
    ip: 'kept too',
  }
  for (const look of [geo, null])
    t.same(read(sent, {}, look).event?.properties, {
      ip: 'kept',
      context: { screen: { ip: 'x' }, userAgent: 'x' },
    })
  const identity = read(
    { type: 'identify', user_id: 'u', context: { ip: '192.0.2.1' }, traits: { a: 1 } },
    {},
  )
  t.equal(identity.context, null)
  const context = read({ type: 'context', ip: '192.0.2.1', locale: 'de', userAgent: iphone }, {})
  t.same(context.context?.context, { locale: 'de', ...onIphone, country: 'DE' })
  t.same(context.context?.properties, { userAgent: iphone })
  t.end()
})
