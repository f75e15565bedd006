import t from 'tap'
import { browserPage, until } from './browser.js'
import { clientService, quietly, type ClientService, type Json } from './client-service.js'
import { clickHouse } from '../support/every-store.js'

interface PostHogJs {
  init(key: string, options: object): void
  capture(event: string, properties?: object): void
  identify(user: string, set: object, once: object): void
  group(type: string, key: string, set: object): void
  reset(): void
  get_distinct_id(): string
}
interface PostHogPage {
  readonly posthog: PostHogJs
}

for (const [name, options] of [
  ['as it is', {}],
  ['without compression', { disable_compression: true }],
  ['without batches', { request_batching: false }],
] as const)
  await t.test(`posthog-js ${name}`, async (t) => {
    const fixture = await clientService(t, clickHouse)
    const faults = quietly(t)
    const { page, url, complaints, answers } = await browserPage(t, 'posthog-js/dist/array.js')
    fixture.failNext('before', 'after')
    const visitor = await page.evaluate(
      async ({ key, api_host, options }) => {
        const { posthog } = globalThis as unknown as PostHogPage
        // The library treats a remote-controlled browser as a bot and sends no events from it.
        const loaded = new Promise((resolve) => {
          posthog.init(key, { api_host, opt_out_useragent_filter: true, loaded: resolve, ...options })
        })
        await loaded
        const visitor = posthog.get_distinct_id()
        posthog.capture('Order Completed', { total: 12.5, items: [{ sku: 'a' }], none: null })
        posthog.identify('ann', { plan: 'pro' }, { first_page: '/shop' })
        posthog.group('company', 'acme', { size: 40 })
        posthog.capture('signed in')
        posthog.reset()
        posthog.capture('signed out')
        return visitor
      },
      { key: fixture.key, api_host: `${fixture.base}/posthog`, options },
    )
    const names = async () => (await fixture.events()).map((event) => String(event['event_name']))
    const isThere = async (count: number) => (await names()).length >= count && traitsOf(fixture).length === 3
    await until(() => isThere(4), 'every event, in the end')
    await until(() => answers.filter((answer) => answer.endsWith(' 503')).length >= 2, 'both faults')
    await page.goto('about:blank')
    await until(() => isThere(5), 'what is sent when the page closes')

    const events = new Map((await fixture.events()).map((event) => [event['event_name'], event]))
    t.strictSame((await names()).sort(), [
      '$pageleave',
      '$pageview',
      'Order Completed',
      'signed in',
      'signed out',
    ])
    const columns = { os: 'Linux', browser: 'Chrome', device_type: 'Desktop', locale: 'de-AT' }
    const shop = { $current_url: url, $pathname: '/shop', $lib: 'web' }
    t.match(events.get('Order Completed'), {
      ...columns,
      device_id: visitor,
      user_id: 'ann',
      session_id: String,
      utm_source: 'news',
      utm_campaign: 'spring',
      properties: { ...shop, total: 12.5, items: [{ sku: 'a' }] },
    })
    t.match(events.get('signed in'), {
      ...columns,
      device_id: 'ann',
      user_id: 'ann',
      properties: { ...shop, $device_id: visitor, $groups: { company: 'acme' } },
    })
    const after = events.get('signed out')
    t.notOk(['ann', visitor].includes(String(after?.['device_id'])), 'whoever comes next is somebody else')
    t.equal(after?.['user_id'], undefined)
    t.match(events.get('$pageview'), { ...columns, properties: { ...shop, title: 'A shop' } })
    for (const { properties } of events.values() as Iterable<{ properties?: Json }>)
      for (const name of ['token', 'distinct_id', '$session_id', '$browser', '$insert_id'])
        t.notOk(Object.hasOwn(properties ?? {}, name), `${name} is said elsewhere, or is nobody's business`)
    const [set, once, group] = traitsOf(fixture)
    t.strictSame(set, { plan: 'pro' })
    t.match(once, { first_page: '/shop', $initial_utm_source: 'news' })
    t.strictSame(group, {
      group_id: 'acme',
      group_type: 'company',
      group: { $group_type: 'company', size: 40 },
    })

    t.ok(answers.every((answer) => / (200|503)$/.test(answer) && answer.includes(`${fixture.base}/posthog/`)))
    t.ok(answers.some((answer) => answer.includes('/posthog/array/')))
    t.strictSame([complaints, faults()], [[], []])
  })

/** Each trait once: set, set once, and the group. */
function traitsOf(fixture: ClientService): readonly Json[] {
  const rows = new Map(fixture.rows('traits').map((row) => [row.message_id, row]))
  const rank = (row: Json): number =>
    Object.hasOwn(row, 'plan') ? 0 : Object.hasOwn(row, 'first_page') ? 1 : 2
  return [...rows.values()].map(({ traits }) => traits).sort((a, b) => rank(a) - rank(b))
}
