import t from 'tap'
import { openTopics, type Point } from '../../test/http/topic.js'
import { at, byPage, day, posting, range, shop } from './test-formula.js'

const topic = await openTopics(t)

await topic('any metric alone is itself', `${day}T12:00:00Z`, async (t, fixture) => {
  const post = posting(fixture)
  await fixture.send(shop)
  const given: Readonly<Record<string, string>> = {
    event: 'buy',
    name: 'buy',
    property: 'amount',
  }
  const common = [
    { range, granularity: 'daily' },
    { range: '30h', granularity: 'hourly', timezone: 'Asia/Tokyo', compare: 'previous' },
    { range, granularity: 'weekly', breakdown: 'page', breakdown_limit: 1, compare: 'previous' },
  ]
  const nonZero = (points: readonly Point[]) =>
    points
      .filter(({ value }) => value !== 0)
      .map(({ date, dimension = '', value }) => `${date} ${dimension} ${value}`)
      .sort()
  const metrics = [...fixture.service.service.registry.metrics.values()].map(({ definition }) => definition)
  const series = metrics.filter(({ answer, source }) => answer === 'series' && source === 'events')
  t.ok(series.length >= 10)
  for (const { key, params } of series)
    for (const { breakdown, ...more } of common as readonly Readonly<Record<string, string | number>>[]) {
      const { required = [], properties } = params as {
        required?: readonly string[]
        properties: Readonly<Record<string, object>>
      }
      const needed = required.filter((name) => !('default' in (properties[name] ?? {})))
      const own = Object.fromEntries(needed.map((name) => [name, given[name] ?? 'x']))
      const split = breakdown === undefined ? {} : { breakdown }
      const query = { ...own, ...more, ...split, metric: key }
      const { data } = await fixture.ask(
        'query',
        Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      )
      const asked = { metric: key, params: own, ...split }
      const { data: found } = await post('A', [asked], more)
      const what = `${key} ${JSON.stringify(more)}`
      t.strictSame([nonZero(found.points), found.total], [nonZero(data.points), data.total], what)
      if (data.comparison === undefined) continue
      const [{ previous_points: points, ...rest }, { previous_points: right, ...others }] = [
        found.comparison,
        data.comparison,
      ]
      t.strictSame([nonZero(points), rest], [nonZero(right), others], `${what}: before`)
    }
})

