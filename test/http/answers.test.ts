import t, { type Test } from 'tap'
import type { Called } from '../support/service.js'
import { serviceOver, store, stores, type StoreService } from './stores.js'

type Query = Readonly<Record<string, string>>
type Line = Readonly<Record<string, unknown>>
type Body = Called['body']

interface Point {
  readonly date: string
  readonly value: number
  readonly dimension?: string
}

/** One topic on one store: a workspace of its own, and everything that was answered. */
interface Bench {
  readonly service: StoreService
  readonly id: string
  send(lines: readonly Line[]): Promise<void>
  /** A metric's answer; anything but 200 throws. */
  ask(path: string, query?: Query): Promise<Body>
  /** Its points as [date, value] or [date, dimension, value]. */
  points(path: string, query?: Query): Promise<unknown[][]>
  values(path: string, query?: Query): Promise<number[]>
  total(path: string, query?: Query): Promise<number>
}

const day = 86_400_000
const hour = 3_600_000
const services = new Map<string, StoreService>()
t.setTimeout(180_000)
for (const one of stores) services.set(one.name, await serviceOver(t, one))

/** Runs the topic on every store at the same `now`, then compares all that the stores answered with each other. */
const topic = (name: string, now: string, run: (t: Test, bench: Bench) => Promise<void>) =>
  t.test(name, { timeout: 120_000 }, async (t) => {
    const answers = new Map<string, Map<string, unknown>>()
    for (const [store, service] of services)
      await t.test(store, async (t) => {
        const told = new Map<string, unknown>()
        answers.set(store, told)
        service.setClock(Date.parse(now))
        await run(t, await benchOf(service, told))
        service.setClock(null)
      })
    const [[first = '', expected] = [], ...others] = [...answers]
    for (const [other, told] of others) t.strictSame(told, expected, `${other} answers like ${first}`)
    t.equal(others.length, 2)
  })

