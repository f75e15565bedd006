import { EventEmitter, once } from 'node:events'
import t from 'tap'
import Type from 'typebox'
import {
  aggregate,
  ascending,
  column,
  count,
  rowsOf,
  scan,
  select,
  series,
  sort,
  type MetricDefinition,
  type Relation,
  type Row,
} from '../../contract/index.js'
import { planPage } from './answer-plans.js'
import type { MetricRequest } from './ask-question.js'
import { readBreakdown } from '../question/breakdown-request.js'
import { runMetric } from './run-metric.js'

const request: MetricRequest = {
  range: '2d',
  granularity: 'daily',
  timezone: 'UTC',
  conditions: [],
  trees: [],
  breakdown: null,
  breakdownLimit: 25,
  actor: null,
  compare: null,
  audience: null,
  params: {},
  limit: 2,
  offset: 4,
  countTotal: false,
}
const now = Date.UTC(2026, 2, 10, 12)

const metricOf = (change: Partial<MetricDefinition<Type.TObject>>): MetricDefinition<Type.TObject> => ({
  key: 'events',
  summary: 'Events',
  unit: 'events',
  kind: 'count',
  source: 'events',
  params: Type.Object({}),
  answer: 'series',
  plan: (question) => series(question, count()),
  ...change,
})

/** Records the plans it gets and returns what the test says. */
function recorder(answer: (plan: Relation, index: number) => readonly Row[]): {
  ask: { now: number; rows(plan: Relation): Promise<readonly Row[]> }
  plans: Relation[]
} {
  const plans: Relation[] = []
  const rows = (plan: Relation): Promise<readonly Row[]> =>
    Promise.resolve(answer(plan, plans.push(plan) - 1))
  return { ask: { now, rows }, plans }
}

t.test('a series: one plan, or two side by side, or the first event before', async (t) => {
  const plain = recorder(() => [
    { bucket: null, value: 5 },
    { bucket: 1, value: 5 },
  ])
  t.match(await runMetric(plain.ask, metricOf({}), request), {
    data: { points: [{ value: 0 }, { value: 5 }], total: 5 },
  })
  t.equal(plain.plans.length, 1)

  const begun: Relation[] = []
  const both = new EventEmitter()
  const rows = async (plan: Relation): Promise<readonly Row[]> => {
    const index = begun.push(plan)
    if (index === 2) both.emit('begun')
    else await once(both, 'begun')
    return [{ bucket: null, value: index }]
  }
  const compared = await runMetric({ now, rows }, metricOf({}), { ...request, compare: 'previous' })
  t.match(
    compared,
    { data: { total: 1, comparison: { previous_total: 2 } } },
    'both run before either is done',
  )

  const first = Date.UTC(2026, 2, 8, 5)
  const allTime = recorder((_, index) => (index === 0 ? [{ earliest: first }] : []))
  const answer = await runMetric(allTime.ask, metricOf({}), { ...request, range: 'all_time' })
  t.match(answer, {
    data: { points: [{ date: '2026-03-08' }, { date: '2026-03-09' }, { date: '2026-03-10' }] },
  })
  t.match(allTime.plans[0], { kind: 'aggregate', input: { kind: 'scan', from: null, to: null } })
  const nothing = recorder(() => [{ earliest: null }])
  await t.resolves(runMetric(nothing.ask, metricOf({}), { ...request, range: 'all_time' }))
})

const byOs = readBreakdown({ breakdown: 'os' })

t.test('a breakdown: asked for, or always the metric’s own', async (t) => {
  const split = recorder(() => [
    { bucket: 0, dimension: 'a', value: 1 },
    { bucket: null, dimension: 'a', value: 1 },
    { bucket: null, dimension: null, value: 1 },
  ])
  const asked = await runMetric(split.ask, metricOf({}), { ...request, breakdown: byOs })
  t.match(asked, {
    data: {
      points: [
        { dimension: 'a', value: 1 },
        { dimension: 'a', value: 0 },
      ],
    },
  })
  const own = metricOf({ params: Type.Object({ property: Type.String() }), breakdown: () => 'country' })
  await runMetric(split.ask, own, { ...request, breakdown: byOs, params: { property: 'x' } })
  t.match(JSON.stringify(split.plans[1]), /"country"/)
  t.notMatch(JSON.stringify(split.plans[1]), /"os"/)
})

t.test('a range in the future runs nothing', async (t) => {
  const { ask, plans } = recorder(() => [])
  const range = '2030-01-01,2030-01-02'
  const sorted = metricOf({ answer: 'page', plan: (question) => sort(rowsOf(question), []) })
  t.match(await runMetric(ask, metricOf({}), { ...request, range }), { data: { points: [], total: 0 } })
  t.match(await runMetric(ask, metricOf({ answer: 'top' }), { ...request, range }), {
    data: [],
    total_labels: 0,
  })
  t.match(await runMetric(ask, sorted, { ...request, range, countTotal: true }), { data: [], total: 0 })
  t.equal(plans.length, 0)
})

t.test('a top list: the largest, and how many there are', async (t) => {
  const top = metricOf({
    answer: 'top',
    plan: (question) => aggregate(rowsOf(question), { label: column('event_name') }, { count: count() }),
  })
  const { ask, plans } = recorder(() => [{ label: 'a', count: 3, total_labels: 9 }])
  t.same(await runMetric(ask, top, request), { data: [{ label: 'a', count: 3 }], total_labels: 9 })
  t.equal(plans.length, 1)
  t.match(plans[0], {
    limit: 2,
    keys: [
      { by: { name: 'count' }, descending: true },
      { by: { name: 'label' }, descending: false },
    ],
  })
})

t.test('a page: one row more tells of the next', async (t) => {
  const page = metricOf({
    answer: 'page',
    plan: (question) =>
      select(sort(rowsOf(question), [ascending(column('seq'))]), { name: column('event_name') }),
  })
  const row = (seq: number): Row => ({ name: `e${seq}`, sort_key_0: seq })
  const { ask, plans } = recorder((plan) =>
    plan.kind === 'sort' ? [row(5), row(6), row(7)] : [{ total: 11 }],
  )
  t.same(await runMetric(ask, page, request), {
    data: [{ name: 'e5' }, { name: 'e6' }],
    has_more: true,
    limit: 2,
    offset: 4,
  })
  t.match(plans[0], { kind: 'sort', limit: 3, offset: 4, keys: [{ by: { name: 'sort_key_0' } }] })
  t.match(await runMetric(ask, page, { ...request, countTotal: true }), { total: 11 })
  const plain = planPage(sort(scan('events'), [ascending(column('seq'))]), 1, 0).rows
  t.match(plain, { limit: 2, offset: 0, input: { kind: 'scan' } })
  t.throws(() => planPage(scan('events'), 1, 0), /must be sorted/)
})
