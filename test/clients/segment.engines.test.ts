import { createRequire } from 'node:module'
import t, { type Test } from 'tap'
import { Analytics } from '@segment/analytics-node'
import { clientService, quietly, type ClientService } from './client-service.js'
import { clickHouse, postgres } from '../support/every-store.js'
import { memory } from '../support/named-store.js'
import { at, columns, contextRest, messages, properties } from './segment-messages.js'

type Message = Readonly<Record<string, unknown>>
type Done = (error?: Error) => void
/** The common interface of the two older libraries; one of them has no types. */
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

const groupTraits = { group_id: 'acme', group_type: 'company', group: { size: 40 } }

async function checkStored(t: Test, fixture: ClientService): Promise<void> {
  t.strictSame(await fixture.events(), [
    {
      timestamp: at(1).toISOString(),
      session_id: 'given 1',
      event_name: 'Order Completed',
      device_id: 'anon-1',
      user_id: 'ann',
      ...columns,
      properties: { ...properties, context: contextRest },
    },
    {
      timestamp: at(2).toISOString(),
      session_id: 'given 2',
      event_name: 'bare',
      device_id: 'server-user',
      user_id: 'server-user',
      properties: {},
    },
    {
      timestamp: at(3).toISOString(),
      session_id: 'given 3',
      event_name: 'Page Viewed',
      device_id: 'anon-2',
      properties: { name: 'Home', category: 'Docs', path: '/' },
    },
    {
      timestamp: at(4).toISOString(),
      session_id: 'given 1',
      event_name: 'Screen Viewed',
      device_id: 'anon-1',
      user_id: 'ann',
      properties: { name: 'Cart' },
    },
  ])
  const traits = fixture
    .rows('traits')
    .map(({ timestamp, device_id, traits }) => ({ timestamp, device_id, traits }))
  t.strictSame(traits, [
    { timestamp: at(5).getTime(), device_id: 'anon-1', traits: messages.identify.traits },
    { timestamp: at(6).getTime(), device_id: 'anon-1', traits: groupTraits },
  ])
  const { body: company } = await fixture.service.call('GET', '/api/v1/groups/company/acme', {
    workspace: fixture.id,
  })
  t.match(
    company.data,
    { type: 'company', id: 'acme', traits: { size: 40 }, events: 0 },
    'the events are older',
  )
  t.match(fixture.rows('contexts'), [{ device_id: 'anon-1', context: { os: 'Android' }, properties: {} }])
  const links = fixture.rows('links').map(({ device_id, user_id }) => `${device_id} is ${user_id}`)
  const sent = ['ann is ann', 'anon-0 is ann', 'anon-1 is ann', 'server-user is server-user']
  t.strictSame([...new Set(links)].sort(), sent)
  const ids = [...fixture.rows('events'), ...fixture.rows('traits')].map(({ message_id: id }) => id)
  t.equal(new Set(ids).size, 6, 'each message has an id of its own')
  t.notOk(ids.includes(null))
}

const benches = [memory, clickHouse, postgres]

for (const store of benches) {
  await t.test(`@segment/analytics-node on ${store.name}`, async (t) => {
    const fixture = await clientService(t, store)
    const faults = quietly(t)
    fixture.failNext('before', 'after')
    const client = new Analytics({
      writeKey: fixture.key,
      host: fixture.base,
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
    t.equal(fixture.appends(), 3, 'two failures, and the try that got through')
    await checkStoredOnce(t, fixture)
    t.strictSame(faults(), [])
  })

  for (const [name, Client] of [
    ['analytics-node', OldAnalytics],
    ['@rudderstack/rudder-sdk-node', RudderAnalytics],
  ] as const)
    await t.test(`${name} on ${store.name}`, async (t) => {
      const fixture = await clientService(t, store)
      const faults = quietly(t)
      const client = new Client(fixture.key, {
        host: `${fixture.base}/segment`,
        dataPlaneUrl: `${fixture.base}/segment`,
        flushAt: 100,
      })
      // These send their first message alone, immediately.
      const first = new Promise<void>((resolve, reject) => {
        client.track(messages.track, (error) => (error ? reject(error) : resolve()))
      })
      await first
      fixture.failNext('before', 'after')
      client.track(messages.bare)
      client.page(messages.page)
      client.screen(messages.screen)
      client.identify(messages.identify)
      client.group(messages.group)
      client.alias(messages.alias)
      await client.flush()
      t.equal(fixture.appends(), 4)
      await checkStoredOnce(t, fixture)
      t.strictSame(faults(), [])
    })
}

/** Rows of an append that failed after storing them are in `rows` twice, and in responses once. */
async function checkStoredOnce(t: Test, fixture: ClientService): Promise<void> {
  const once = <R extends { readonly message_id: string | null }>(rows: readonly R[]): R[] => [
    ...new Map(rows.map((row) => [row.message_id, row])).values(),
  ]
  await checkStored(t, {
    ...fixture,
    rows: (kind) => {
      const rows = fixture.rows(kind)
      return kind === 'links' ? rows : (once(rows as never) as never)
    },
  })
}
