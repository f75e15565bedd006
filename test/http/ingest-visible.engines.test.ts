import t from 'tap'
import { ServiceError, type AnalyticsStore } from '../../contract/index.js'
import type { Called } from '../support/request.js'
import { acknowledgements } from './ingest-acknowledgements.js'
import { at, openIngestion, day, eachIngestion, type Line } from './ingestion.js'
import { testService } from '../support/service.js'
import { everyStore as stores } from '../support/every-store.js'

await eachIngestion(t, 'what is acknowledged is in the next answer', async (t, { send, get, total }) => {
  for (let round = 1; round <= 5; round++) {
    const sent = await send([
      { event: 'open', device_id: `d${round}` },
      { event: 'close', device_id: `d${round}`, timestamp: at(1_000) },
    ])
    t.equal(sent.status, 202)
    t.equal(sent.body.accepted, 2)
    const [dau, wau, mau, events, opened, top, raw] = await Promise.all([
      total('dau'),
      total('wau'),
      total('mau'),
      total('events'),
      total('events', { event: 'open' }),
      get('events/top'),
      get('events/raw', { count_total: 'true', limit: '1' }),
    ])
    t.strictSame([dau, wau, mau, events, opened], [round, round, round, 2 * round, round], `round ${round}`)
    t.strictSame(top.data, [
      { label: 'close', count: round },
      { label: 'open', count: round },
    ])
    t.equal(raw.total, 2 * round)
    t.equal(raw.data[0].device_id, `d${round}`)
    t.equal(raw.data[0].timestamp, at(0), 'without a timestamp: now')
  }
  const old = [
    '1970-01-01T00:00:00.000Z',
    '1999-12-31T23:59:59.999Z',
    '2016-02-29T12:00:00.001Z',
    at(30 * day),
  ]
  await send(old.map((timestamp) => ({ event: 'old', device_id: 'o', timestamp })))
  for (const timestamp of old) {
    const date = timestamp.slice(0, 10)
    t.equal(await total('events', { range: `${date},${date}` }), 1, date)
    const raw = await get('events/raw', { range: `${date},${date}` })
    t.strictSame(
      raw.data.map((row: { timestamp: string }) => row.timestamp),
      [timestamp],
    )
  }
  t.equal(await total('events', { range: 'all_time', granularity: 'yearly' }), 14)
  t.equal(await total('mau', { range: 'today' }), 5, 'thirty days ago is not in the thirty days')
})

await eachIngestion(t, 'a message_id counts once', async (t, { send, total }) => {
  const one = (id: string, more: Line = {}): Line => ({ event: 'e', device_id: 'd', message_id: id, ...more })
  const same = await send([one('a'), one('a'), one('b')])
  t.equal(same.body.accepted, 3, 'accepted is not: counted')
  t.equal(await total('events'), 2, 'in one request')
  await send([one('a'), one('b', { timestamp: at(day) }), one('c')])
  t.equal(await total('events', { range: '7d' }), 3, 'in another request, also with another time')
  const copies = await Promise.all(Array.from({ length: 20 }, () => send([one('p'), one('q'), one('p')])))
  t.ok(copies.every(({ status }) => status === 202))
  t.equal(await total('events', { range: '7d' }), 5, 'in twenty requests at once')
  await send({ type: 'identify', device_id: 'd', message_id: 'a', traits: { plan: 'pro' } })
  t.equal(
    await total('events', {
      range: '7d',
      'conditions[0][field]': 'trait:plan',
      'conditions[0][op]': 'is_set',
    }),
    5,
    'of its kind',
  )
  const other = await send([one('A'), one('a ')])
  t.equal(other.status, 202)
  t.equal(await total('events', { range: '7d' }), 7, 'another spelling is another id')
})

