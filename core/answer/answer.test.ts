import fc from 'fast-check'
import t from 'tap'
import { finite, seriesBody, type Cell, type Row, type SeriesData } from '../../contract/index.js'
import { readSeries, type SeriesRows } from './series.js'

type SeriesQuestion = SeriesRows['asked']

const seriesAnswer = ({
  comparison,
  ...rows
}: SeriesRows & { readonly comparison?: Pick<SeriesRows, 'asked' | 'rows'> }): { data: SeriesData } =>
  seriesBody(readSeries(rows), comparison === undefined ? null : readSeries({ ...rows, ...comparison }))

const row = (bucket: number | null, value: Cell, dimension?: string | null): Row =>
  dimension === undefined ? { bucket, value } : { bucket, dimension, value }
const days = (from: number, to: number): SeriesQuestion => {
  const labels = Array.from(
    { length: to - from + 1 },
    (_, index) => `2020-01-${String(from + index).padStart(2, '0')}`,
  )
  return { labels, period: { kind: 'calendar', from: labels[0] ?? '', to: labels.at(-1) ?? '' } }
}
const plain = (asked: SeriesQuestion, ...rows: Row[]): SeriesData =>
  seriesAnswer({ asked, rows, split: false }).data
const split = (asked: SeriesQuestion, ...rows: Row[]): SeriesData =>
  seriesAnswer({ asked, rows, split: true }).data
/** The points as short strings. */
const list = (points: SeriesData['points']): string[] =>
  points.map(
    ({ date, value, dimension }) =>
      `${date.slice(-2)} ${dimension === undefined ? '' : `${dimension} `}${value}`,
  )

t.test('a series without dimensions', (t) => {
  t.strictSame(plain(days(1, 3), row(2, 4), row(0, 2), row(null, 5)), {
    points: [
      { date: '2020-01-01', value: 2 },
      { date: '2020-01-02', value: 0 },
      { date: '2020-01-03', value: 4 },
    ],
    total: 5,
    min: 0,
    max: 4,
    avg: 2,
  })
  t.strictSame(plain(days(1, 2)), {
    points: [
      { date: '2020-01-01', value: 0 },
      { date: '2020-01-02', value: 0 },
    ],
    total: 0,
    min: 0,
    max: 0,
    avg: 0,
  })
  const lowest = plain(days(1, 2), row(0, -3), row(1, -1), row(null, -4))
  t.strictSame([lowest.min, lowest.max, lowest.avg], [-3, -1, -2])
  t.end()
})

t.test('no buckets: everything is 0', (t) => {
  const none: SeriesQuestion = { labels: [], period: days(1, 2).period }
  for (const rows of [[], [row(null, 7), row(0, 7)]])
    t.strictSame(plain(none, ...rows), { points: [], total: 0, min: 0, max: 0, avg: 0 })
  t.strictSame(split(days(1, 2)), { points: [], total: 0, min: 0, max: 0, avg: 0 })
  t.end()
})

t.test('with a breakdown: every dimension has every bucket, by date, then by total, then by name', (t) => {
  const { points, total, min, max, avg } = split(
    days(1, 2),
    row(0, 1, 'b'),
    row(1, 9, 'big'),
    row(1, 1, 'a'),
    row(0, 5, '(other)'),
    row(null, 1, 'b'),
    row(null, 1, 'a'),
    row(null, 9, 'big'),
    row(null, 5, '(other)'),
    row(null, 0, 'zero'),
    row(null, 12, null),
    row(0, 8, 'only then'),
  )
  t.strictSame(list(points), [
    ...['01 big 0', '01 (other) 5', '01 a 0', '01 b 1', '01 only then 8', '01 zero 0'],
    ...['02 big 9', '02 (other) 0', '02 a 1', '02 b 0', '02 only then 0', '02 zero 0'],
  ])
  t.strictSame([total, min, max, avg], [12, 0, 9, 2], 'a person in two dimensions counts once in the total')
  const odd = split(
    days(1, 1),
    ...['__proto__', 'constructor', '', '😀', '\uFFFD'].map((name) => row(null, 1, name)),
  )
  t.strictSame(
    odd.points.map((point) => point.dimension),
    ['', '__proto__', 'constructor', '\uFFFD', '😀'],
    'bytes of UTF-8',
  )
  t.end()
})

