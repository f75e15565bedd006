import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import t from 'tap'
import { browserPage, until } from './browser.js'
import { clientService, quietly } from './client-service.js'
import { clickHouse, postgres } from '../support/every-store.js'
import { memory } from '../support/named-store.js'

type Call = (...args: readonly unknown[]) => void
interface TellPage {
  readonly Tell: { readonly tell: Readonly<Record<string, Call>> & { flush(): Promise<void> } }
}

const package_ = createRequire(import.meta.url).resolve('@tell-rs/browser')
const script = join(dirname(package_), 'tell.global.js')

for (const store of [memory, clickHouse, postgres])
  await t.test(`@tell-rs/browser on ${store.name}`, async (t) => {
    const fixture = await clientService(t, store)
    const faults = quietly(t)
    const { page, url, complaints, answers } = await browserPage(t, script)
    fixture.failNext('before')
    await page.evaluate(
      async ({ key, endpoint }) => {
        const { tell } = (globalThis as unknown as TellPage).Tell
        tell['configure']?.(key, { endpoint, service: 'shop', botDetection: false, flushInterval: 60_000 })
        tell['track']?.('Order Viewed', { total: 12.5, items: [{ sku: 'a' }], none: null })
        tell['identify']?.('ann', { plan: 'pro', seats: 5 })
        tell['group']?.('acme', { size: 40 })
        tell['revenue']?.(49.99, 'EUR', 'order-1', { coupon: 'x' })
        await tell.flush()
        tell['logError']?.('Payment failed', { code: 502 })
        tell['track']?.('Left', {})
      },
      { key: fixture.key, endpoint: fixture.base },
    )
    await page.goto('about:blank')
    await until(
      async () => (await fixture.events()).length === 3 && fixture.rows('logs').length === 1,
      'what is sent when the page closes',
    )

    const [viewed, completed, left] = await fixture.events()
    const { device_id, session_id } = viewed ?? {}
    const who = { device_id, session_id, user_id: 'ann', utm_source: 'news', utm_campaign: 'spring' }
    const columns = { device_type: 'desktop', os: 'Linux', browser: 'Chrome', locale: 'de-AT' }
    t.match(device_id, /^[0-9a-f]{32}$/)
    t.match(viewed, { ...who, ...columns, event_name: 'Order Viewed' })
    t.match(completed, { ...who, ...columns, event_name: 'Order Completed' })
    t.match(left, { ...who, event_name: 'Left' })
    const acme = { $groups: { company: 'acme' } }
    t.strictSame(
      [viewed, completed, left].map((event) => event?.['properties']),
      [
        { service: 'shop', total: 12.5, items: [{ sku: 'a' }] },
        { service: 'shop', coupon: 'x', order_id: 'order-1', amount: 49.99, currency: 'EUR', ...acme },
        { service: 'shop', ...acme },
      ],
    )
    const traits = fixture.rows('traits').map(({ traits }) => traits)
    // The library has the campaign on group lines, too.
    t.match(traits, [
      { plan: 'pro', seats: 5 },
      { group_id: 'acme', group: { size: 40 } },
    ])
    t.match(fixture.rows('contexts'), [
      { device_id, session_id, context: columns, properties: { url, title: 'A shop' } },
    ])
    const message = { message: 'Payment failed', code: 502 }
    t.match(fixture.rows('logs'), [
      { level: 'error', service: 'shop', source: 'browser', session_id, message },
    ])
    const statuses = answers.map((answer) => answer.replace(/^POST .*\/v1\/(\w+)\?token=\w+ /, '$1 '))
    const [first, ...others] = statuses.filter((status) => status.startsWith('events'))
    t.strictSame([first, new Set(others)], ['events 503', new Set(['events 202'])])
    t.strictSame([complaints, faults()], [[], []])
  })
