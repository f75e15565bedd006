import t, { type Test } from 'tap'
import { createConnection } from 'node:net'
import { once } from 'node:events'
import Type from 'typebox'
import {
  definePlugin,
  inWorkspace,
  column,
  countDistinct,
  peopleOf,
  rowsAt,
  series,
  type AnalyticsStore,
  type MetricDefinition,
} from '../../contract/index.js'
import {
  fakeClock,
  mailCatcher,
  metricSuite,
  roleLaws,
  sampleLines,
  storeSuite,
  testService,
  type Law,
} from './index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'

const seed = 20_261_123
const lines = sampleLines(seed, 80)
const params = Type.Object({})

/** Distinct event names, with a fault that a law must name. */
const names: MetricDefinition<typeof params> = {
  key: 'names',
  summary: 'Distinct persons',
  unit: 'persons',
  kind: 'distinct',
  source: 'events',
  params,
  answer: 'series',
  plan: (question) => series(question, countDistinct(column('person'))),
  people: (question, _, point) => peopleOf(rowsAt(question, point)),
}

const declaring = (metric: MetricDefinition<typeof params>) =>
  definePlugin({ name: 'names', contract: 1, after: [], register: (host) => host.metric(metric) })

/** The messages of the laws that are broken. */
async function broken(laws: readonly Law[]): Promise<readonly string[]> {
  const messages: string[] = []
  for (const { check } of laws)
    await check().catch((error: unknown) => void messages.push((error as Error).message))
  return messages
}

async function brokenBy(
  t: Test,
  fault: Partial<MetricDefinition<typeof params>>,
  stores: AnalyticsStore[] = [],
) {
  const suite = await metricSuite({
    metric: 'names',
    plugins: [declaring({ ...names, ...fault })],
    stores,
    seed,
    lines,
  })
  t.teardown(() => suite.close())
  return broken(suite.laws)
}

t.test('a metric that is right keeps its laws, on every store', async (t) => {
  t.same(await brokenBy(t, {}, [createMemoryStore()]), [])
})

t.test('each law of a metric names what breaks it, with the seed', async (t) => {
  const { plan, people } = names
  const impure = await brokenBy(t, { plan: (question, _) => (Date.now(), plan(question, _)) })
  t.match(impure, [/^names: its plan is pure: .*reads the clock[^]*repeat it with seed: 20261123$/])
  const short = await brokenBy(t, {
    people: (question, own, point) => people!({ ...question, range: question.before }, own, point),
  })
  t.ok(short.length > 0)
  for (const message of short) t.match(message, /^names: its list of people is as long as its figure/)
  const blind = await brokenBy(t, {
    plan: (question, own) => plan({ ...question, members: null }, own),
  })
  t.match(blind, [/^names: the metric of an audience is that of its persons' data/])
  const store = createMemoryStore()
  const lying = {
    ...store,
    run: async (...given: Parameters<typeof store.run>) => (await store.run(...given)).slice(1),
  }
  const [disagrees] = await brokenBy(t, {}, [lying])
  t.match(disagrees, /^names: memory answers like memory/)
})

t.test('the laws of a store hold for memory, and name what breaks them', async (t) => {
  const lawsOf = async (store: AnalyticsStore) => {
    const suite = await storeSuite({ open: () => store, runs: 2, seed })
    t.teardown(() => suite.close())
    return suite.laws
  }
  // The conformance cases of memory run in test/conformance.
  const beyondCases = (laws: readonly Law[]) => laws.filter(({ name }) => /^memory:|^random/.test(name))
  const store = createMemoryStore()
  t.same(await broken(beyondCases(await lawsOf(store))), [])
  const [one] = await lawsOf(store)
  await one?.check()
  const forgetful = { ...store, append: () => Promise.resolve(), dataVersion: () => Promise.resolve('1') }
  const words = (await broken(beyondCases(await lawsOf(forgetful)))).join('\n')
  t.match(words, 'memory: an append is visible to the next question: 0 rows after 1 appends')
  t.match(words, 'memory: the data version changes with the data, and never recurs: 1, 1, 1, 1')
  t.match(
    words,
    /random plans: memory returns the rows of memory \(data set 2 of 2\): [^]*repeat it with seed: 20261124/,
  )
})

t.test('a route admits whom its access names', async (t) => {
  const route = {
    method: 'GET',
    path: '/api/v1/notes',
    summary: 'Notes',
    tag: 'notes',
    access: inWorkspace('editor'),
    handle: () => Promise.resolve({ data: [] }),
  } as const
  const plugin = definePlugin({
    name: 'notes',
    contract: 1,
    after: [],
    register: (host) => host.route(route),
  })
  const service = await testService({ plugins: [plugin] })
  t.teardown(() => service.close())
  const laws = roleLaws(service, route)
  t.ok(laws.length > 10)
  t.same(await broken(laws), [])
  const open = { ...service, user: () => service.user('platform') }
  t.match(await broken(roleLaws(open, route)), [
    'GET /api/v1/notes: foreign member: status 200 instead of 403',
    'GET /api/v1/notes: viewer: status 200 instead of 403',
    'GET /api/v1/notes: viewer here, admin at large: status 200 instead of 403',
  ])
  t.throws(() => roleLaws(service, { method: 'GET', path: '/none' }), /unknown route GET \/none/)
})

t.test('a clock stands still, moves on, and follows the machine', (t) => {
  const clock = fakeClock('2026-01-05T10:00:00Z')
  clock.advance(1_000)
  t.equal(clock.now(), Date.UTC(2026, 0, 5, 10, 0, 1))
  clock.set(null)
  t.ok(Math.abs(clock.now() - Date.now()) < 60_000)
  t.throws(() => clock.set('yesterday'), /yesterday is not a time/)
  t.end()
})

t.test('a mail is caught, not delivered', async (t) => {
  const mail = await mailCatcher()
  t.teardown(() => mail.close())
  const next = mail.next('b@example.com')
  const socket = createConnection(mail.port, '127.0.0.1')
  const lines = [
    'HELO x',
    'MAIL FROM:<a@example.com>',
    'RCPT TO:<b@example.com>',
    'DATA',
    'Subject: a',
    ' long one',
    '',
    '..dot',
    'end',
    '.',
  ]
  socket.write(lines.join('\r\n') + '\r\nQUIT\r\n')
  socket.resume()
  await once(socket, 'close')
  t.same(await next, {
    from: 'a@example.com',
    to: ['b@example.com'],
    subject: 'a long one',
    headers: { subject: 'a long one' },
    text: '.dot\nend',
  })
  t.equal(mail.messages.length, 1)
})
