import { once } from 'node:events'
import t from 'tap'
import Type from 'typebox'
import { callTo, type Answer } from '../test/support/http-client.js'
import { plugin } from '../test/support/make-plugin.js'
import { runDemo, tokenOf, workspace } from '../test/support/demo-service.js'
import {
  aggregate,
  count,
  invalid,
  open,
  peopleOf,
  Reply,
  rowsAt,
  rowsOf,
  series,
  spine,
  type OperatorNode,
  type PluginHost,
  type Relation,
} from '../contract/index.js'
import { namedWhileSlow } from './slow-handlers.js'

/** The doors route, metric and operator: what a plugin declares throws, hangs or lies while requests are answered. */
const oops = new TypeError('oops')
const thrown = (): never => {
  throw oops
}
const entered = new EventTarget()

async function* brokenMidway(): AsyncGenerator<Uint8Array> {
  await Promise.resolve()
  yield Buffer.from('a')
  throw oops
}
const circle: Record<string, unknown> = {}
circle['self'] = circle

const handlers: Readonly<Record<string, () => unknown>> = {
  throws: thrown,
  rejects: () => Promise.reject(oops),
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- plugins in JavaScript may reject with anything
  'throws-nothing': () => Promise.reject(null),
  circle: () => circle,
  bigint: () => ({ n: 1n }),
  status: () => new Reply(9_000, {}),
  header: () => new Reply(200, {}, { 'X-A': 'a\r\nX-B: b' }),
  chunk: () => new Reply(200, brokenMidway()),
  hangs: () => {
    entered.dispatchEvent(new Event('hangs'))
    return new Promise(() => undefined)
  },
}

/** An operator that does what its option says. */
const moody = (mood: string): OperatorNode => ({
  kind: 'operator',
  operator: 'moody',
  inputs: [],
  options: mood,
  columns: { bucket: 'int', value: 'int' },
})
const lowerings: Readonly<Record<string, (node: OperatorNode) => unknown>> = {
  throws: thrown,
  nothing: () => undefined,
  text: () => 'SELECT 1',
  endless: (node) => node,
}

const plans: Readonly<Record<string, (rows: Relation) => unknown>> = {
  'plan throws': thrown,
  'plan refuses': () => {
    throw invalid('mood', 'mood is refused')
  },
  'plan lies': (rows) => aggregate(rows, {}, { wrong: count() }),
  'plan of nothing': () => undefined,
}

function declare(host: PluginHost): void {
  const shared = { summary: 'A route', tag: 'acme', method: 'GET', access: open } as const
  for (const [name, handle] of Object.entries(handlers))
    host.route({ ...shared, path: `/acme/${name}`, handle: handle as never })
  host.operator({ name: 'moody', lower: (node) => lowerings[node.options as string]?.(node) as never })
  host.metric({
    key: 'mood',
    summary: 'A metric',
    unit: 'events',
    kind: 'count',
    source: 'events',
    params: Type.Object({ mood: Type.Optional(Type.String()) }),
    argument: { form: 'mood', read: (text) => (text === 'throws' ? thrown() : { mood: text }) },
    answer: 'series',
    plan(question, { mood = '' }) {
      if (mood in lowerings) return moody(mood)
      if (mood in plans) return plans[mood]?.(rowsOf(question)) as Relation
      return series(question, count())
    },
    people: (question, { mood }, point) =>
      mood === 'people throws' ? thrown() : peopleOf(rowsAt(question, point)),
  })
}

const running = await runDemo({ plugins: [plugin('acme', declare)] })
const call = callTo(running.url)
const viewer = await tokenOf('usr_viewer')
const ask = (path: string): Promise<Answer> =>
  call(`/api/v1/metrics${path}`, { as: viewer, headers: { 'x-workspace-id': workspace.id } })

t.teardown(() => running.service.close())

/** The error line of the request. */
const lineOf = ({ headers }: Answer) =>
  running.lines.find(
    ({ level, fields }) => level === 'error' && fields['request_id'] === headers.get('x-request-id'),
  )