t.test('dimensions that the metric fixes', (t) => {
  const rows = [
    row(0, 3, 'returning'),
    row(null, 3, 'returning'),
    row(null, 1, 'new'),
    row(null, 4, null),
    row(0, 1, 'x'),
  ]
  const { data } = seriesAnswer({
    asked: days(1, 1),
    rows,
    split: true,
    dimensions: ['new', 'returning', 'resurrected'],
  })
  t.strictSame(list(data.points), ['01 new 0', '01 returning 3', '01 resurrected 0'])
  t.equal(data.total, 4)
  t.end()
})

t.test('numbers that are none are 0', (t) => {
  for (const value of [null, NaN, Infinity, -Infinity, -0, 'x', true]) {
    const data = plain(days(1, 1), row(0, value), row(null, value))
    t.strictSame(data, { points: [{ date: '2020-01-01', value: 0 }], total: 0, min: 0, max: 0, avg: 0 })
    t.notOk(Object.is(data.points[0]?.value, -0) || Object.is(data.total, -0))
  }
  const huge = plain(days(1, 2), row(0, 1.5e308), row(1, 1.5e308), row(null, 1))
  t.equal(huge.avg, 1.5e308, 'the sum overflows, the mean does not')
  t.equal(finite(undefined), 0)
  t.end()
})

t.test('compared', (t) => {
  const comparison = { asked: days(3, 5), rows: [row(0, 1), row(1, 3), row(2, 1), row(null, 5)] }
  const { data } = seriesAnswer({
    asked: days(6, 8),
    rows: [row(1, 4), row(null, 4)],
    split: false,
    comparison,
  })
  t.strictSame(data.comparison, {
    previous_total: 5,
    change: -1,
    percent_change: -20,
    previous_points: [
      { date: '2020-01-03', value: 1 },
      { date: '2020-01-04', value: 3 },
      { date: '2020-01-05', value: 1 },
    ],
    previous_range: { from: '2020-01-03', to: '2020-01-05' },
  })
  t.strictSame(list(data.points), ['06 0', '07 4', '08 0'])
  const growth = (now: Cell, before: Cell): readonly unknown[] => {
    const previous = { asked: days(1, 1), rows: [row(null, before)] }
    const both = seriesAnswer({
      asked: days(2, 2),
      rows: [row(null, now)],
      split: false,
      comparison: previous,
    })
    return [both.data.comparison?.change, both.data.comparison?.percent_change]
  }
  const nothing = { asked: { ...days(1, 1), labels: [] }, rows: [row(null, 7)] }
  const alone = seriesAnswer({ asked: days(2, 2), rows: [], split: false, comparison: nothing }).data
    .comparison
  t.strictSame([alone?.previous_points, alone?.previous_total], [[], 0], 'no points, no total')
  t.strictSame(growth(1, 0), [1, 100])
  t.strictSame(growth(0, 0), [0, 0])
  t.strictSame(growth(0, 4), [-4, -100])
  t.strictSame(growth(3, 2), [1, 50])
  t.strictSame(growth(null, null), [0, 0])
  t.strictSame(growth(1.7e308, -1.7e308), [0, 0], 'what no double holds is 0')
  t.strictSame(growth(1e308, 5e307), [5e307, 100])
  t.end()
})

t.test('the range of rolling hours is told as instants', (t) => {
  const asked: SeriesQuestion = {
    labels: ['2020-01-01T00:00:00Z'],
    period: { kind: 'rolling', from: 0, to: 3_600_001 },
  }
  const { data } = seriesAnswer({ asked, rows: [], split: false, comparison: { asked, rows: [] } })
  t.strictSame(data.comparison?.previous_range, {
    from: '1970-01-01T00:00:00.000Z',
    to: '1970-01-01T01:00:00.001Z',
  })
  t.end()
})

t.test('compared dimensions lie under those of the answer; gone ones follow', (t) => {
  const rows = [row(0, 2, 'a'), row(1, 5, 'b'), row(null, 2, 'a'), row(null, 5, 'b'), row(null, 7, null)]
  const before = [
    row(0, 9, 'a'),
    row(1, 1, 'gone'),
    row(null, 9, 'a'),
    row(null, 1, 'gone'),
    row(null, 10, null),
  ]
  const { data } = seriesAnswer({
    asked: days(3, 4),
    rows,
    split: true,
    comparison: { asked: days(1, 2), rows: before },
  })
  t.strictSame(list(data.points), ['03 b 0', '03 a 2', '04 b 5', '04 a 0'])
  const previous = data.comparison?.previous_points ?? []
  t.strictSame(list(previous), ['01 b 0', '01 a 9', '02 b 0', '02 a 0', '01 gone 0', '02 gone 1'])
  t.equal(data.comparison?.previous_total, 10)
  t.end()
})

