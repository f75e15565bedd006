import t from 'tap'
import { openTopics } from '../../test/http/topic.js'

const topic = await openTopics(t)

const event = (name: string, timestamp: string, properties: object = {}, country = 'DE') => ({
  event: name,
  device_id: 'd',
  session_id: 's',
  timestamp,
  properties,
  context: { country },
})
const noon = '2024-05-10T12:00:00Z'
const range = '2024-05-08,2024-05-10'
const purchases = [
  event('purchase', '2024-05-08T00:00:00Z', { amount: 10, plan: 'pro' }),
  event('purchase', '2024-05-08T23:59:59.999Z', { amount: 20, plan: 'free' }),
  event('purchase', '2024-05-10T08:00:00Z', { amount: 'free', plan: 'pro' }, 'FR'),
  event('open', '2024-05-09T08:00:00Z'),
  event('open', '2024-05-10T12:00:01Z'),
]

await topic('counts of events', noon, async (t, { send, ask, values, total }) => {
  t.equal(await total('events', { range }), 0, 'an empty workspace')
  await send(purchases)
  t.strictSame(await values('events', { range }), [2, 1, 2], 'days are whole, today too')
  t.equal(await total('events', { range }), 5)
  t.strictSame(await values('events', { range, event: 'purchase' }), [2, 0, 1])
  t.strictSame(await values('event/purchase', { range }), [2, 0, 1], 'the name in the path')
  t.equal(await total('event/never', { range }), 0)
  const split = await ask('events', { range, granularity: 'monthly', breakdown: 'country' })
  t.strictSame(
    split.data.points.map(({ dimension, value }: Record<string, unknown>) => [dimension, value]),
    [
      ['DE', 4],
      ['FR', 1],
    ],
  )
  t.equal(split.data.total, 5, 'counts add up')
  const compared = await ask('events', { range: '2024-05-09,2024-05-09', compare: 'previous' })
  t.match(compared.data.comparison, { previous_total: 2, change: -1 })
})

await topic('top events and the values of a property', noon, async (t, { send, ask }) => {
  await send(purchases)
  const top = await ask('events/top', { range })
  t.strictSame(top, {
    data: [
      { label: 'purchase', count: 3 },
      { label: 'open', count: 2 },
    ],
    total_labels: 2,
  })
  const plans = await ask('events/properties', {
    range,
    event: 'purchase',
    property: 'plan',
    granularity: 'monthly',
  })
  t.strictSame(
    plans.data.points.map(({ dimension, value }: Record<string, unknown>) => [dimension, value]),
    [
      ['pro', 2],
      ['free', 1],
    ],
  )
})

await topic('functions of a numeric property', noon, async (t, { send, values, total }) => {
  await send(purchases)
  const of = (metric: string) => ({ range, event: 'purchase', property: 'amount', metric })
  t.strictSame(
    await values('events/custom', of('sum')),
    [30, 0, 0],
    'a string is no number; without values 0',
  )
  for (const [metric, expected] of [
    ['sum', 30],
    ['avg', 15],
    ['min', 10],
    ['max', 20],
    ['count', 2],
  ] as const)
    t.equal(await total('events/custom', of(metric)), expected, metric)
})

await topic('rows of events', noon, async (t, { send, ask }) => {
  await send(purchases)
  const page = await ask('events/raw', { range, limit: '2', count_total: 'true' })
  t.match(page, { total: 5, has_more: true, limit: 2, offset: 0 })
  t.match(page.data, [
    { event_name: 'open', timestamp: '2024-05-10T12:00:01.000Z', properties: {} },
    {
      event_name: 'purchase',
      timestamp: '2024-05-10T08:00:00.000Z',
      country: 'FR',
      properties: { amount: 'free', plan: 'pro' },
    },
  ])
  const own = await ask('events/top/purchase/raw', { range, count_total: 'true' })
  t.equal(own.total, 3, 'the list behind a row of the top list')
})
