import type { Body, Line, Topic } from './topic.js'

export async function rowTopics(topic: Topic): Promise<void> {
  await topic('pages', '2024-05-10T12:00:00Z', async (t, { send, ask }) => {
    const timestamp = '2024-05-10T11:00:00.500Z'
    await send(
      Array.from({ length: 25 }, (_, n) => ({
        event: n % 2 ? 'odd' : 'even',
        device_id: 'd',
        timestamp,
        properties: { n },
      })),
    )
    await send([
      { event: 'older', device_id: 'd', timestamp: '2024-05-10T11:00:00.499Z', properties: { n: -1 } },
    ])
    const numbers = (page: Body): number[] =>
      page.data.map((row: { properties: { n: number } }) => row.properties.n)
    const all = await ask('events/raw', { count_total: 'true' })
    t.strictSame(
      numbers(all),
      [...Array.from({ length: 25 }, (_, n) => 24 - n), -1],
      'newest first, of one instant the last stored',
    )
    const walked: number[] = []
    for (let offset = 0, more = true; more; offset += 7) {
      const page = await ask('events/raw', { limit: '7', offset: String(offset), count_total: 'true' })
      walked.push(...numbers(page))
      more = page.has_more
      t.strictSame([page.limit, page.offset, page.total, more], [7, offset, 26, offset < 21])
    }
    t.strictSame(walked, numbers(all), 'the pages are the whole, once')
    const edge = async (limit: number, offset: number) => {
      const { data, has_more, total } = await ask('events/raw', {
        limit: String(limit),
        offset: String(offset),
      })
      return [data.length, has_more, total]
    }
    t.strictSame(await edge(26, 0), [26, false, undefined])
    t.strictSame(await edge(25, 0), [25, true, undefined])
    t.strictSame(await edge(5, 26), [0, false, undefined])
    t.strictSame(await edge(10_000, 9_007_199_254_740_991), [0, false, undefined])
    const odd = await ask('events/top/odd/raw', { limit: '5', count_total: 'true' })
    t.strictSame([numbers(odd), odd.total], [[23, 21, 19, 17, 15], 12])
    const { session_id, user_id, device_type, ...row } = all.data[25]
    t.match(row, {
      timestamp: '2024-05-10T11:00:00.499Z',
      event_name: 'older',
      device_id: 'd',
      properties: { n: -1 },
    })
    t.match(session_id, /^auto_/, 'a session is given to an event without one')
    t.strictSame([user_id, device_type], [null, null])
  })

  await topic('top lists and ties', '2024-05-10T12:00:00Z', async (t, { send, ask }) => {
    const named = (event: string, count: number): readonly Line[] =>
      Array.from({ length: count }, () => ({ event, device_id: 'd' }))
    await send([
      ...named('😀', 2),
      ...named('é', 2),
      ...named('a', 2),
      ...named('B', 2),
      ...named('most', 3),
      ...named('\ufb01', 2),
    ])
    const { data, total_labels } = await ask('events/top')
    t.strictSame(
      data.map(({ label, count }: { label: string; count: number }) => `${label} ${count}`),
      ['most 3', 'B 2', 'a 2', 'é 2', '\ufb01 2', '😀 2'],
      'ties by the bytes of their names',
    )
    t.equal(total_labels, 6)
    const two = await ask('events/top', { limit: '2' })
    t.strictSame([two.data.length, two.data[1].label, two.total_labels], [2, 'B', 6])
  })

  await topic('events/custom', '2024-05-10T12:00:00Z', async (t, { send, ask, values }) => {
    const given = [1, 2.5, -4, '10', true, null, 1e6, [1], { x: 1 }, '', 'NaN']
    await send(
      given.map((v, n) => ({
        event: n === 0 ? 'first' : 'rest',
        device_id: `d${n}`,
        timestamp: '2024-05-09T00:00:00Z',
        properties: { v },
      })),
    )
    await send([
      { event: 'big', device_id: 'd', properties: { big: 9_007_199_254_740_991, tiny: 1e-9, third: 0.1 } },
      { event: 'big', device_id: 'd', properties: { third: 0.2 } },
    ])
    const range = '2024-05-09,2024-05-10'
    const wanted = { sum: 999_999.5, avg: 249_999.875, min: -4, max: 1e6, count: 4 }
    for (const [metric, total] of Object.entries(wanted)) {
      const { data } = await ask('events/custom', { property: 'v', metric, range })
      t.equal(data.total, total, metric)
      t.strictSame(
        data.points,
        [
          { date: '2024-05-09', value: total },
          { date: '2024-05-10', value: 0 },
        ],
        metric,
      )
    }
    t.strictSame(
      await values('events/custom', { property: 'properties.v', event: 'rest', range, metric: 'max' }),
      [1e6, 0],
    )
    t.strictSame(
      await values('events/custom', { property: 'v', event: 'first', range }),
      [1, 0],
      'the sum unless said otherwise',
    )
    t.strictSame(await values('events/custom', { property: 'nothing', range, metric: 'min' }), [0, 0])
    t.strictSame(await values('events/custom', { property: 'big', range: 'today' }), [9_007_199_254_740_991])
    t.strictSame(await values('events/custom', { property: 'tiny', range: 'today' }), [1e-9])
    t.equal(
      Math.abs(((await values('events/custom', { property: 'third', range: 'today' }))[0] ?? 0) - 0.3) <
        1e-12,
      true,
    )
    t.strictSame(
      (
        await ask('events/custom', {
          property: 'v',
          metric: 'count',
          breakdown: 'event_name',
          range,
          granularity: 'yearly',
        })
      ).data.points,
      [
        { date: '2024-01-01', value: 3, dimension: 'rest' },
        { date: '2024-01-01', value: 1, dimension: 'first' },
        { date: '2024-01-01', value: 0, dimension: 'big' },
      ],
    )
  })
}