await eachIngestion(t, 'who is who', async (t, { send, total, get }) => {
  await send([
    { event: 'e', device_id: 'phone', timestamp: at(3 * day) },
    { event: 'e', device_id: 'phone' },
    { event: 'e', device_id: 'laptop' },
    { event: 'e', device_id: 'guest' },
  ])
  t.equal(await total('dau'), 3)
  await send([
    { type: 'identify', device_id: 'phone', user_id: 'ann', traits: { plan: 'free', seats: 3, paid: true } },
    { type: 'identify', device_id: 'laptop', user_id: 'ann', timestamp: at(2 * day) },
  ])
  t.equal(await total('dau'), 2, 'two devices of one user, linked afterwards')
  t.equal(await total('dau', { range: '7d' }), 2)
  const raw = await get('events/raw', {
    range: '7d',
    'conditions[0][field]': 'user_id',
    'conditions[0][value]': 'ann',
  })
  t.equal(raw.data.length, 3, 'also events from before the link')

  const by = async (query: Readonly<Record<string, string>>): Promise<Record<string, number>> => {
    const { data } = await get('dau', { breakdown: 'trait:plan', ...query })
    return Object.fromEntries(
      data.points.map((point: { dimension: string; value: number }) => [point.dimension, point.value]),
    )
  }
  t.strictSame(await by({}), { free: 1, '(none)': 1 })
  await send({ type: 'identify', device_id: 'laptop', user_id: 'ann', traits: { plan: 'pro' } })
  t.strictSame(await by({}), { pro: 1, '(none)': 1 }, 'the latest trait, from another device of hers')
  await send({ type: 'identify', device_id: 'laptop', traits: { plan: 'older' }, timestamp: at(day) })
  t.strictSame(await by({}), { pro: 1, '(none)': 1 }, 'an older one, sent later, is older')
  const where = (field: string, op: string, value: string) => ({
    'conditions[0][field]': field,
    'conditions[0][op]': op,
    'conditions[0][value]': value,
  })
  t.equal(await total('events', where('trait:plan', 'eq', 'pro')), 2)
  t.equal(await total('events', where('trait:plan', 'ne', 'pro')), 1)
  t.equal(await total('events', where('trait:seats', 'gte', '3')), 2)
  t.equal(await total('events', where('trait:paid', 'eq', 'true')), 2)
  t.equal(await total('events', where('trait:nobody', 'eq', 'x')), 0)

  await send({ type: 'alias', previous_id: 'laptop', user_id: 'bob', timestamp: at(-1_000) })
  t.equal(await total('dau'), 3, 'the latest link of a device wins: the laptop is now of bob')
  t.strictSame(await by({}), { free: 1, '(none)': 1, pro: 1 })
  await send({ event: 'e', device_id: 'laptop', user_id: 'ann', timestamp: at(5 * day) })
  t.equal(await total('dau'), 3, 'an older link does not win by coming later')
  await send({ event: 'server', user_id: 'ann' })
  t.equal(await total('dau'), 3, 'an event of a user without a device is one of hers')
  await send({ type: 'alias', previous_id: 'guest', user_id: 'ann' })
  t.equal(await total('dau'), 2)
})

await eachIngestion(t, 'context', async (t, { send, get }) => {
  await send([
    {
      type: 'context',
      device_id: 'a',
      context: { os: { name: 'iOS', version: '17' }, locale: 'de' },
      app_version: '1.2',
    },
    { event: 'e', device_id: 'a', country: 'DE', context: { device: { type: 'phone' }, custom: { x: 1 } } },
    {
      event: 'e',
      device_id: 'b',
      context: { campaign: { source: 'news' }, os: 'Linux' },
      properties: { country: 'p' },
    },
  ])
  const { data } = await get('events/raw', {
    'conditions[0][field]': 'device_id',
    'conditions[0][value]': 'a',
  })
  t.match(data[0], {
    os: 'iOS',
    os_version: '17',
    locale: 'de',
    app_version: '1.2',
    country: 'DE',
    device_type: 'phone',
  })
  t.strictSame(data[0].properties, { context: { custom: { x: 1 } } })
  for (const [field, wanted] of [
    ['os', { iOS: 1, Linux: 1 }],
    ['utm_source', { news: 1, '(none)': 1 }],
    ['country', { DE: 1, '(none)': 1 }],
    ['properties.country', { p: 1, '(none)': 1 }],
    ['properties.context.custom.x', { '1': 1, '(none)': 1 }],
  ] as const) {
    const answer = await get('events', { breakdown: field })
    const points = answer.data.points as { dimension: string; value: number }[]
    t.strictSame(Object.fromEntries(points.map(({ dimension, value }) => [dimension, value])), wanted, field)
  }
})

