import type { Line, Topic } from './topic.js'

const hour = 3_600_000

/** One event per full hour. */
const hourly = (from: string, count: number): readonly Line[] =>
  Array.from({ length: count }, (_, n) => ({
    event: 'tick',
    device_id: 'd',
    timestamp: Date.parse(from) + n * hour,
  }))

export async function timeTopics(topic: Topic): Promise<void> {
  await topic('time zones', '2024-12-15T12:00:00Z', async (t, { send, points, values, total }) => {
    await send([...hourly('2024-03-09T00:00:00Z', 96), ...hourly('2024-11-02T00:00:00Z', 96)])
    const timezone = 'America/New_York'
    const spring = { range: '2024-03-09,2024-03-11', timezone }
    t.strictSame(
      await points('events', spring),
      [
        ['2024-03-09', 24],
        ['2024-03-10', 23],
        ['2024-03-11', 24],
      ],
      'a day of 23 hours',
    )
    const autumn = { range: '2024-11-02,2024-11-04', timezone }
    t.strictSame(
      await points('events', autumn),
      [
        ['2024-11-02', 24],
        ['2024-11-03', 25],
        ['2024-11-04', 24],
      ],
      'a day of 25 hours',
    )
    t.equal(await total('events', autumn), 73)
    const short = await points('events', { range: '2024-03-10,2024-03-10', granularity: 'hourly', timezone })
    t.equal(short.length, 23)
    t.strictSame(short.slice(0, 4), [
      ['2024-03-10T00:00:00-05:00', 1],
      ['2024-03-10T01:00:00-05:00', 1],
      ['2024-03-10T03:00:00-04:00', 1],
      ['2024-03-10T04:00:00-04:00', 1],
    ])
    const long = await points('events', { range: '2024-11-03,2024-11-03', granularity: 'hourly', timezone })
    t.equal(long.length, 25)
    t.strictSame(long.slice(0, 4), [
      ['2024-11-03T00:00:00-04:00', 1],
      ['2024-11-03T01:00:00-04:00', 1],
      ['2024-11-03T01:00:00-05:00', 1],
      ['2024-11-03T02:00:00-05:00', 1],
    ])
    t.ok(long.every(([, value]) => value === 1))
    const india = { range: '2024-03-11,2024-03-11', granularity: 'hourly', timezone: 'Asia/Kolkata' }
    const kolkata = await points('events', india)
    t.equal(kolkata.length, 24)
    t.strictSame(
      [kolkata[0], kolkata[23]],
      [
        ['2024-03-11T00:00:00+05:30', 1],
        ['2024-03-11T23:00:00+05:30', 1],
      ],
    )
    t.strictSame(await values('events', { range: '2024-03-13,2024-03-13', timezone: 'Asia/Kolkata' }), [5])
    t.strictSame(await values('events', { range: '2024-03-13,2024-03-13' }), [0])
    t.strictSame(await values('dau', { ...india, granularity: 'day' }), [1])
    t.strictSame(
      await values('events', { range: '2024-03-10,2024-03-10', granularity: 'minute' }).then((all) => [
        all.length,
        all.filter(Boolean).length,
      ]),
      [1440, 24],
    )
  })

  await topic('weeks, months, quarters, years', '2024-12-15T12:00:00Z', async (t, { send, points }) => {
    await send([...hourly('2024-03-09T00:00:00Z', 96), ...hourly('2024-11-02T00:00:00Z', 96)])
    const asked = (range: string, granularity: string) => points('events', { range, granularity })
    t.strictSame(
      await asked('2024-02-28,2024-03-12', 'weekly'),
      [
        ['2024-02-26', 0],
        ['2024-03-04', 48],
        ['2024-03-11', 48],
      ],
      'weeks start on Monday',
    )
    t.strictSame(
      await asked('2024-03-10,2024-03-11', 'week'),
      [
        ['2024-03-04', 24],
        ['2024-03-11', 24],
      ],
      'a cut week',
    )
    t.strictSame(await asked('2024-02-15,2024-04-02', 'monthly'), [
      ['2024-02-01', 0],
      ['2024-03-01', 96],
      ['2024-04-01', 0],
    ])
    t.strictSame(await asked('2024-01-01,2024-12-31', 'quarterly'), [
      ['2024-01-01', 96],
      ['2024-04-01', 0],
      ['2024-07-01', 0],
      ['2024-10-01', 96],
    ])
    t.strictSame(
      await asked('2023-06-01,2025-06-01', 'yearly'),
      [
        ['2023-01-01', 0],
        ['2024-01-01', 192],
      ],
      'no future year',
    )
  })

  await topic('rolling windows', '2024-05-10T12:00:00Z', async (t, { send, points, values, total, ask }) => {
    await send([
      { event: 'e', device_id: 'p1', timestamp: '2024-05-01T10:30:00Z' },
      { event: 'e', device_id: 'p2', timestamp: '2024-05-07T12:00:00Z' },
      { event: 'e', device_id: 'p3', timestamp: '2024-05-08T09:00:00Z' },
      { event: 'e', device_id: 'p3', timestamp: '2024-05-08T23:59:59.999Z' },
      { event: 'e', device_id: 'soon', timestamp: '2024-05-11T00:00:00Z' },
    ])
    const daily = { range: '2024-05-07,2024-05-12' }
    t.strictSame(await points('wau', daily), [
      ['2024-05-07', 2],
      ['2024-05-08', 2],
      ['2024-05-09', 2],
      ['2024-05-10', 2],
    ])
    t.equal(await total('wau', daily), 2)
    t.strictSame(await values('dau', { range: '2024-05-07,2024-05-09' }), [1, 1, 0])
    t.strictSame(await values('mau', daily), [2, 3, 3, 3])
    const hours = { range: '2024-05-08,2024-05-08', granularity: 'hourly' }
    const wanted = Array.from({ length: 24 }, (_, at) => (at === 9 ? 3 : 2))
    t.strictSame(await values('wau', hours), wanted)
    t.match((await ask('wau', hours)).data, { total: 2, min: 2, max: 3, avg: 49 / 24 })
    t.strictSame(
      await values('mau', { range: '2024-05-01,2024-05-01', granularity: 'hourly' }),
      Array.from({ length: 24 }, (_, at) => (at >= 10 ? 1 : 0)),
    )
    t.strictSame(await points('wau', { range: '2024-04-29,2024-05-10', granularity: 'weekly' }), [
      ['2024-04-29', 1],
      ['2024-05-06', 2],
    ])
    const months = { range: '2024-04-01,2024-05-31', granularity: 'monthly' }
    t.strictSame(
      await points('mau', months),
      [
        ['2024-04-01', 0],
        ['2024-05-01', 4],
      ],
      'the month holds what is soon',
    )
    t.equal(await total('mau', months), 3, 'the thirty days that end now')
    t.equal(await total('wau', months), 2, 'the seven days that end with the range')
    t.equal(await total('mau', { range: '2024-05-31,2024-05-31' }), 0, 'nothing of the future')
  })

  await topic(
    'ranges without an end or a beginning',
    '2024-05-10T12:00:00Z',
    async (t, { send, points, ask, values }) => {
      t.strictSame(await points('events', { range: 'all_time' }), [['2024-05-10', 0]], 'nothing yet: today')
      await send([{ event: 'e', device_id: 'p1', timestamp: '2024-05-01T10:30:00Z' }])
      t.strictSame(await values('events', { range: 'all_time' }), [1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
      t.strictSame(await points('dau', { range: 'all_time', granularity: 'monthly' }), [['2024-05-01', 1]])
      t.equal(
        (await ask('events', { range: 'all_time', timezone: 'Pacific/Kiritimati' })).data.points[0].date,
        '2024-05-02',
      )
      const future = { range: '2024-05-11,2024-05-20' }
      for (const metric of ['dau', 'wau', 'mau', 'events'])
        t.strictSame(
          (await ask(metric, future)).data,
          { points: [], total: 0, min: 0, max: 0, avg: 0 },
          metric,
        )
      t.strictSame(await ask('events/top', future), { data: [], total_labels: 0 })
      t.strictSame(await ask('events/raw', { ...future, count_total: 'true' }), {
        data: [],
        has_more: false,
        limit: 100,
        offset: 0,
        total: 0,
      })
      t.strictSame(await values('events', { range: '2024-05-09,2024-05-20' }), [0, 0], 'up to today')
      t.strictSame(await values('events', { range: '2024-05-01,2024-05-01' }), [1])
      t.strictSame(
        (await points('events', { range: '3h', granularity: 'hourly' })).map(([date]) => date),
        ['2024-05-10T09:00:00Z', '2024-05-10T10:00:00Z', '2024-05-10T11:00:00Z'],
      )
    },
  )

  await topic('as much as may be asked', '2024-05-10T12:00:00Z', async (t, { send, ask, points }) => {
    await send([{ event: 'e', device_id: 'd', timestamp: '2024-05-10T11:30:00Z', properties: { p: 'x' } }])
    for (const metric of ['dau', 'wau', 'mau', 'events']) {
      const minutes = await points(metric, { range: '6d', granularity: 'minute', breakdown: 'p' })
      t.equal(minutes.length, 5 * 1440 + 721, metric)
      t.equal(
        minutes.filter(([, , value]) => value === 1).length,
        metric === 'wau' || metric === 'mau' ? 31 : 1,
        metric,
      )
      const days = { range: '9990d', timezone: 'America/New_York', compare: 'yoy' }
      t.equal((await points(metric, days)).length, 9990, metric)
    }
    // With the breakdown's own, twenty traits, the maximum.
    const traits = Array.from({ length: 19 }, (_, n) => [`conditions[${n}][field]`, `trait:t${n}`] as const)
    const unset = Array.from({ length: 19 }, (_, n) => [`conditions[${n}][op]`, 'is_not_set'] as const)
    const { data } = await ask('dau', {
      ...Object.fromEntries([...traits, ...unset]),
      breakdown: 'trait:plan',
    })
    t.equal(data.total, 1)
  })
}
