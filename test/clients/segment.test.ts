import { createRequire } from 'node:module'
import t, { type Test } from 'tap'
import { browserPage, until } from './browser.js'
import { Analytics } from '@segment/analytics-node'
import { clickHouse, clientBench, memory, postgres, quietly, type ClientBench } from './client-bench.js'

t.setTimeout(300_000)

type Message = Readonly<Record<string, unknown>>
type Done = (error?: Error) => void
/** What the two older libraries have in common; one of them has no types of its own. */
interface OlderClient {
  track(message: Message, done?: Done): unknown
  identify(message: Message): unknown
  page(message: Message): unknown
  screen(message: Message): unknown
  group(message: Message): unknown
  alias(message: Message): unknown
  flush(done?: Done): Promise<unknown>
}
type OlderClass = new (key: string, options: Message) => OlderClient
const require = createRequire(import.meta.url)
const OldAnalytics = require('analytics-node') as OlderClass
const RudderAnalytics = require('@rudderstack/rudder-sdk-node') as OlderClass

const at = (second: number): Date => new Date(Date.UTC(2026, 0, 5, 10, 0, second, 123))

const properties = {
  text: 'Ünï "quoted" \\ 🚀',
  price: 12.5,
  count: 3,
  big: 9007199254740991,
  paid: true,
  free: false,
  nested: { deep: { er: ['a', 1, { b: 2 }, null] } },
  'dotted.name': 'x',
  __proto: 'y',
  at: at(59).toISOString(),
}
const context = {
  campaign: { name: 'spring', source: 'news', medium: 'email', term: 'shoes', content: 'b' },
  device: { id: 'dev-1', type: 'phone', model: 'Pixel' },
  os: { name: 'Android', version: '14' },
  app: { name: 'shop', version: '1.2.3', build: '77' },
  locale: 'de-AT',
  location: { country: 'AT', region: 'W', city: 'Wien', suburb: 'Wieden' },
  page: { url: 'https://shop.example/a?b=1', referrer: 'https://search.example/', title: 'A' },
  timezone: 'Europe/Vienna',
  ip: '203.0.113.5',
}
const columns = {
  utm_campaign: 'spring',
  utm_source: 'news',
  utm_medium: 'email',
  device_type: 'phone',
  os: 'Android',
  os_version: '14',
  app_version: '1.2.3',
  locale: 'de-AT',
  country: 'AT',
  region: 'W',
  city: 'Wien',
  referrer: 'https://search.example/',
}
/** What no column holds. */
const contextRest = {
  campaign: { term: 'shoes', content: 'b' },
  device: { id: 'dev-1', model: 'Pixel' },
  app: { name: 'shop', build: '77' },
  location: { suburb: 'Wieden' },
  page: { url: 'https://shop.example/a?b=1', title: 'A' },
  timezone: 'Europe/Vienna',
  ip: '203.0.113.5',
}

/** Every call of the API once, as every library takes it. */
const messages = {
  track: {
    event: 'Order Completed',
    userId: 'ann',
    anonymousId: 'anon-1',
    properties,
    context,
    timestamp: at(1),
  },
  bare: { event: 'bare', userId: 'server-user', timestamp: at(2) },
  page: {
    name: 'Home',
    category: 'Docs',
    anonymousId: 'anon-2',
    properties: { path: '/' },
    timestamp: at(3),
  },
  screen: { name: 'Cart', userId: 'ann', anonymousId: 'anon-1', timestamp: at(4) },
  identify: {
    userId: 'ann',
    anonymousId: 'anon-1',
    traits: { plan: 'pro', seats: 5, address: { city: 'Wien' } },
    context: { os: { name: 'Android' } },
    timestamp: at(5),
  },
  group: { userId: 'ann', anonymousId: 'anon-1', groupId: 'acme', traits: { size: 40 }, timestamp: at(6) },
  alias: { userId: 'ann', previousId: 'anon-0', timestamp: at(7) },
}