await topic('rejected input', `${day}T12:00:00Z`, async (t, fixture) => {
  const post = posting(fixture)
  await fixture.send(shop)
  const many = (count: number): string[] => Array.from({ length: count }, () => 'dau')
  const bad: readonly (readonly [string, readonly (string | object)[], object, RegExp, string])[] = [
    [
      'A +',
      ['dau'],
      {},
      /^formula, column 4: expected a number, a series letter, a function, - or \(/,
      '/formula',
    ],
    ['A+B', ['dau'], {}, /^formula, column 3: unknown series B/, '/formula'],
    ['', ['dau'], {}, /^formula must not be empty/, '/formula'],
    [`A${'+1'.repeat(500)}`, ['dau'], {}, /^formula must have at most 1000 characters/, '/formula'],
    ['1', [], {}, /^series must have at least 1 item/, '/series'],
    ['A', many(27), {}, /^series must have at most 26 items/, '/series'],
    ['A', [{}], {}, /^series.0.metric is required/, '/series/0/metric'],
    [
      'A',
      ['dau', { metric: 'dau', rang: '7d' }],
      {},
      /unknown field "series.1.rang"; did you mean range/,
      '/series/1/rang',
    ],
    [
      'A',
      ['dau'],
      { breakdown: 'page' },
      /unknown field "breakdown"; did you mean breakdown_limit/,
      '/breakdown',
    ],
    ['A', ['dauu'], {}, /^series\/0: unknown metric "dauu"; did you mean dau\?/, '/series/0/metric'],
    [
      'A',
      ['dau', 'top_events'],
      {},
      /^series\/1: metric top_events is not a time series/,
      '/series/1/metric',
    ],
    ['A', ['event'], {}, /^series\/0: name is required/, '/series/0/name'],
    ['A', ['dau:x'], {}, /^series\/0: metric dau takes no argument/, '/series/0/metric'],
    ['A', [{ metric: 'dau', params: { x: 1 } }], {}, /^series\/0: unknown parameter "x"/, '/series/0/x'],
    [
      'A',
      [{ metric: 'dau', params: { range: '7d' } }],
      {},
      /^series\/0\/params: range is no/,
      '/series/0/params/range',
    ],
    ['A', [{ metric: 'dau', params: { x: null } }], {}, /^series.0.params.x must be/, '/series/0/params/x'],
    ['A', [{ metric: 'dau', range: 'x' }], {}, /^series\/0: unknown range "x"/, '/series/0/range'],
    [
      'A',
      [{ metric: 'dau', breakdown: 'trait:' }],
      {},
      /^series\/0: unknown field "trait:"/,
      '/series/0/breakdown',
    ],
    [
      'A',
      [{ metric: 'dau', filters: [{ field: 'x', op: 'near' }] }],
      {},
      /^series\/0: filters\/0\/operator: /,
      '/series/0/filters/0/operator',
    ],
    [
      'A',
      ['dau'],
      { filters: [{ field: 'x', op: 'near' }] },
      /^\/filters\/0\/operator: /,
      '/filters/0/operator',
    ],
    ['A', ['dau'], { filters: [1] }, /^\/filters\/0 must be an object/, '/filters/0'],
    [
      'A',
      ['dau', 'logs'],
      { filters: [{ field: 'country', value: 'x' }] },
      /^unknown field "country"/,
      '/filters/0/field',
    ],
    ['A', ['dau'], { range: '1x' }, /^unknown range "1x"/, 'range'],
    ['A', ['dau'], { granularity: 'often' }, /^granularity/, 'granularity'],
    ['A', ['dau'], { timezone: 'Mars' }, /^timezone/, 'timezone'],
    [
      'A',
      ['dau'],
      { range: '1900-01-01,2900-01-01', granularity: 'yearly', compare: 'previous' },
      /^compare/,
      'compare',
    ],
    ['A', ['dau'], { compare: 'never' }, /^unknown compare "never"/, 'compare'],
    ['A', ['dau'], { breakdown_limit: 0 }, /^breakdown_limit must be at least 1/, '/breakdown_limit'],
  ]
  for (const [formula, series, more, message, path] of bad) {
    const answer = await post(formula, series, more, 422)
    t.match(
      answer,
      { error: 'VALIDATION_ERROR', message, details: [{ path }] },
      `${formula} ${String(message)}`,
    )
  }
})

const names = Array.from({ length: 1_300 }, (_, n) => `${n}`.padEnd(60, "é\\'\t"))
const pages = names.map((page, n) => at('10T08', `d${n}`, 'view', { page }))

await topic('many dimensions', `${day}T12:00:00Z`, async (t, fixture) => {
  const post = posting(fixture)
  await fixture.send(pages)
  const few = {
    metric: 'events',
    ...byPage,
    filters: [{ field: 'page', operator: 'starts_with', value: '9' }],
  }
  const all = { metric: 'dau', ...byPage }
  const joined = await post('A/B', [few, all], { range: '1d', breakdown_limit: 1000 })
  const points = joined.data.points as readonly Point[]
  t.equal(points.filter(({ value }) => value === 1).length, 111, 'all that one of the series tells')
  t.ok(points.length > 1000)
  const lists = [names.slice(0, 900), names.slice(400, 1300)]
  const filters = lists.map((value) => ({ field: 'page', operator: 'in', value }))
  t.equal((await post('A', ['events'], { range: '1d', filters })).data.total, 500, 'long lists')
  const long = pages
    .slice(0, 2)
    .map((page, n) => ({ ...page, event: 'long', properties: { page: `${n}`.repeat(10_001) } }))
  await fixture.send(long)
  const longest = { metric: 'event:long', ...byPage }
  const refused = await post('A/B', [longest, few], { range: '1d', breakdown_limit: 1 }, 422)
  t.match(refused.message, /too long to be joined/)
  const minutes = { range: '160h', granularity: 'minute' }
  const most = await post('A', [all], { ...minutes, breakdown_limit: 200 }, 422)
  t.match(most.message, /^the answer has more than 1000000 points/)
  const wordy = await post(`A${'+1'.repeat(400)}`, [all], { ...minutes, breakdown_limit: 10 }, 422)
  t.match(wordy.message, /^formula is too long for so many points/)
})
