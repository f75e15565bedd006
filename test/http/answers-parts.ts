import type { Body, Line, Query, Topic } from './topic.js'

export async function partTopics(topic: Topic): Promise<void> {
  await topic('comparisons', '2024-06-01T12:00:00Z', async (t, { send, ask }) => {
    const on = (date: string, count: number): readonly Line[] =>
      Array.from({ length: count }, (_, n) => ({
        event: 'e',
        device_id: `d${n}`,
        timestamp: `${date}T23:59:59.999Z`,
        properties: { plan: n === 0 ? 'a' : 'b' },
      }))
    await send([
      ...on('2024-02-29', 3),
      ...on('2024-02-28', 1),
      ...on('2023-02-28', 2),
      ...on('2023-03-01', 9),
    ])
    const compared = async (range: string, compare: string, more: Query = {}): Promise<Body> => {
      const { data } = await ask('events', { range, compare, ...more })
      t.equal(data.comparison.change, data.total - data.comparison.previous_total)
      return data.comparison
    }
    t.strictSame(await compared('2024-02-29,2024-02-29', 'previous'), {
      previous_total: 1,
      change: 2,
      percent_change: 200,
      previous_points: [{ date: '2024-02-28', value: 1 }],
      previous_range: { from: '2024-02-28', to: '2024-02-28' },
    })
    t.strictSame(await compared('2024-02-29,2024-02-29', 'yoy'), {
      previous_total: 2,
      change: 1,
      percent_change: 50,
      previous_points: [{ date: '2023-02-28', value: 2 }],
      previous_range: { from: '2023-02-28', to: '2023-02-28' },
    })
    t.match(await compared('2024-02-28,2024-02-28', 'previous'), {
      previous_total: 0,
      change: 1,
      percent_change: 100,
    })
    t.match(await compared('2024-02-27,2024-02-27', 'previous'), {
      previous_total: 0,
      change: 0,
      percent_change: 0,
    })
    t.match(await compared('2023-03-02,2023-03-02', 'previous'), {
      previous_total: 9,
      change: -9,
      percent_change: -100,
    })
    const split = await compared('2024-02-29,2024-02-29', 'yoy', { breakdown: 'plan' })
    t.strictSame(split.previous_points, [
      { date: '2023-02-28', value: 1, dimension: 'b' },
      { date: '2023-02-28', value: 1, dimension: 'a' },
    ])
    t.strictSame(await compared('2024-02-29,2024-02-29', '2023-02-27,2023-03-01'), {
      previous_total: 11,
      change: -8,
      percent_change: (-8 * 100) / 11,
      previous_points: [
        { date: '2023-02-27', value: 0 },
        { date: '2023-02-28', value: 2 },
        { date: '2023-03-01', value: 9 },
      ],
      previous_range: { from: '2023-02-27', to: '2023-03-01' },
    })
    const hours = { range: '2024-02-29T22:30,2024-03-01T00:00', granularity: 'hour' }
    const times = await ask('events', { ...hours, compare: '2023-02-28T22:30,2023-03-01T00:00' })
    t.match(times.data, {
      total: 3,
      points: [
        { date: '2024-02-29T22:00:00Z', value: 0 },
        { date: '2024-02-29T23:00:00Z', value: 3 },
      ],
      comparison: {
        previous_total: 2,
        previous_range: { from: '2023-02-28T22:30:00.000Z', to: '2023-03-01T00:00:00.000Z' },
      },
    })
    const upTo = '2024-02-29T23:59:59.999'
    t.match(
      await ask('events', { range: `2024-02-29T22:30,${upTo}` }),
      { data: { total: 0 } },
      'the end is exclusive',
    )
    t.match(await ask('dau', { range: `2024-02-28T23:59:59.999,${upTo}` }), { data: { total: 1 } })
    const rolling = await compared('24h', 'previous')
    t.strictSame(rolling.previous_range, { from: '2024-05-30T12:00:00.000Z', to: '2024-05-31T12:00:00.000Z' })
  })

  await topic('breakdowns', '2024-06-02T12:00:00Z', async (t, { send, points, ask, total }) => {
    const line = (device: string, plan: unknown, date = '2024-06-01'): Line => ({
      event: 'e',
      device_id: device,
      timestamp: `${date}T10:00:00Z`,
      properties: { plan, day: date },
    })
    await send([
      ...[1, 2, 3, 4, 5].map((n) => line(`a${n}`, 'a')),
      ...['x', 'y', 'z'].map((device) => line(device, 'b')),
      ...['x', 'y', 'w'].map((device) => line(device, 'c')),
      line('a1', null),
      line('a2', undefined),
      line('a1', ''),
      line('x', 'b', '2024-06-02'),
    ])
    const range = '2024-06-01,2024-06-02'
    t.strictSame(await points('events', { range, breakdown: 'properties.plan' }), [
      ['2024-06-01', 'a', 5],
      ['2024-06-01', 'b', 3],
      ['2024-06-01', '(none)', 3],
      ['2024-06-01', 'c', 3],
      ['2024-06-02', 'a', 0],
      ['2024-06-02', 'b', 1],
      ['2024-06-02', '(none)', 0],
      ['2024-06-02', 'c', 0],
    ])
    const two = { range, breakdown: 'plan', breakdown_limit: '2', granularity: 'monthly' }
    t.strictSame(await points('events', two), [
      ['2024-06-01', '(other)', 6],
      ['2024-06-01', 'a', 5],
      ['2024-06-01', 'b', 4],
    ])
    t.strictSame(
      await points('dau', two),
      [
        ['2024-06-01', '(other)', 5],
        ['2024-06-01', 'a', 5],
        ['2024-06-01', 'b', 3],
      ],
      '(other) is a distinct count: x, y, w and the two of (none)',
    )
    t.equal(await total('dau', two), 9, 'each person once')
    t.equal(await total('dau', { range }), 9)
    t.equal((await ask('dau', { range })).data.avg, 5)
    t.strictSame(await points('mau', two), await points('dau', two))
    t.strictSame((await points('wau', { ...two, granularity: 'daily' })).slice(3), [
      ['2024-06-02', '(other)', 5],
      ['2024-06-02', 'a', 5],
      ['2024-06-02', 'b', 3],
    ])
    const ties = { range, breakdown: 'plan', breakdown_limit: '3', granularity: 'monthly' }
    t.strictSame(
      (await points('events', ties)).map(([, name]) => name),
      ['a', 'b', '(none)', '(other)'],
    )
    t.strictSame(
      (await ask('events/properties', { event: 'e', property: 'plan', range })).data,
      (await ask('events', { range, breakdown: 'plan' })).data,
    )
    t.strictSame(await points('events', { range, breakdown: 'nothing', granularity: 'yearly' }), [
      ['2024-01-01', '(none)', 15],
    ])
  })
}
