import t from 'tap'
import { browserPage, until } from './browser.js'
import { clientService, quietly } from './client-service.js'
import { clickHouse } from '../support/every-store.js'

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
    const fixture = await clientService(t, clickHouse)
    const faults = quietly(t)
    const file = '@segment/analytics-next/dist/umd/index.js'
    const { page, url, complaints, answers } = await browserPage(t, file)
    fixture.failNext('before', 'after')
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
      { settings: { writeKey: fixture.key, cdnURL: `${fixture.base}/segment` }, segmentIo: delivery },
    )
    const done = () => answers.filter((answer) => answer.startsWith('POST') && answer.endsWith(' 200')).length
    const stored = () =>
      new Set([...fixture.rows('events'), ...fixture.rows('traits')].map(({ message_id: id }) => id)).size
    await until(() => done() >= posts && stored() === 4, 'every message, in the end')
    t.ok(
      answers.filter((answer) => answer.endsWith(' 503')).length >= 2,
      'requests that wait together fail together',
    )
    t.ok(answers.every((answer) => answer.includes(` ${fixture.base}/segment/v1/`)))

    const events = await fixture.events()
    const path = new URL(url).pathname
    const known = {
      device_id,
      user_id: 'ann',
      locale: 'de-AT',
      os: 'Linux',
      browser: 'Chrome',
      utm_source: 'news',
      utm_campaign: 'spring',
    }
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
    const traits = fixture.rows('traits').map(({ traits }) => JSON.stringify(traits))
    t.strictSame([...new Set(traits)].sort(), [
      '{"group_id":"acme","group_type":"company","group":{"size":40}}',
      '{"plan":"pro","seats":5}',
    ])
    t.strictSame([complaints, faults()], [[], []])
  })
