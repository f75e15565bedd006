import t from 'tap'
import { pageCode } from './page-code.js'

interface Item {
  readonly kind: string
  readonly value: string
  readonly name: string
  readonly about?: string
  readonly used?: number
}

interface Items {
  eventItems(events: readonly object[], names: ReadonlyMap<string, object>): readonly Item[]
  metricItems(metrics: readonly object[]): readonly Item[]
  questionItems(questions: readonly object[]): readonly Item[]
}

interface Finding {
  findItems(
    items: readonly Item[],
    typed: string,
    most: number,
  ): readonly { readonly kind: string; readonly items: readonly Item[]; readonly count: number }[]
  searchPattern(typed: string): string
}

interface Spark {
  readonly value: readonly number[] | null | undefined
}

interface Sparks {
  of(key: string): Spark
  want(row: object): () => void
  clear(): void
}

interface Call {
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
}

const { eventItems, metricItems, questionItems } = await pageCode<Items>('series-picker/items.ts')
const { findItems, searchPattern } = await pageCode<Finding>('series-picker/find.ts')
const { createSparks } = await pageCode<{ createSparks(send: (call: Call) => Promise<unknown>): Sparks }>(
  'series-picker/sparks.ts',
)
const { sparkPath } = await pageCode<{ sparkPath(values: readonly number[], size: object): string }>(
  'series-picker/spark-path.ts',
)

const none = new Map<string, object>()
const valuesOf = (items: readonly Item[]): readonly string[] => items.map(({ value }) => value)
const found = (items: readonly Item[], typed: string): readonly string[] =>
  findItems(items, typed, 50).flatMap((group) => valuesOf(group.items))

t.test('events: most used first, as the dictionary describes them', async (t) => {
  const names = new Map<string, object>([
    ['secret', { status: 'hidden' }],
    ['signed_up', { status: 'verified', description: 'Created an account' }],
    ['old', { status: 'deprecated', description: 'Use new' }],
  ])
  const events = [
    { name: 'viewed', used: 9 },
    { name: 'secret', used: 8 },
    { name: 'old', used: 7 },
    { name: 'signed_up', used: 1 },
  ]
  const items = eventItems(events, names)
  t.strictSame(valuesOf(items), ['event:signed_up', 'event:viewed', 'event:old'])
  t.match(items, [{ about: 'Created an account', used: 1 }, {}, { about: 'Deprecated · Use new' }])
})

t.test('metrics and questions', async (t) => {
  const metric = { answer: 'series', summary: '', title: '', source: 'events', parameters: {} }
  const metrics = [
    { ...metric, key: 'first_time', parameters: { required: ['event'] } },
    { ...metric, key: 'logs', source: 'logs' },
    { ...metric, key: 'dau', title: 'Active people per day' },
    { ...metric, key: 'event', parameters: { required: ['name'] } },
    { ...metric, key: 'top_events', answer: 'top' },
    { ...metric, key: 'sessions' },
  ]
  const items = metricItems(metrics)
  t.strictSame(valuesOf(items), ['metric:dau', 'metric:sessions', 'metric:logs', 'metric:first_time'])
  t.match(items[0], { label: 'Active people per day', note: 'dau' }, 'the key stays beside the title')

  const series = JSON.stringify([{ metric: 'dau' }])
  const view = `/trends?${new URLSearchParams({ series, formula: 'A * 2' }).toString()}`
  const question = { name: 'Q', description: null, view: null }
  const questions = [
    { ...question, id: '1', asks: { key: 'dau', answer: 'series' }, description: 'Weekly' },
    { ...question, id: '2', asks: { key: 'dau', answer: 'people' } },
    { ...question, id: '3', asks: { key: 'formula', answer: 'query' }, view },
    { ...question, id: '4', asks: { key: 'formula', answer: 'query' } },
    { ...question, id: '5', asks: null },
  ]
  t.match(questionItems(questions), [
    { value: 'question:1', about: 'Weekly' },
    { value: 'formula:3', note: 'A * 2', formula: { formula: 'A * 2', breakdown: '' } },
  ])
  t.equal(questionItems(questions).length, 2)
})

