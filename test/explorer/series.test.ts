import t from 'tap'
import { pageCode } from './page-code.js'

interface Spec {
  readonly metric: string
  readonly params?: Readonly<Record<string, string>>
  readonly event?: string
  readonly filters?: readonly object[]
}

interface Measured {
  readonly event: string
  readonly measure: string
  readonly property: string
  readonly actor: string
}

interface Series {
  measuredIn(spec: Spec): Measured | null
  measuredSeries(measured: Measured): Spec
  measuresIn(metrics: readonly object[]): readonly string[]
  measureWords(measured: Omit<Measured, 'event'>): string
  seriesName(spec: Spec, title: string): string
}

interface Chosen {
  chosenSeries(metrics: readonly object[], chosen: object, before: Spec, usual: string): Spec
}

interface Trends {
  knownSeries(
    metrics: readonly object[],
    questions: readonly object[],
    series: readonly Spec[],
  ): readonly object[]
  callsOf(series: readonly object[], asked: object, formula: string): readonly Call[]
}

interface Call {
  readonly method: string
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly body?: object
}

interface Links {
  formulaIn(view: string | null): object | null
}

const { measuredIn, measuredSeries, measuresIn, measureWords, seriesName } =
  await pageCode<Series>('question/series.ts')
const { chosenSeries } = await pageCode<Chosen>('question/chosen-series.ts')
const { knownSeries, callsOf } = await pageCode<Trends>('views/trends/spec.ts')
const { formulaIn } = await pageCode<Links>('question/series-link.ts')

const metric = (key: string, required: readonly string[] = [], source = 'events') => ({
  key,
  path: `/api/v1/metrics/${key}`,
  answer: 'series',
  title: `Title of ${key}`,
  source,
  kind: 'count',
  people: `/api/v1/metrics/${key}/people`,
  parameters: { properties: {}, required },
})
const metrics = [
  metric('dau'),
  { ...metric('event', ['name']), path: '/api/v1/metrics/event/:name' },
  metric('per_actor', ['event']),
  metric('events_custom', ['property']),
  metric('first_time', ['event']),
  metric('metric', ['name'], 'metrics'),
]
const people: Measured = { event: 'signed up', measure: 'people', property: '', actor: '' }

t.test('an event with a measure is a series of an existing metric, and back', async (t) => {
  const pairs: readonly (readonly [Measured, Spec])[] = [
    [people, { metric: 'dau', event: 'signed up' }],
    [
      { ...people, actor: 'group:company' },
      { metric: 'dau', event: 'signed up', params: { actor: 'group:company' } },
    ],
    [
      { ...people, measure: 'total' },
      { metric: 'event', params: { name: 'signed up' } },
    ],
    [
      { ...people, measure: 'per_person' },
      { metric: 'per_actor', params: { event: 'signed up', metric: 'avg' } },
    ],
    ...['sum', 'avg', 'min', 'max'].map((measure): readonly [Measured, Spec] => [
      { ...people, measure, property: 'properties.amount' },
      {
        metric: 'events_custom',
        params: { event: 'signed up', property: 'properties.amount', metric: measure },
      },
    ]),
  ]
  for (const [measured, spec] of pairs) {
    t.strictSame(measuredSeries(measured), spec)
    t.strictSame(measuredIn(spec), measured)
  }
  t.strictSame(
    measuredIn({ metric: 'events', params: { event: 'x' } }),
    { ...people, event: 'x', measure: 'total' },
    'an earlier link',
  )
  t.match(measuredIn({ metric: 'events_custom', params: { event: 'x', property: 'p' } }), { measure: 'sum' })
  for (const other of [
    { metric: 'dau' },
    { metric: 'events' },
    { metric: 'per_actor', params: { event: 'x', metric: 'p50' } },
    { metric: 'per_actor', params: { event: 'x', property: 'amount' } },
    { metric: 'events_custom', params: { property: 'amount' } },
    { metric: 'events_custom', params: { event: 'x', property: 'amount', metric: 'count' } },
    { metric: 'event', params: { name: 'x', other: 'y' } },
    { metric: 'question:qst_1' },
  ])
    t.equal(measuredIn(other), null, JSON.stringify(other))
  t.strictSame(
    measuresIn(metrics.slice(0, 2)),
    ['people', 'total'],
    'what a service without the others answers',
  )
})

t.test('the names of series', async (t) => {
  t.equal(seriesName({ metric: 'dau' }, 'Active people per day'), 'Active people per day')
  t.equal(seriesName(measuredSeries(people), ''), 'signed up · people')
  t.equal(seriesName({ ...measuredSeries(people), filters: [{}] }, ''), 'signed up · people *')
  t.equal(
    seriesName({ metric: 'per_actor', params: { event: 'x', metric: 'p50' } }, 'Events per person'),
    'Events per person (x, p50)',
  )
  t.equal(measureWords({ measure: 'sum', property: 'properties.amount', actor: '' }), 'sum of amount')
  t.equal(measureWords({ measure: 'people', property: '', actor: 'device' }), 'devices')
  t.equal(measureWords({ measure: 'per_person', property: '', actor: 'group:company' }), 'per company')
})