t.test('a total that is made of the points', (t) => {
  const rows = [row(0, 1, 'a'), row(2, 5, 'a'), row(1, 6, 'b')]
  const of = (total: 'sum' | 'avg') => seriesAnswer({ asked: days(1, 3), rows, split: true, total }).data
  t.equal(of('sum').total, 12)
  t.equal(of('avg').total, 2)
  t.equal(of('avg').avg, 2)
  t.strictSame(list(of('avg').points).slice(0, 2), ['01 a 1', '01 b 0'], 'equal totals by name')
  const unsplit = { asked: days(1, 2), rows: [row(0, 3), row(null, 99)], split: false }
  t.equal(seriesAnswer({ ...unsplit, total: 'sum' }).data.total, 3)
  t.equal(seriesAnswer({ ...unsplit, total: 'avg' }).data.total, 1.5)
  t.equal(seriesAnswer({ ...unsplit, asked: { ...unsplit.asked, labels: [] }, total: 'avg' }).data.total, 0)
  t.end()
})

t.test('sparse: a bucket without a row yields no point', (t) => {
  const rows = [row(1, 0, 'a'), row(2, 5, 'b'), row(null, 2, 'a'), row(null, 5, 'b'), row(null, 3, null)]
  const comparison = { asked: days(1, 3), rows: [row(0, 4, 'b'), row(null, 4, 'b'), row(null, 4, null)] }
  const { data } = seriesAnswer({ asked: days(4, 6), rows, split: true, sparse: true, comparison })
  t.strictSame(list(data.points), ['05 a 0', '06 b 5'])
  t.strictSame([data.total, data.min, data.max, data.avg], [3, 0, 5, 2.5])
  t.strictSame(list(data.comparison?.previous_points ?? []), ['01 b 4'])
  t.equal(data.comparison?.previous_total, 4)
  t.end()
})

t.test('more than a million points are refused', (t) => {
  const asked: SeriesQuestion = {
    labels: Array.from({ length: 10_000 }, (_, index) => String(index)),
    period: days(1, 1).period,
  }
  const rows = Array.from({ length: 101 }, (_, index) => row(null, 1, `d${index}`))
  t.throws(() => split(asked, ...rows), { code: 'VALIDATION_ERROR', message: /1000000 points/ })
  t.equal(split(asked, ...rows.slice(1)).points.length, 1_000_000)
  t.end()
})

t.test('any rows make a whole, finite answer', (t) => {
  const value = fc.oneof(fc.double(), fc.integer(), fc.constant(null))
  const name = fc.constantFrom('a', 'b', '(other)', '(none)')
  const rowArb = fc.record({
    bucket: fc.option(fc.integer({ min: 0, max: 4 })),
    dimension: fc.option(name),
    value,
  })
  fc.assert(
    fc.property(fc.array(rowArb), fc.array(rowArb), fc.boolean(), (rows, before, isSplit) => {
      const comparison = { asked: days(1, 5), rows: before }
      const { data } = seriesAnswer({ asked: days(6, 10), rows, split: isSplit, comparison })
      const { points, min, max, avg, total } = data
      const names = new Set(points.map((point) => point.dimension))
      const numbers = [...points.map((point) => point.value), min, max, avg, total]
      const compared = [
        data.comparison?.change,
        data.comparison?.percent_change,
        data.comparison?.previous_total,
      ]
      return (
        [...numbers, ...compared].every((one) => Number.isFinite(one) && !Object.is(one, -0)) &&
        points.length === 5 * names.size &&
        new Set(points.map((point) => JSON.stringify([point.date, point.dimension]))).size ===
          points.length &&
        points.every((point, index) => index === 0 || point.date >= (points[index - 1]?.date ?? '')) &&
        points.every((point) => min <= point.value && point.value <= max)
      )
    }),
  )
  t.end()
})