await eachIngestion(t, 'the shapes of an acknowledgement', acknowledgements)

await eachIngestion(t, 'two hundred requests at once', async (t, { send, total, get }) => {
  const sent = await Promise.all(
    Array.from({ length: 200 }, (_, n) => send({ event: `e${n % 4}`, device_id: `d${n % 50}`, n })),
  )
  t.ok(sent.every(({ status, body }) => status === 202 && body.accepted === 1))
  t.equal(new Set(sent.map(({ body }) => String(body.request_id))).size, 200, 'each has an id of its own')
  t.equal(await total('events'), 200)
  t.equal(await total('dau'), 50)
  const { data } = await get('events/top')
  t.strictSame(
    data,
    [0, 1, 2, 3].map((n) => ({ label: `e${n}`, count: 50 })),
  )
  const sum = await total('events/custom', { property: 'n', metric: 'sum' })
  t.equal(sum, 19_900, 'each of them, once')
})

/** Fails, before or after the rows are stored, as `state` says. */
function unreliable(store: AnalyticsStore, state: { fail: 'never' | 'before' | 'after' }): AnalyticsStore {
  const down = (): ServiceError =>
    new ServiceError('UNAVAILABLE', 'the disk is full', { cause: new Error('disk') })
  return {
    ...store,
    async append(workspace, batch) {
      if (state.fail === 'before') throw down()
      await store.append(workspace, batch)
      if (state.fail === 'after') throw down()
    },
  }
}

await t.test('a storage that fails for a while', async (t) => {
  for (const store of stores)
    await t.test(store.name, async (t) => {
      const state: { fail: 'never' | 'before' | 'after' } = { fail: 'never' }
      const make = (url: string): AnalyticsStore => unreliable(store.make(url), state)
      const { send, total } = await openIngestion(await testService(t, { store: { name: store.name, make } }))
      const logged = t.capture(console, 'error', () => undefined)
      const acknowledged = new Set<string>()
      const deliver = async (id: string): Promise<Called> => {
        const answer = await send({ event: 'e', device_id: id, message_id: id })
        if (answer.status === 202) acknowledged.add(id)
        return answer
      }
      const ids = Array.from({ length: 60 }, (_, n) => `m${n}`)
      for (const [index, fail] of (['never', 'before', 'after', 'never'] as const).entries()) {
        state.fail = fail
        const answers = await Promise.all(ids.slice(index * 15, index * 15 + 15).map(deliver))
        for (const { status, headers, body } of answers) {
          t.equal(status, fail === 'never' ? 202 : 503)
          if (status === 202) continue
          t.ok(Number(headers.get('retry-after')) >= 1, 'it says when to come back')
          t.strictSame(Object.keys(body), ['error', 'message'])
          t.equal(body.error, 'UNAVAILABLE')
          t.notMatch(body.message, /disk/)
        }
      }
      t.equal(acknowledged.size, 30)
      t.match(
        logged()[0]?.args,
        ['append failed', { err: { cause: { message: 'disk' } } }],
        'the log has the cause',
      )
      t.equal(await total('events'), 45, 'of what was not acknowledged some is there')
      state.fail = 'never'
      for (const id of ids) t.equal((await deliver(id)).status, 202)
      t.equal(await total('events'), 60, 'after all were sent again each counts once')
      t.equal(await total('dau'), 60)
    })
})
