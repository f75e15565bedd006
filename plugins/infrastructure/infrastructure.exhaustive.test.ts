import fc from 'fast-check'
import { randomInt } from 'node:crypto'
import t from 'tap'
import { builtInOperators, type AnalyticsStore, type MetricRow, type Row } from '../../contract/index.js'
import { buildQuestion } from '../../core/question/question.js'
import { expand } from '../../core/run/expand.js'
import { everyStore as stores } from '../../test/support/every-store.js'
import { sameRows } from '../../test/kit/plans/compare-rows.js'
import { failureOf, fixedSeed, propertyRuns } from '../../test/property/seeded.js'
import { temporaryDatabase } from '../../test/support/records.js'
import { emptyPendingBatch, numbered, type DraftMetric } from '../ingest/pending-batch.js'
import { metricFunctions, type MetricFunction } from './functions.js'
import { infrastructure } from './plan.js'
import { naive } from './test-naive.js'
import { patience } from '../../test/support/patience.js'
import { askStore } from '../../core/run/ask-store.js'

const limits = { timeMs: patience, memoryBytes: 2_000_000_000, rows: 100_000 }
const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
const day = 86_400_000
const start = Date.UTC(2026, 2, 1)
/** The middle of the third day. */
const now = start + 2.5 * day

const quarter = (least: number) => fc.integer({ min: least * 4, max: 400 }).map((n) => n / 4)
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 })

/** Times close to the edges of the days, with ties, and some outside the range. */
const timestamp = fc
  .tuple(fc.integer({ min: -1, max: 3 }), fc.constantFrom(0, 1, 3_600_000, 43_200_000, day - 1))
  .map(([days, after]) => start + days * day + after)

const buckets = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(-4, 0, 1, 2.5, 10, null), { maxLength: 5 }),
    fc.array(fc.nat({ max: 5 }), { minLength: 6, maxLength: 6 }),
  )
  .map(([bounds, counts]) =>
    bounds
      .sort((a, b) => (a ?? Infinity) - (b ?? Infinity))
      .map((le, index) => ({ le, count: counts[index] ?? 0 })),
  )

const point = (types: readonly MetricRow['type'][]): fc.Arbitrary<DraftMetric> =>
  fc
    .record({
      timestamp,
      type: fc.constantFrom(...types),
      temporality: fc.constantFrom('cumulative', 'cumulative', 'delta'),
      source: fc.constantFrom(null, 'a'),
      zone: fc.constantFrom(undefined, 'x', 'y', 'é'),
      value: quarter(0),
      sum: orNull(quarter(-5)),
      min: orNull(quarter(-5)),
      max: orNull(quarter(-5)),
      /** A histogram without buckets still has a count. */
      more: fc.constantFrom(0, 0, 3),
      buckets,
      name: fc.constantFrom('m', 'm', 'm', 'm', 'other'),
    })
    .map(({ zone, more, ...one }) => {
      const base = { unit: null, service: null, message_id: null, labels: zone === undefined ? {} : { zone } }
      if (one.type !== 'histogram') {
        const temporality = one.type === 'gauge' ? 'cumulative' : one.temporality
        return { ...one, ...base, temporality, count: null, sum: null, min: null, max: null, buckets: [] }
      }
      const count =
        one.buckets.length === 0 ? more : one.buckets.reduce((sum, bucket) => sum + bucket.count, 0)
      return { ...one, ...base, value: null, count }
    })

const data = fc
  .constantFrom<readonly MetricRow['type'][]>(
    ['histogram'],
    ['histogram'],
    ['counter'],
    ['gauge'],
    ['gauge', 'counter', 'histogram'],
  )
  .chain((types) => fc.array(point(types), { minLength: 1, maxLength: 30, size: 'max' }))

const asked = fc.record({
  granularity: fc.constantFrom('daily', 'hourly', 'weekly'),
  breakdown: fc.constantFrom(null, 'labels.zone'),
  breakdownLimit: fc.constantFrom(25, 1, 2),
})

function questionOf(how: { granularity: string; breakdown: string | null; breakdownLimit: number }) {
  return buildQuestion({
    ...how,
    source: 'metrics',
    now,
    range: '2026-03-01,2026-03-03',
    timezone: 'UTC',
    conditions: [],
    earliest: null,
  }).question
}

/** The labels with the most points of the used type inside the range, ties by name. */
function dimensionsOf(
  points: readonly MetricRow[],
  end: number,
  limit: number,
): (point: MetricRow) => string {
  const inside = points
    .filter((one) => one.timestamp >= start && one.timestamp < end)
    .sort((a, b) => a.timestamp - b.timestamp || a.seq - b.seq)
  const counts = new Map<string, number>()
  const labelOf = ({ labels }: MetricRow): string => labels['zone'] ?? '(none)'
  for (const one of inside)
    if (one.type === inside.at(-1)?.type) counts.set(labelOf(one), (counts.get(labelOf(one)) ?? 0) + 1)
  const kept = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, limit)
  const names = new Set(kept.map(([name]) => name))
  return (one) => (names.has(labelOf(one)) ? labelOf(one) : '(other)')
}

const rowsOf = (answer: ReadonlyMap<string, number>, split: boolean): readonly Row[] =>
  [...answer].map(([key, value]) => {
    const space = key.indexOf(' ')
    const [bucket, dimension] = [key.slice(0, space), key.slice(space + 1)]
    const place = { bucket: bucket === 'total' ? null : Number(bucket) }
    return split
      ? { ...place, dimension: dimension === 'all' ? null : dimension, value }
      : { ...place, value }
  })

t.test('every function of random points is what loops make of them, on every store', async (t) => {
  const database = await temporaryDatabase()
  const engines: readonly AnalyticsStore[] = stores.map(({ make }) => make(database.url))
  t.teardown(async () => {
    for (const store of engines) await store.close()
    await database.drop()
  })
  const answered = new Map<MetricFunction, number>()
  const property = fc.asyncProperty(data, asked, async (points, how) => {
    const number = randomInt(2 ** 40)
    const workspace = { id: `ws_${number}`, number }
    let seq = 0
    const batch = numbered({ ...emptyPendingBatch, metrics: points }, () => ++seq)
    const mine = batch.metrics.filter(({ name }) => name === 'm')
    const question = questionOf(how)
    const split = how.breakdown !== null
    const dimensionOf = split ? dimensionsOf(mine, question.range.to, how.breakdownLimit) : null
    await Promise.all(engines.map((store) => store.createWorkspace(workspace)))
    try {
      await Promise.all(engines.map((store) => store.append(workspace, batch)))
      for (const fn of metricFunctions) {
        const expected = rowsOf(naive(mine, { edges: question.edges, now, fn, dimensionOf }), split)
        answered.set(fn, (answered.get(fn) ?? 0) + expected.length)
        const plan = infrastructure(question, 'm', fn)
        for (const store of engines) {
          const rows = await askStore(store, workspace, expand(plan, store, operators), limits)
          const wrong = sameRows(rows, expected)
          if (wrong !== null) throw new Error(`${store.engine} ${fn}: ${wrong}`)
        }
      }
    } finally {
      await Promise.all(engines.map((store) => store.dropWorkspace(workspace)))
    }
  })
  t.equal(await failureOf(property, 3, fixedSeed), null)
  t.equal(answered.size, metricFunctions.length)
  t.strictSame(
    [...answered].filter(([, rows]) => rows === 0),
    [],
    'none of them is empty everywhere',
  )
  t.equal(await failureOf(property, propertyRuns(4)), null)
})
