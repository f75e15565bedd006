import t from 'tap'
import { openTopics, type Query, type TopicService } from '../../test/http/topic.js'

const topic = await openTopics(t)

const point = (time: string, value: number, host: string) => ({
  timestamp: `2024-05-09T${time}Z`,
  value,
  labels: { host },
})

async function post({ service, ingestKey }: TopicService, points: readonly object[]): Promise<void> {
  const body = points.map((one) => JSON.stringify(one)).join('\n')
  const { status, body: answer } = await service.call('POST', '/v1/metrics', { body, token: ingestKey })
  if (status !== 202) throw new Error(`points were not stored: ${JSON.stringify(answer)}`)
}

const noon = '2024-05-10T12:00:00Z'
const day = { range: '2024-05-09,2024-05-09' }

await topic('a gauge', noon, async (t, fixture) => {
  const points = [point('00:00:00', 10, 'a'), point('12:00:00', 30, 'a'), point('12:00:00', 80, 'b')]
  await post(
    fixture,
    points.map((one) => ({ ...one, name: 'cpu', type: 'gauge', unit: '%' })),
  )
  const of = (fn: string, more: Query = {}) =>
    fixture.values('infrastructure', { ...day, name: 'cpu', fn, ...more })
  for (const [fn, expected] of [
    ['avg', 40],
    ['sum', 120],
    ['min', 10],
    ['max', 80],
    ['count', 3],
    ['median', 30],
    ['rate', 20 / 86_400],
  ] as const)
    t.strictSame(await of(fn), [expected], fn)
  t.strictSame(await of('max', { 'conditions[0][field]': 'labels.host', 'conditions[0][value]': 'a' }), [30])
  const split = await fixture.points('infrastructure', {
    ...day,
    name: 'cpu',
    fn: 'max',
    breakdown: 'labels.host',
  })
  t.strictSame(
    split.map(([, host, value]) => [host, value]),
    [
      ['b', 80],
      ['a', 30],
    ],
    'the largest value first',
  )
  t.strictSame(
    await fixture.values('infrastructure', { ...day, name: 'never' }),
    [],
    'a bucket without data has no point',
  )
  const names = await fixture.ask('infrastructure/names', day)
  t.match(names.data, [{ name: 'cpu', type: 'gauge', unit: '%', labels: ['host'] }])

  // An engine may remember the type, which must not add a total to days without points.
  const before = { range: '2024-05-01,2024-05-01', name: 'cpu' }
  for (const fn of ['avg', 'sum', 'min', 'max', 'count', 'median', 'rate'])
    for (const more of [{}, { breakdown: 'labels.host' }]) {
      await of(fn, more)
      const { data } = await fixture.ask('infrastructure', { ...before, fn, ...more })
      t.strictSame(data.points, [], `${fn} of days before the first point`)
      t.equal(data.total, 0, `${fn} in all`)
    }
})

await topic('a counter that restarts', noon, async (t, fixture) => {
  const values = [100, 150, 20, 25]
  const points = values.map((value, hour) => point(`0${hour}:00:00`, value, 'a'))
  await post(
    fixture,
    points.map((one) => ({ ...one, name: 'requests', type: 'counter' })),
  )
  const of = (fn: string) => fixture.values('infrastructure', { ...day, name: 'requests', fn })
  t.strictSame(await of('sum'), [75], '50, a restart at 20, and 5')
  t.strictSame(await of('rate'), [75 / 86_400])
  t.strictSame(await of('count'), [4])
  t.strictSame(await of('last'), [25])
  const hours = await fixture.points('infrastructure', {
    ...day,
    name: 'requests',
    fn: 'sum',
    granularity: 'hourly',
  })
  t.strictSame(
    hours.map(([date, value]) => [String(date).slice(11, 16), value]),
    [
      ['01:00', 50],
      ['02:00', 20],
      ['03:00', 5],
    ],
    'an increase belongs to the later point; the first one is the starting reading',
  )
})
