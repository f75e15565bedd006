import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { importFile } from '../../app/cli/import/file.js'
import { endpointOf } from '../../app/cli/import/formats.js'
import { fileState } from '../../app/cli/import/state.js'
import { ingestSender } from '../../app/cli/import/ingest-sender.js'
import { formats } from '../../app/cli/import/test-formats.js'
import type { ImportSource } from '../../contract/index.js'
import { clientService, quietly } from './client-service.js'
import { memory } from '../support/named-store.js'

const folder = await mkdtemp(join(tmpdir(), 'sextant-exports-'))
t.teardown(() => rm(folder, { recursive: true }))

interface Options {
  readonly source?: ImportSource
  readonly posthog?: boolean
}

await t.test('exports and lines of our own, into a running service', async (t) => {
  const told = quietly(t)
  const fixture = await clientService(t, memory)
  let files = 0
  const load = async (items: readonly object[], options: Options = {}) => {
    const { source = 'events', posthog = false } = options
    const path = join(folder, `${++files}.jsonl`)
    await writeFile(path, items.map((item) => JSON.stringify(item)).join('\n'))
    const endpoint = posthog ? endpointOf(formats.get('posthog') ?? null) : null
    const send = ingestSender({ url: fixture.base, key: fixture.key, source, endpoint })
    const sleep = (): Promise<void> => Promise.resolve()
    const report = await importFile({
      path,
      formats,
      source,
      send,
      state: fileState(path),
      sleep,
      batchSize: 2,
    })
    const state = { load: () => Promise.resolve(null), save: () => Promise.resolve() }
    await importFile({ path, formats, source, send, state, sleep })
    return [report.accepted, report.rejected, report.errors]
  }
  const at = '2026-01-05T10:00:00.000Z'
  const posthog = { distinct_id: 'd1', timestamp: at.replace('T', ' ').replace('Z', '+00:00') }
  fixture.failNext('after', 'before')
  const ofPostHog = [
    { uuid: 'p1', event: '$pageview', properties: { $os: 'iOS', a: 1 }, ...posthog },
    {
      uuid: 'p2',
      event: '$identify',
      properties: { $anon_distinct_id: 'd1' },
      ...posthog,
      distinct_id: 'ann',
    },
    { uuid: 'p3', event: 'open', properties: {}, ...posthog, distinct_id: '' },
    { uuid: 'p4', event: 'open', properties: {}, ...posthog, person_properties: { plan: 'pro' } },
  ]
  t.match(await load(ofPostHog, { posthog: true }), [3, 1, [{ line: 3, error: /distinct_id/ }]])
  t.match(await fixture.events(), [
    {
      timestamp: at,
      event_name: '$pageview',
      device_id: 'd1',
      user_id: 'ann',
      os: 'iOS',
      properties: { a: 1 },
    },
    { event_name: 'open', user_id: 'ann' },
  ])
  t.match(fixture.rows('traits').at(-1), { traits: { plan: 'pro' } })

  const time = Date.parse(at) / 1000 + 1
  const ofMixpanel = [
    { event: 'paid', properties: { time, distinct_id: 'eve', $device_id: 'd2', $insert_id: 'i' } },
  ]
  t.strictSame(await load(ofMixpanel), [1, 0, []])
  const amplitude = { event_type: 'left', event_time: '2026-01-05 10:00:02', device_id: 'd3', user_id: 'bob' }
  t.strictSame(await load([{ ...amplitude, uuid: 'u', user_properties: { age: 7 } }]), [2, 0, []])
  t.match((await fixture.events()).slice(2), [
    { timestamp: '2026-01-05T10:00:01.000Z', event_name: 'paid', device_id: 'd2', user_id: 'eve' },
    { timestamp: '2026-01-05T10:00:02.000Z', event_name: 'left', device_id: 'd3', user_id: 'bob' },
  ])
  t.equal((await fixture.events()).length, 4, 'imported twice, there once')

  t.match(await load([{ name: 'm', value: 1, timestamp: at }, { name: 'm' }], { source: 'metrics' }), [
    1,
    1,
    [{ line: 2 }],
  ])
  t.strictSame(await load([{ message: 'm', timestamp: at }], { source: 'logs' }), [1, 0, []])
  t.strictSame(told(), [])
})