async function checkStored(t: Test, bench: ClientBench): Promise<void> {
  t.strictSame(await bench.events(), [
    {
      timestamp: at(1).toISOString(),
      event_name: 'Order Completed',
      device_id: 'anon-1',
      user_id: 'ann',
      ...columns,
      properties: { ...properties, context: contextRest },
    },
    {
      timestamp: at(2).toISOString(),
      event_name: 'bare',
      device_id: 'server-user',
      user_id: 'server-user',
      properties: {},
    },
    {
      timestamp: at(3).toISOString(),
      event_name: 'Page Viewed',
      device_id: 'anon-2',
      properties: { name: 'Home', category: 'Docs', path: '/' },
    },
    {
      timestamp: at(4).toISOString(),
      event_name: 'Screen Viewed',
      device_id: 'anon-1',
      user_id: 'ann',
      properties: { name: 'Cart' },
    },
  ])
  const traits = bench
    .rows('traits')
    .map(({ timestamp, device_id, traits }) => ({ timestamp, device_id, traits }))
  t.strictSame(traits, [
    { timestamp: at(5).getTime(), device_id: 'anon-1', traits: messages.identify.traits },
    { timestamp: at(6).getTime(), device_id: 'anon-1', traits: { group_id: 'acme', group: { size: 40 } } },
  ])
  t.match(bench.rows('contexts'), [{ device_id: 'anon-1', context: { os: 'Android' }, properties: {} }])
  const links = bench.rows('links').map(({ device_id, user_id }) => `${device_id} is ${user_id}`)
  const sent = ['ann is ann', 'anon-0 is ann', 'anon-1 is ann', 'server-user is server-user']
  t.strictSame([...new Set(links)].sort(), sent)
  const ids = [...bench.rows('events'), ...bench.rows('traits')].map(({ message_id: id }) => id)
  t.equal(new Set(ids).size, 6, 'each message has an id of its own')
  t.notOk(ids.includes(null))
}

const benches = [memory, clickHouse, postgres]

for (const store of benches) {
  await t.test(`@segment/analytics-node on ${store.name}`, async (t) => {
    const bench = await clientBench(t, store)
    const faults = quietly(t)
    bench.failNext('before', 'after')
    const client = new Analytics({
      writeKey: bench.key,
      host: bench.base,
      path: '/segment/v1/batch',
      flushAt: 100,
    })
    const failures: unknown[] = []
    client.on('error', (error) => failures.push(error))
    client.track(messages.track)
    client.track(messages.bare)
    client.page(messages.page)
    client.screen(messages.screen)
    client.identify(messages.identify)
    client.group(messages.group)
    client.alias(messages.alias)
    await client.closeAndFlush({ timeout: 30_000 })
    t.strictSame(failures, [])
    t.equal(bench.appends(), 3, 'two failures, and the try that got through')
    await checkStoredOnce(t, bench)
    t.strictSame(faults(), [])
  })

  for (const [name, Client] of [
    ['analytics-node', OldAnalytics],
    ['@rudderstack/rudder-sdk-node', RudderAnalytics],
  ] as const)
    await t.test(`${name} on ${store.name}`, async (t) => {
      const bench = await clientBench(t, store)
      const faults = quietly(t)
      const client = new Client(bench.key, {
        host: `${bench.base}/segment`,
        dataPlaneUrl: `${bench.base}/segment`,
        flushAt: 100,
      })
      // These send their first message alone, at once.
      const first = new Promise<void>((resolve, reject) => {
        client.track(messages.track, (error) => (error ? reject(error) : resolve()))
      })
      await first
      bench.failNext('before', 'after')
      client.track(messages.bare)
      client.page(messages.page)
      client.screen(messages.screen)
      client.identify(messages.identify)
      client.group(messages.group)
      client.alias(messages.alias)
      await client.flush()
      t.equal(bench.appends(), 4)
      await checkStoredOnce(t, bench)
      t.strictSame(faults(), [])
    })
}