t.test('what is chosen can be asked at once', async (t) => {
  const event = { kind: 'event', name: 'paid' }
  t.strictSame(chosenSeries(metrics, event, { metric: 'dau' }, ''), { metric: 'dau', event: 'paid' })
  const total = { metric: 'event', params: { name: 'x' }, filters: [{}] }
  t.strictSame(
    chosenSeries(metrics, event, total, ''),
    { metric: 'event', params: { name: 'paid' } },
    'the measure stays',
  )
  const sum = { metric: 'events_custom', params: { event: 'x', property: 'amount' } }
  t.strictSame(
    chosenSeries(metrics, event, sum, ''),
    { metric: 'dau', event: 'paid' },
    'but not one of a property, which the other event may not have',
  )
  const first = { kind: 'metric', name: 'first_time' }
  t.strictSame(chosenSeries(metrics, first, total, 'most'), { metric: 'first_time', params: { event: 'x' } })
  t.strictSame(chosenSeries(metrics, first, { metric: 'dau' }, 'most'), {
    metric: 'first_time',
    params: { event: 'most' },
  })
  t.strictSame(chosenSeries(metrics, { kind: 'metric', name: 'metric' }, total, 'most'), { metric: 'metric' })
  t.strictSame(chosenSeries(metrics, { kind: 'question', name: 'qst_1' }, total, ''), {
    metric: 'question:qst_1',
  })
})

const question = {
  id: 'qst_1',
  name: 'Signups',
  asks: { key: 'dau', answer: 'series', unit: null, kind: null },
}
const asked = {
  range: '7d',
  granularity: '',
  timezone: '',
  compare: '',
  breakdown: '',
  filters: [],
  audience: '',
}

t.test('the requests of events and saved questions', async (t) => {
  const series = [
    measuredSeries(people),
    { metric: 'question:qst_1' },
    { metric: 'event', params: { name: 'a/b' } },
  ]
  const known = knownSeries(metrics, [question], series)
  t.equal(known.length, 3)
  t.match(known[1], { metric: { title: 'Signups', people: null } })
  const calls = callsOf(known, asked, '')
  t.match(calls, [
    {
      method: 'GET',
      path: '/api/v1/metrics/dau',
      query: [
        ['range', '7d'],
        ['granularity', 'daily'],
        ['conditions[0][field]', 'event_name'],
        ['conditions[0][op]', 'eq'],
        ['conditions[0][value]', 'signed up'],
      ],
    },
    {
      method: 'POST',
      path: '/api/v1/metrics/formula',
      body: { series: [{ metric: 'question:qst_1' }], formula: 'A', range: '7d', granularity: 'daily' },
    },
    { method: 'GET', path: '/api/v1/metrics/event/a%2Fb' },
  ])
  t.notOk(
    calls[0]?.query.some(([name]) => name === 'event'),
    'the metric has no such parameter',
  )
  const [together] = callsOf(known, { ...asked, breakdown: 'country' }, 'A / B')
  t.strictSame((together?.body as { series: unknown }).series, [
    {
      metric: 'dau',
      filters: [{ field: 'event_name', operator: 'eq', value: 'signed up' }],
      breakdown: 'country',
    },
    { metric: 'question:qst_1', breakdown: 'country' },
    { metric: 'event', params: { name: 'a/b' }, breakdown: 'country' },
  ])
  t.strictSame(knownSeries(metrics, [], [{ metric: 'question:qst_1' }]), [], 'a question that is gone')
  const rows = { ...question, asks: { ...question.asks, answer: 'page' } }
  t.strictSame(
    knownSeries(metrics, [rows], [{ metric: 'question:qst_1' }]),
    [],
    'one that is no series any more',
  )
})

t.test('a saved formula is read from its view', async (t) => {
  const series = [
    { metric: 'event', params: { name: 'x' } },
    { metric: 'dau', filters: [{ field: 'a', operator: 'is_set' }] },
  ]
  const query = new URLSearchParams({
    series: JSON.stringify(series),
    formula: 'A / B',
    breakdown: 'country',
    filters: JSON.stringify([{ field: 'plan', operator: 'eq', value: 'pro' }]),
  })
  const plan = { field: 'plan', operator: 'eq', value: 'pro' }
  t.strictSame(formulaIn(`/trends?${query.toString()}`), {
    series: [
      { ...series[0], filters: [plan] },
      { ...series[1], filters: [plan, { field: 'a', operator: 'is_set' }] },
    ],
    formula: 'A / B',
    breakdown: 'country',
  })
  t.equal(formulaIn(`/funnels?${query.toString()}`), null)
  t.equal(formulaIn('/trends?series=[]&formula=A'), null)
  t.equal(formulaIn('/trends?range=7d'), null)
  t.equal(formulaIn(null), null)
})
