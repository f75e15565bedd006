import t from 'tap'
import { metricSuite, testService } from 'sextant/testing'
import { plugin } from './comebacks/src/index.js'

const suite = await metricSuite({ metric: 'comebacks', plugins: [plugin], parameters: { days: '2' } })
t.teardown(() => suite.close())
for (const { name, check } of suite.laws) t.test(name, check)

t.test('a person comes back after a pause, which may begin before the range', async (t) => {
  const service = await testService({ plugins: [plugin] })
  t.teardown(() => service.close())
  const workspace = await service.workspace()
  const on = (device_id: string, ...days: readonly string[]) =>
    days.map((day) => ({ event: 'open', device_id, timestamp: `2026-01-${day}T10:00:00Z` }))
  const lines = [...on('ann', '01', '10', '12'), ...on('bob', '10', '11', '12'), ...on('cem', '05', '12')]
  await service.send(workspace, lines)
  const ask = (path: string, days: string) =>
    service.call('GET', `/api/v1/metrics/${path}`, {
      workspace: workspace.id,
      query: { range: '2026-01-10,2026-01-12', granularity: 'daily', days },
    })
  const { data } = (await ask('comebacks', '7')).body
  t.strictSame(
    (data.points as { value: number }[]).map(({ value }) => value),
    [1, 0, 1],
    'ann on the 10th, cem on the 12th; the first events of bob are no comeback',
  )
  t.equal(data.total, 2)
  const people = (await ask('comebacks/people', '7')).body.data as unknown as { device_id: string }[]
  t.strictSame(people.map(({ device_id }) => device_id).sort(), ['ann', 'cem'])
  t.equal((await ask('comebacks', '8')).body.data.total, 1)
})
