import t, { type Test } from 'tap'
import { PostHog } from 'posthog-node'
import { clientService, quietly, type ClientService, type Json } from './client-service.js'
import { clickHouse, postgres } from '../support/every-store.js'
import { memory } from '../support/named-store.js'
import { at, properties } from './segment-messages.js'

/** Sent through each of the library's two protocols. */
function send(client: PostHog): void {
  client.capture({
    distinctId: 'visitor',
    event: 'Order Completed',
    properties: {
      ...properties,
      $session_id: 's-1',
      $os: 'Android',
      $geoip_country_code: 'AT',
      $current_url: 'https://shop.example/a',
    },
    groups: { company: 'acme' },
    timestamp: at(1),
  })
  client.capture({ distinctId: 'ann', event: '$pageview', timestamp: at(2), disableGeoip: false })
  client.capture({
    distinctId: 'ann',
    event: 'renamed',
    properties: { $set: { plan: 'free', seats: 5 }, $set_once: { first_plan: 'free' } },
    timestamp: at(3),
  })
  client.capture({
    distinctId: 'ann',
    event: 'renamed',
    properties: { $set: { plan: 'pro' }, $set_once: { first_plan: 'pro' } },
    timestamp: at(4),
  })
  client.identify({
    distinctId: 'ann',
    properties: { $anon_distinct_id: 'visitor', email: 'ann@example.com' },
  })
  client.alias({ distinctId: 'ann', alias: 'old-ann' })
  client.groupIdentify({
    groupType: 'company',
    groupKey: 'acme',
    properties: { size: 40 },
    distinctId: 'ann',
  })
}

async function checkStored(t: Test, fixture: ClientService): Promise<void> {
  const events = (await fixture.events()).map(({ properties, ...columns }) => {
    const library = ['$lib', '$lib_version', '$is_server']
    const own = Object.entries(properties as Json).filter(([name]) => !library.includes(name))
    return { ...columns, properties: Object.fromEntries(own) }
  })
  t.strictSame(events, [
    {
      timestamp: at(1).toISOString(),
      event_name: 'Order Completed',
      device_id: 'visitor',
      session_id: 's-1',
      user_id: 'ann',
      os: 'Android',
      country: 'AT',
      properties: {
        ...properties,
        $current_url: 'https://shop.example/a',
        $groups: { company: 'acme' },
        $geoip_disable: true,
      },
    },
    {
      timestamp: at(2).toISOString(),
      session_id: 'given 1',
      event_name: '$pageview',
      device_id: 'ann',
      user_id: 'ann',
      properties: {},
    },
    ...[3, 4].map((second) => ({
      timestamp: at(second).toISOString(),
      session_id: 'given 1',
      event_name: 'renamed',
      device_id: 'ann',
      user_id: 'ann',
      properties: { $geoip_disable: true },
    })),
  ])
  const links = fixture.rows('links').map(({ device_id, user_id }) => `${device_id} is ${user_id}`)
  t.strictSame([...new Set(links)].sort(), ['ann is ann', 'old-ann is ann', 'visitor is ann'])
  const { id: workspace } = fixture
  const total = async (path: string, more: Readonly<Record<string, string>> = {}): Promise<number> => {
    const answer = await fixture.service.call('GET', `/api/v1/metrics/${path}`, {
      workspace,
      query: { range: 'all_time', granularity: 'yearly', ...more },
    })
    return Number(answer.body.data.total)
  }
  t.equal(await total('events'), 4)
  t.equal(await total('dau'), 1, 'one person')
  t.equal(await total('dau', { actor: 'group:company' }), 1, 'the company of one event')
  const company = { 'conditions[0][field]': 'group_trait:company.size', 'conditions[0][value]': '40' }
  t.equal(await total('events', company), 1)
  const traits = async (name: string): Promise<unknown> => {
    const query = { breakdown: `trait:${name}`, range: 'all_time', granularity: 'yearly' }
    const answer = await fixture.service.call('GET', '/api/v1/metrics/dau', { workspace, query })
    const points = answer.body.data.points as { value: number; dimension: string }[]
    return points.filter(({ value }) => value > 0).map(({ dimension }) => dimension)
  }
  t.strictSame(await traits('plan'), ['pro'], 'the last of $set')
  t.strictSame(await traits('first_plan'), ['free'], 'the first of $set_once')
  t.strictSame(await traits('seats'), ['5'])
  t.strictSame(await traits('email'), ['ann@example.com'])
  t.strictSame(await traits('group_id'), ['acme'])
  t.strictSame(await traits('group.size'), ['40'])
}

for (const store of [memory, clickHouse, postgres])
  for (const mode of ['v0', 'v1'] as const)
    await t.test(`posthog-node, capture ${mode}, on ${store.name}`, async (t) => {
      const fixture = await clientService(t, store)
      const faults = quietly(t)
      process.env['POSTHOG_CAPTURE_MODE'] = mode
      const paths = new Set<string>()
      const client = new PostHog(fixture.key, {
        host: `${fixture.base}/posthog`,
        flushAt: 100,
        fetchRetryDelay: 50,
        personalApiKey: 'phx_somebody',
        fetch: (address, init) => {
          paths.add(new URL(address).pathname)
          return fetch(address, init)
        },
      })
      const errors: unknown[] = []
      client.on('error', (error) => errors.push(error))
      fixture.failNext('before', 'after')
      send(client)
      t.strictSame(await client.getAllFlags('ann'), {})
      await client.shutdown(30_000)
      t.strictSame(errors, [])
      t.equal(fixture.appends(), 3)
      const capture = mode === 'v0' ? '/posthog/batch/' : '/posthog/i/v1/analytics/events'
      t.strictSame(paths, new Set(['/posthog/flags/definitions', '/posthog/flags/', capture]))
      await checkStored(t, fixture)
      t.strictSame(faults(), [])
    })

await t.test('posthog-node with more than a request may hold', async (t) => {
  const fixture = await clientService(t, memory)
  quietly(t)
  process.env['POSTHOG_CAPTURE_MODE'] = 'v0'
  const statuses: number[] = []
  const client = new PostHog(fixture.key, {
    host: `${fixture.base}/posthog`,
    flushAt: 100,
    disableCompression: true,
    fetch: async (address, init) => {
      const answer = await fetch(address, init)
      statuses.push(answer.status)
      return answer
    },
  })
  const text = 'x'.repeat(1_000_000)
  for (let n = 0; n < 12; n++) client.capture({ distinctId: 'd', event: `large ${n}`, properties: { text } })
  await client.shutdown(30_000)
  t.strictSame(statuses, [413, 200, 200], 'in halves')
  t.equal((await fixture.events()).length, 12)
})
