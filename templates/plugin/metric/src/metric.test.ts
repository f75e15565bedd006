import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { metricSuite, testService } from 'sextant/testing'
import { plugin } from './index.js'

// The laws of every metric, over random events: people, breakdown, comparison, formula, audience.
const suite = await metricSuite({ metric: 'acme_thing', plugins: [plugin], parameters: { event: 'buy' } })
for (const { name, check } of suite.laws) test(name, check)
after(() => suite.close())

test('a case worked by hand', async (t) => {
  const service = await testService({ plugins: [plugin] })
  t.after(() => service.close())
  const workspace = await service.workspace()
  const event = (event: string, device_id: string, timestamp: string) => ({ event, device_id, timestamp })
  await service.send(workspace, [
    event('purchase', 'phone', '2026-01-05T09:00:00Z'),
    event('purchase', 'phone', '2026-01-05T21:00:00Z'), // the same person on the same day: counts once
    event('purchase', 'laptop', '2026-01-06T10:00:00Z'),
    event('open', 'tablet', '2026-01-06T10:00:00Z'), // another event: does not count
    { type: 'identify', device_id: 'laptop', user_id: 'ann', timestamp: '2026-01-06T11:00:00Z' },
  ])
  const ask = (path: string, query: Record<string, string>) =>
    service.call('GET', `/api/v1/metrics/acme_thing${path}`, { workspace: workspace.id, query })

  const answer = await ask('', { range: '2026-01-05,2026-01-07' })
  assert.equal(answer.status, 200)
  const values = answer.body.data.points.map(({ value }: { value: number }) => value)
  assert.deepEqual(values, [1, 1, 0])
  assert.equal(answer.body.data.total, 2)

  const people = await ask('/people', { range: '2026-01-05,2026-01-07', date: '2026-01-06' })
  assert.deepEqual(
    people.body.data.map(({ user_id }: { user_id: string }) => user_id),
    ['ann'],
  )
})