/** The rows of the append that failed after it had stored them are in `rows` twice; in the answers once. */
async function checkStoredOnce(t: Test, bench: ClientBench): Promise<void> {
  const once = <R extends { readonly message_id: string | null }>(rows: readonly R[]): R[] => [
    ...new Map(rows.map((row) => [row.message_id, row])).values(),
  ]
  await checkStored(t, {
    ...bench,
    rows: (kind) => {
      const rows = bench.rows(kind)
      return kind === 'links' ? rows : (once(rows as never) as never)
    },
  })
}

interface AnalyticsJs {
  load(settings: object, options?: object): Promise<unknown>
  page(category: string, name: string): Promise<unknown>
  track(event: string, properties: object): Promise<unknown>
  identify(user: string, traits: object): Promise<unknown>
  group(group: string, traits: object): Promise<unknown>
  user(): { anonymousId(): string }
}
interface AnalyticsPage {
  readonly AnalyticsNext: { readonly AnalyticsBrowser: AnalyticsJs }
}

const batching = { strategy: 'batching', config: { size: 3, timeout: 200 } }
for (const [name, delivery, posts] of [
  ['one by one', {}, 4],
  ['in batches', { deliveryStrategy: batching }, 1],
] as const)
  await t.test(`analytics.js ${name}`, async (t) => {
    const bench = await clientBench(t, clickHouse)
    const faults = quietly(t)
    const file = '@segment/analytics-next/dist/umd/index.js'
    const { page, url, complaints, answers } = await browserPage(t, file)
    bench.failNext('before', 'after')
    const device_id = await page.evaluate(
      async ({ settings, segmentIo }) => {
        const { AnalyticsBrowser } = (globalThis as unknown as AnalyticsPage).AnalyticsNext
        const loaded = await AnalyticsBrowser.load(settings, { integrations: { 'Segment.io': segmentIo } })
        const [analytics] = loaded as [AnalyticsJs]
        await Promise.all([
          analytics.track('Order Completed', { total: 12.5, items: [{ sku: 'a' }], none: null }),
          analytics.page('Docs', 'Home'),
          analytics.identify('ann', { plan: 'pro', seats: 5 }),
          analytics.group('acme', { size: 40 }),
        ])
        return analytics.user().anonymousId()
      },
      { settings: { writeKey: bench.key, cdnURL: `${bench.base}/segment` }, segmentIo: delivery },
    )
    const done = () => answers.filter((answer) => answer.startsWith('POST') && answer.endsWith(' 200')).length
    const stored = () =>
      new Set([...bench.rows('events'), ...bench.rows('traits')].map(({ message_id: id }) => id)).size
    await until(() => done() >= posts && stored() === 4, 'every message, in the end')
    t.equal(answers.filter((answer) => answer.endsWith(' 503')).length, 2)
    t.ok(answers.every((answer) => answer.includes(` ${bench.base}/segment/v1/`)))

    const events = await bench.events()
    const path = new URL(url).pathname
    const known = { device_id, user_id: 'ann', locale: 'de-AT', utm_source: 'news', utm_campaign: 'spring' }
    t.match(
      new Map(events.map((event) => [event['event_name'], event])),
      new Map([
        [
          'Order Completed',
          {
            ...known,
            properties: {
              total: 12.5,
              items: [{ sku: 'a' }],
              context: { page: { url, path, title: 'A shop' }, timezone: String, userAgent: /Chrome/ },
            },
          },
        ],
        [
          'Page Viewed',
          { ...known, properties: { name: 'Home', category: 'Docs', url, path, title: 'A shop' } },
        ],
      ]),
    )
    t.equal(events.length, 2, 'each once')
    const traits = bench.rows('traits').map(({ traits }) => JSON.stringify(traits))
    t.strictSame([...new Set(traits)].sort(), [
      '{"group_id":"acme","group":{"size":40}}',
      '{"plan":"pro","seats":5}',
    ])
    t.strictSame([complaints, faults()], [[], []])
  })
