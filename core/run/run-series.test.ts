import t from 'tap'
import Type from 'typebox'
import { count, series, type MetricDefinition, type Question } from '../../contract/index.js'
import type { MetricRequest } from './ask-question.js'
import { runSeries } from './run-series.js'

const request: MetricRequest = {
  range: '3d',
  granularity: 'daily',
  conditions: [],
  trees: [],
  breakdown: null,
  breakdownLimit: 25,
  actor: null,
  compare: null,
  audience: null,
  params: {},
  limit: 1,
  offset: 0,
  countTotal: false,
}

/** Runs a metric over no rows. Returns its series, and the bounds of the buckets that were asked. */
async function asked(change: Partial<MetricDefinition<Type.TObject>>, more: Partial<MetricRequest> = {}) {
  const edges: (readonly number[])[] = []
  const metric: MetricDefinition<Type.TObject> = {
    key: 'rows',
    summary: 'Rows',
    unit: 'events',
    kind: 'count',
    source: 'events',
    params: Type.Object({}),
    answer: 'series',
    plan(question: Question) {
      edges.push(question.edges)
      return series(question, count())
    },
    ...change,
  }
  const ask = { now: Date.UTC(2026, 2, 10, 12), rows: () => Promise.resolve([]) }
  const [found] = await runSeries(ask, metric, { ...request, ...more })
  return { found, edges: edges.at(-1) }
}

t.test('only totals: one bucket, unless the total is that of the points', async (t) => {
  const [first, last] = [Date.UTC(2026, 2, 8), Date.UTC(2026, 2, 11)]
  t.equal((await asked({})).edges?.length, 4, 'three days')
  const { edges, found } = await asked({}, { totalsOnly: true })
  t.strictSame(edges, [first, last])
  t.strictSame(found.labels, ['2026-03-08'])
  t.equal((await asked({ total: 'avg' }, { totalsOnly: true })).edges?.length, 4)
})

t.test('a series says what its metric is', async (t) => {
  const of = async (change: Parameters<typeof asked>[0]) => (await asked(change)).found.metric
  t.strictSame(await of({}), { key: 'rows', source: 'events', additive: true, hasOwnDimensions: false })
  t.match(await of({ kind: 'distinct' }), { additive: false })
  t.match(await of({ kind: 'value', additive: () => true }), { additive: true })
  t.match(await of({ additive: () => false }), { additive: false })
  t.match(await of({ dimensions: () => ['new'] }), { hasOwnDimensions: true })
  t.match(await of({ breakdown: () => 'country' }), { hasOwnDimensions: true })
})