async function benchOf(service: StoreService, told: Map<string, unknown>): Promise<Bench> {
  const { id, ingestKey } = await service.workspace()
  let sent = 0
  const ask: Bench['ask'] = async (path, query = {}) => {
    const answer = await service.call('GET', `/api/v1/metrics${path === '' ? '' : `/${path}`}`, { query, workspace: id })
    told.set(`${sent} ${path} ${JSON.stringify(query)}`, answer.body)
    if (answer.status !== 200) throw new Error(`${path} ${JSON.stringify(query)}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const pointsOf = async (path: string, query?: Query): Promise<readonly Point[]> =>
    (await ask(path, query)).data.points as readonly Point[]
  return {
    service,
    id,
    ask,
    async send(lines) {
      await store(service, ingestKey, lines)
      sent++
    },
    points: async (path, query) =>
      (await pointsOf(path, query)).map(({ date, dimension, value }) =>
        dimension === undefined ? [date, value] : [date, dimension, value],
      ),
    values: async (path, query) => (await pointsOf(path, query)).map(({ value }) => value),
    total: async (path, query) => Number((await ask(path, query)).data.total),
  }
}

/** One event each full hour. */
const hourly = (from: string, count: number): readonly Line[] =>
  Array.from({ length: count }, (_, n) => ({ event: 'tick', device_id: 'd', timestamp: Date.parse(from) + n * hour }))

await topic('time zones', '2024-12-15T12:00:00Z', async (t, { send, points, values, total }) => {
  await send([...hourly('2024-03-09T00:00:00Z', 96), ...hourly('2024-11-02T00:00:00Z', 96)])
  const timezone = 'America/New_York'
  const spring = { range: '2024-03-09,2024-03-11', timezone }
  t.strictSame(
    await points('events', spring),
    [['2024-03-09', 24], ['2024-03-10', 23], ['2024-03-11', 24]],
    'a day of 23 hours',
  )
  const autumn = { range: '2024-11-02,2024-11-04', timezone }
  t.strictSame(
    await points('events', autumn),
    [['2024-11-02', 24], ['2024-11-03', 25], ['2024-11-04', 24]],
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
  t.strictSame([kolkata[0], kolkata[23]], [['2024-03-11T00:00:00+05:30', 1], ['2024-03-11T23:00:00+05:30', 1]])
  t.strictSame(await values('events', { range: '2024-03-13,2024-03-13', timezone: 'Asia/Kolkata' }), [5])
  t.strictSame(await values('events', { range: '2024-03-13,2024-03-13' }), [0])
  t.strictSame(await values('dau', { ...india, granularity: 'day' }), [1])
  t.strictSame(await values('events', { range: '2024-03-10,2024-03-10', granularity: 'minute' }).then((all) => [all.length, all.filter(Boolean).length]), [1440, 24])
})

await topic('weeks, months, quarters, years', '2024-12-15T12:00:00Z', async (t, { send, points }) => {
  await send([...hourly('2024-03-09T00:00:00Z', 96), ...hourly('2024-11-02T00:00:00Z', 96)])
  const asked = (range: string, granularity: string) => points('events', { range, granularity })
  t.strictSame(
    await asked('2024-02-28,2024-03-12', 'weekly'),
    [['2024-02-26', 0], ['2024-03-04', 48], ['2024-03-11', 48]],
    'weeks start on Monday',
  )
  t.strictSame(await asked('2024-03-10,2024-03-11', 'week'), [['2024-03-04', 24], ['2024-03-11', 24]], 'a cut week')
  t.strictSame(await asked('2024-02-15,2024-04-02', 'monthly'), [['2024-02-01', 0], ['2024-03-01', 96], ['2024-04-01', 0]])
  t.strictSame(
    await asked('2024-01-01,2024-12-31', 'quarterly'),
    [['2024-01-01', 96], ['2024-04-01', 0], ['2024-07-01', 0], ['2024-10-01', 96]],
  )
  t.strictSame(await asked('2023-06-01,2025-06-01', 'yearly'), [['2023-01-01', 0], ['2024-01-01', 192]], 'no future year')
})

await topic('comparisons', '2024-06-01T12:00:00Z', async (t, { send, ask }) => {
  const on = (date: string, count: number): readonly Line[] =>
    Array.from({ length: count }, (_, n) => ({ event: 'e', device_id: `d${n}`, timestamp: `${date}T23:59:59.999Z`, properties: { plan: n === 0 ? 'a' : 'b' } }))
  await send([...on('2024-02-29', 3), ...on('2024-02-28', 1), ...on('2023-02-28', 2), ...on('2023-03-01', 9)])
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
  t.match(await compared('2024-02-28,2024-02-28', 'previous'), { previous_total: 0, change: 1, percent_change: 100 })
  t.match(await compared('2024-02-27,2024-02-27', 'previous'), { previous_total: 0, change: 0, percent_change: 0 })
  t.match(await compared('2023-03-02,2023-03-02', 'previous'), { previous_total: 9, change: -9, percent_change: -100 })
  const split = await compared('2024-02-29,2024-02-29', 'yoy', { breakdown: 'plan' })
  t.strictSame(split.previous_points, [
    { date: '2023-02-28', value: 1, dimension: 'b' },
    { date: '2023-02-28', value: 1, dimension: 'a' },
  ])
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
  t.strictSame(await points('dau', two), [
    ['2024-06-01', '(other)', 5],
    ['2024-06-01', 'a', 5],
    ['2024-06-01', 'b', 3],
  ], '(other) is a distinct count: x, y, w and the two of (none)')
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
  t.strictSame((await points('events', ties)).map(([, name]) => name), ['a', 'b', '(none)', '(other)'])
  t.strictSame((await ask('events/properties', { event: 'e', property: 'plan', range })).data, (await ask('events', { range, breakdown: 'plan' })).data)
  t.strictSame(await points('events', { range, breakdown: 'nothing', granularity: 'yearly' }), [['2024-01-01', '(none)', 15]])
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
  t.strictSame(await points('wau', daily), [['2024-05-07', 2], ['2024-05-08', 2], ['2024-05-09', 2], ['2024-05-10', 2]])
  t.equal(await total('wau', daily), 2)
  t.strictSame(await values('dau', { range: '2024-05-07,2024-05-09' }), [1, 1, 0])
  t.strictSame(await values('mau', daily), [2, 3, 3, 3])
  const hours = { range: '2024-05-08,2024-05-08', granularity: 'hourly' }
  const wanted = Array.from({ length: 24 }, (_, at) => (at === 9 ? 3 : 2))
  t.strictSame(await values('wau', hours), wanted)
  t.match((await ask('wau', hours)).data, { total: 2, min: 2, max: 3, avg: 49 / 24 })
  t.strictSame(await values('mau', { range: '2024-05-01,2024-05-01', granularity: 'hourly' }), Array.from({ length: 24 }, (_, at) => (at >= 10 ? 1 : 0)))
  t.strictSame(await points('wau', { range: '2024-04-29,2024-05-10', granularity: 'weekly' }), [['2024-04-29', 1], ['2024-05-06', 2]])
  const months = { range: '2024-04-01,2024-05-31', granularity: 'monthly' }
  t.strictSame(await points('mau', months), [['2024-04-01', 0], ['2024-05-01', 4]], 'the month holds what is soon')
  t.equal(await total('mau', months), 3, 'the thirty days that end now')
  t.equal(await total('wau', months), 2, 'the seven days that end with the range')
  t.equal(await total('mau', { range: '2024-05-31,2024-05-31' }), 0, 'nothing of the future')
})

await topic('ranges without an end or a beginning', '2024-05-10T12:00:00Z', async (t, { send, points, ask, values }) => {
  t.strictSame(await points('events', { range: 'all_time' }), [['2024-05-10', 0]], 'nothing yet: today')
  await send([{ event: 'e', device_id: 'p1', timestamp: '2024-05-01T10:30:00Z' }])
  t.strictSame(await values('events', { range: 'all_time' }), [1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  t.strictSame(await points('dau', { range: 'all_time', granularity: 'monthly' }), [['2024-05-01', 1]])
  t.equal((await ask('events', { range: 'all_time', timezone: 'Pacific/Kiritimati' })).data.points[0].date, '2024-05-02')
  const future = { range: '2024-05-11,2024-05-20' }
  for (const metric of ['dau', 'wau', 'mau', 'events'])
    t.strictSame((await ask(metric, future)).data, { points: [], total: 0, min: 0, max: 0, avg: 0 }, metric)
  t.strictSame(await ask('events/top', future), { data: [], total_labels: 0 })
  t.strictSame(await ask('events/raw', { ...future, count_total: 'true' }), { data: [], has_more: false, limit: 100, offset: 0, total: 0 })
  t.strictSame(await values('events', { range: '2024-05-09,2024-05-20' }), [0, 0], 'up to today')
  t.strictSame(await values('events', { range: '2024-05-01,2024-05-01' }), [1])
  t.strictSame((await points('events', { range: '3h', granularity: 'hourly' })).map(([date]) => date), ['2024-05-10T09:00:00Z', '2024-05-10T10:00:00Z', '2024-05-10T11:00:00Z'])
})

await topic('pages', '2024-05-10T12:00:00Z', async (t, { send, ask }) => {
  const timestamp = '2024-05-10T11:00:00.500Z'
  await send(Array.from({ length: 25 }, (_, n) => ({ event: n % 2 ? 'odd' : 'even', device_id: 'd', timestamp, properties: { n } })))
  await send([{ event: 'older', device_id: 'd', timestamp: '2024-05-10T11:00:00.499Z', properties: { n: -1 } }])
  const numbers = (page: Body): number[] => page.data.map((row: { properties: { n: number } }) => row.properties.n)
  const all = await ask('events/raw', { count_total: 'true' })
  t.strictSame(numbers(all), [...Array.from({ length: 25 }, (_, n) => 24 - n), -1], 'newest first, of one instant the last stored')
  const walked: number[] = []
  for (let offset = 0, more = true; more; offset += 7) {
    const page = await ask('events/raw', { limit: '7', offset: String(offset), count_total: 'true' })
    walked.push(...numbers(page))
    more = page.has_more
    t.strictSame([page.limit, page.offset, page.total, more], [7, offset, 26, offset < 21])
  }
  t.strictSame(walked, numbers(all), 'the pages are the whole, once')
  const edge = async (limit: number, offset: number) => {
    const { data, has_more, total } = await ask('events/raw', { limit: String(limit), offset: String(offset) })
    return [data.length, has_more, total]
  }
  t.strictSame(await edge(26, 0), [26, false, undefined])
  t.strictSame(await edge(25, 0), [25, true, undefined])
  t.strictSame(await edge(5, 26), [0, false, undefined])
  t.strictSame(await edge(10_000, 9_007_199_254_740_991), [0, false, undefined])
  const odd = await ask('events/top/odd/raw', { limit: '5', count_total: 'true' })
  t.strictSame([numbers(odd), odd.total], [[23, 21, 19, 17, 15], 12])
  const { session_id, user_id, device_type, ...row } = all.data[25]
  t.match(row, { timestamp: '2024-05-10T11:00:00.499Z', event_name: 'older', device_id: 'd', properties: { n: -1 } })
  t.strictSame([session_id, user_id, device_type], [null, null, null])
})

await topic('top lists and ties', '2024-05-10T12:00:00Z', async (t, { send, ask }) => {
  const named = (event: string, count: number): readonly Line[] => Array.from({ length: count }, () => ({ event, device_id: 'd' }))
  await send([...named('😀', 2), ...named('é', 2), ...named('a', 2), ...named('B', 2), ...named('most', 3), ...named('\ufb01', 2)])
  const { data, total_labels } = await ask('events/top')
  t.strictSame(data.map(({ label, count }: { label: string; count: number }) => `${label} ${count}`), ['most 3', 'B 2', 'a 2', 'é 2', '\ufb01 2', '😀 2'], 'ties by the bytes of their names')
  t.equal(total_labels, 6)
  const two = await ask('events/top', { limit: '2' })
  t.strictSame([two.data.length, two.data[1].label, two.total_labels], [2, 'B', 6])
})

await topic('events/custom', '2024-05-10T12:00:00Z', async (t, { send, ask, values }) => {
  const given = [1, 2.5, -4, '10', true, null, 1e6, [1], { x: 1 }, '', 'NaN']
  await send(given.map((v, n) => ({ event: n === 0 ? 'first' : 'rest', device_id: `d${n}`, timestamp: '2024-05-09T00:00:00Z', properties: { v } })))
  await send([{ event: 'big', device_id: 'd', properties: { big: 9_007_199_254_740_991, tiny: 1e-9, third: 0.1 } }, { event: 'big', device_id: 'd', properties: { third: 0.2 } }])
  const range = '2024-05-09,2024-05-10'
  const wanted = { sum: 999_999.5, avg: 249_999.875, min: -4, max: 1e6, count: 4 }
  for (const [metric, total] of Object.entries(wanted)) {
    const { data } = await ask('events/custom', { property: 'v', metric, range })
    t.equal(data.total, total, metric)
    t.strictSame(data.points, [{ date: '2024-05-09', value: total }, { date: '2024-05-10', value: 0 }], metric)
  }
  t.strictSame(await values('events/custom', { property: 'properties.v', event: 'rest', range, metric: 'max' }), [1e6, 0])
  t.strictSame(await values('events/custom', { property: 'v', event: 'first', range }), [1, 0], 'the sum unless said otherwise')
  t.strictSame(await values('events/custom', { property: 'nothing', range, metric: 'min' }), [0, 0])
  t.strictSame(await values('events/custom', { property: 'big', range: 'today' }), [9_007_199_254_740_991])
  t.strictSame(await values('events/custom', { property: 'tiny', range: 'today' }), [1e-9])
  t.equal(Math.abs(((await values('events/custom', { property: 'third', range: 'today' }))[0] ?? 0) - 0.3) < 1e-12, true)
  t.strictSame((await ask('events/custom', { property: 'v', metric: 'count', breakdown: 'event_name', range, granularity: 'yearly' })).data.points, [
    { date: '2024-01-01', value: 3, dimension: 'rest' },
    { date: '2024-01-01', value: 1, dimension: 'first' },
    { date: '2024-01-01', value: 0, dimension: 'big' },
  ])
})

/** What each metric needs beyond the common parameters, and how else its key may be written. */
const needs: Readonly<Record<string, Query>> = {
  event: { name: 'e' },
  event_raw: { name: 'e' },
  events_properties: { event: 'e', property: 'plan' },
  events_custom: { property: 'n' },
}
const keys: Readonly<Record<string, readonly [string, Query]>> = {
  'event:e': ['event', { name: 'e' }],
  'event_raw:e': ['event_raw', { name: 'e' }],
  'events_custom:avg': ['events_custom', { property: 'n', metric: 'avg' }],
}

await topic('the list of metrics, and any by its key', '2024-05-10T12:00:00Z', async (t, { service, send, ask }) => {
  interface Listed {
    readonly key: string
    readonly path: string
    readonly answer: 'series' | 'top' | 'page'
    readonly parameters: { readonly properties: Readonly<Record<string, unknown>>; readonly required?: readonly string[] }
  }
  const listed = (await ask('')).data as readonly Listed[]
  t.strictSame(listed.map(({ key }) => key), [...service.service.registry.metrics.keys()])
  const routeOf = ({ path }: Listed, given: Query): [string, Query] => {
    const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name))
    const route = path.replace('/api/v1/metrics/', '').replaceAll(/:(\w+)/g, (_, name: string) => given[name] ?? '')
    return [route, Object.fromEntries(Object.entries(given).filter(([name]) => !inPath.has(name)))]
  }
  const empty = { series: 0, top: 0, page: 0 }
  for (const metric of listed) {
    const given = needs[metric.key] ?? {}
    t.strictSame(metric.parameters.required ?? [], Object.keys(given), `${metric.key} tells what it needs`)
    for (const name of ['range', 'granularity', 'timezone', 'breakdown', 'breakdown_limit', 'compare'])
      t.ok(name in metric.parameters.properties, `${metric.key} takes ${name}`)
    const [route, query] = routeOf(metric, given)
    const { data } = await ask(route, query)
    if (metric.answer === 'series') {
      const flat = new Set([data.total, data.min, data.max, data.avg, ...data.points.map((point: Point) => point.value)])
      t.strictSame([...flat], [empty.series], `${metric.key} of nothing is 0`)
      t.equal(data.points.length, metric.key === 'events_properties' ? 0 : 30)
    } else t.strictSame(data, [], `${metric.key} of nothing is empty`)
  }
  await send(
    Array.from({ length: 40 }, (_, n) => ({
      event: n % 3 ? 'e' : 'f',
      device_id: `d${n % 11}`,
      timestamp: Date.parse('2024-05-10T11:00:00Z') - n * 0.8 * day,
      country: n % 2 ? 'DE' : 'FR',
      properties: { n, plan: n % 4 },
    })),
  )
  const common: readonly Query[] = [
    {},
    { range: '2024-04-20,2024-05-10', granularity: 'weekly', timezone: 'Asia/Tokyo' },
    { range: '7d', compare: 'previous', breakdown: 'country', breakdown_limit: '1' },
    { range: '30d', 'conditions[0][field]': 'properties.n', 'conditions[0][op]': 'lt', 'conditions[0][value]': '20' },
  ]
  let something = 0
  for (const metric of listed)
    for (const more of common) {
      const given = { ...needs[metric.key], ...more }
      const [route, query] = routeOf(metric, given)
      const own = await ask(route, query)
      t.strictSame(await ask('query', { metric: metric.key, ...given }), own, `${metric.key} ${JSON.stringify(more)}`)
      if (own.data.total > 0 || own.data.length > 0) something++
    }
  t.equal(something, listed.length * common.length, 'none of these answers is empty')
  for (const [written, [key, given]] of Object.entries(keys)) {
    const [route, query] = routeOf(listed.find((one) => one.key === key)!, given)
    const rest = Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'name' && name !== 'metric'))
    t.strictSame(await ask('query', { metric: written, ...rest }), await ask(route, query), written)
  }
})