t.test('typing finds: the best match first, in any case and with any separators', async (t) => {
  const names = [
    'page_viewed',
    'signed_up_again',
    'user_signed_up',
    'resigned_up',
    'signed_up',
    'up_is_signed',
  ]
  const events = eventItems(
    names.map((name) => ({ name })),
    none,
  )
  const order = ['signed_up', 'signed_up_again', 'user_signed_up', 'resigned_up', 'up_is_signed']
  for (const typed of ['signed_up', 'Signed up', ' signed-UP '])
    t.strictSame(
      found(events, typed),
      order.map((name) => `event:${name}`),
      typed,
    )
  t.strictSame(found(events, 'nothing'), [])
  const described = eventItems([{ name: 'x' }], new Map([['x', { description: 'A person pays' }]]))
  t.strictSame(found(described, 'pays'), ['event:x'], 'in descriptions')
  const metric = { answer: 'series', summary: '', source: 'events', parameters: {} }
  const both = [...events, ...metricItems([{ ...metric, key: 'dau', title: 'Active people' }])]
  t.strictSame(found(both, '')[0], 'event:page_viewed', 'events come first')
  t.strictSame(found([...eventItems([{ name: 'inactive' }], none), ...both], 'active'), [
    'metric:dau',
    'event:inactive',
  ])
  t.strictSame(found(both, 'dau'), ['metric:dau'], 'by the key')
})

t.test('5,000 events: few are shown, each is found', async (t) => {
  const events = eventItems(
    Array.from({ length: 5_000 }, (_, index) => ({ name: `event_${index}` })),
    none,
  )
  const [all] = findItems(events, '', 50)
  t.match([all?.items.length, all?.count], [50, 5_000])
  t.strictSame(found(events, 'event_4321'), ['event:event_4321'])
})

t.test('the pattern of the search', async (t) => {
  t.equal(searchPattern('Signed  up'), '(?i)signed.*up')
  t.equal(searchPattern('a+b (c)'), '(?i)a\\+b.*\\(c\\)')
})

const after = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Waits until it is so: the store waits for a quiet moment on its own. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await after(10)
}

const event = (name: string) => ({ key: name, event: name, call: null })

t.test('lines: one request for the events that are visible, none twice', async (t) => {
  const calls: Call[] = []
  const sparks = createSparks((call) => {
    calls.push(call)
    const points = [1, 2].flatMap((value) => [
      { date: `2026-01-0${value}`, value, dimension: 'a' },
      { date: `2026-01-0${value}`, value: 0, dimension: 'b' },
    ])
    return Promise.resolve({ data: { points } })
  })
  t.teardown(() => sparks.clear())
  const gone = sparks.want(event('gone'))
  sparks.want(event('a'))
  sparks.want(event('b'))
  sparks.want(event('c'))
  gone()
  await until(() => sparks.of('c').value !== undefined)
  t.equal(calls.length, 1)
  t.strictSame(
    calls[0]?.query.filter(([name]) => name.endsWith('[value][]')).map(([, value]) => value),
    ['a', 'b', 'c'],
    'not for a row that is not visible any more',
  )
  t.strictSame([sparks.of('a').value, sparks.of('b').value, sparks.of('c').value], [[1, 2], [0, 0], null])
  sparks.want(event('a'))
  sparks.want(event('d'))
  await until(() => sparks.of('d').value !== undefined)
  t.equal(calls.length, 2)
  t.strictSame(
    calls[1]?.query.filter(([name]) => name.endsWith('[value][]')).map(([, value]) => value),
    ['d'],
  )
})

t.test('lines: requests are bounded, and a failure is no line', async (t) => {
  let [running, most, sent] = [0, 0, 0]
  const sparks = createSparks(async ({ path }) => {
    most = Math.max(most, ++running)
    sent++
    await after(1)
    running--
    if (path === '/fails') throw new Error('no')
    return { data: { points: [{ date: '2026-01-01', value: 3 }] } }
  })
  t.teardown(() => sparks.clear())
  for (let row = 0; row < 60; row++) sparks.want(event(`event ${row}`))
  for (let row = 0; row < 5; row++)
    sparks.want({
      key: `metric ${row}`,
      event: null,
      call: { path: row === 0 ? '/fails' : '/metric', query: [] },
    })
  sparks.want({ key: 'none', event: null, call: null })
  const keys = [
    'none',
    ...Array.from({ length: 60 }, (_, row) => `event ${row}`),
    ...Array.from({ length: 5 }, (_, row) => `metric ${row}`),
  ]
  await until(() => keys.every((key) => sparks.of(key).value !== undefined))
  t.equal(sent, 3 + 5, '60 events in three requests')
  t.ok(most <= 2, `${most} at a time`)
  t.equal(sparks.of('metric 0').value, null)
  t.strictSame(sparks.of('metric 1').value, [3])
  t.equal(sparks.of('none').value, null)
})

t.test('the path of a line', async (t) => {
  const size = { width: 12, height: 12 }
  t.equal(sparkPath([0, 5, 10], size), 'M1 11L6 6L11 1')
  t.equal(sparkPath([0, 0], size), 'M1 11L11 11')
  t.equal(sparkPath([-10, 10], size), 'M1 11L11 1')
})