t.test('a route that throws or lies is named and answers a 500', async (t) => {
  for (const name of ['throws', 'rejects', 'throws-nothing', 'circle', 'bigint', 'status', 'header']) {
    const answer = await call(`/acme/${name}`)
    t.match(answer, { status: 500, body: { error: 'INTERNAL' } }, name)
    t.notMatch(answer.text, /oops|circular/, name)
    t.match(lineOf(answer)?.fields, { plugin: 'acme', route: `/acme/${name}` }, name)
  }
  await t.rejects(call('/acme/chunk'), 'a stream that fails is no whole answer')
  t.match(running.lines.find(({ message }) => message === 'a streamed response failed midway')?.fields, {
    plugin: 'acme',
    route: '/acme/chunk',
    err: oops,
  })
  t.equal((await call('/healthz')).status, 200)
})

t.test('a route that hangs holds up its own request alone', async (t) => {
  const client = new AbortController()
  const inside = once(entered, 'hangs')
  const hanging = t.rejects(call('/acme/hangs', { signal: client.signal }))
  await inside
  t.equal((await ask('/mood')).status, 200)
  client.abort()
  await hanging

  const lines: object[] = []
  let release: (value: string) => void = () => undefined
  const work = new Promise<string>((resolve) => (release = resolve))
  const warn = (fields: object, message: string): void => {
    lines.push({ ...fields, message })
    release('done')
  }
  // The interval does not keep the process alive by itself.
  const alive = setInterval(() => undefined, 1_000)
  t.equal(await namedWhileSlow({ warn }, { plugin: 'acme', route: '/acme/hangs' }, work, 1), 'done')
  clearInterval(alive)
  t.match(lines[0], { plugin: 'acme', route: '/acme/hangs', message: /of plugin acme has not returned/ })
})

t.test('a metric that throws or lies is named, whichever route asks it', async (t) => {
  const faults = {
    'plan throws': 'plugin acme: metric mood: oops',
    'plan lies': 'plugin acme: metric mood: its plan must have a column bucket, because its answer is series',
    'plan of nothing': 'plugin acme: metric mood: plan must return a relation',
  }
  for (const [mood, message] of Object.entries(faults))
    for (const path of [`/mood?mood=${mood}`, `/query?metric=mood&mood=${mood}`]) {
      const answer = await ask(path)
      t.match(answer, { status: 500, body: { error: 'INTERNAL' } }, path)
      t.match(lineOf(answer)?.fields['err'], { message }, path)
    }
  for (const path of ['/query?metric=mood:throws', '/mood/people?mood=people throws']) {
    const answer = await ask(path)
    t.match(lineOf(answer)?.fields['err'], { message: 'plugin acme: metric mood: oops' }, path)
  }
  t.match(await ask('/mood?mood=plan refuses'), { status: 422, body: { message: 'mood is refused' } })
  t.equal((await ask('/mood')).status, 200, 'another question to the same metric')
})

t.test('an operator that throws, lies or never ends is named', async (t) => {
  const words = {
    throws: 'plugin acme: operator moody: oops',
    nothing: 'plugin acme: operator moody: lower must return a relation',
    text: 'plugin acme: operator moody: lower must return a relation',
    endless: 'the lowering of operator moody does not terminate',
  }
  for (const [mood, message] of Object.entries(words))
    for (const path of [`/mood?mood=${mood}`, `/query?metric=mood&mood=${mood}`]) {
      const answer = await ask(path)
      t.match(answer, { status: 500, body: { error: 'INTERNAL' } }, path)
      t.match(lineOf(answer)?.fields['err'], { message }, path)
    }
  t.equal((await ask('/mood')).status, 200)
})

t.test('an operator or metric that is at fault for every question stops the start', async (t) => {
  const broken = (declared: (host: PluginHost) => void): Promise<unknown> =>
    runDemo({ plugins: [plugin('acme', declared)] })
  const metricOf = (plan: () => Relation) => (host: PluginHost) =>
    host.metric({
      key: 'mood',
      summary: 'A metric',
      unit: 'events',
      kind: 'count',
      source: 'events',
      params: Type.Object({}),
      answer: 'series',
      plan,
    })
  await t.rejects(broken(metricOf(thrown)), { message: 'plugin acme: metric mood: oops' })
  await t.rejects(broken(metricOf(() => spine('n', 1))), {
    message: /plugin acme: metric mood: its plan must/,
  })
  const operating = (host: PluginHost): void => {
    host.operator({ name: 'moody', lower: thrown })
    metricOf(() => moody(''))(host)
  }
  await t.rejects(broken(operating), { message: 'plugin acme: operator moody: oops' })
})
