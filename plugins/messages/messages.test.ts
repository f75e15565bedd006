import Type from 'typebox'
import t from 'tap'
import {
  ChannelError,
  definePlugin,
  messages,
  serviceRef,
  type ChannelDefinition,
  type Message,
  type SentMessage,
  type ServiceDependencies,
} from '../../contract/index.js'
import { eventually } from '../../test/support/eventually.js'
import { testService } from '../../test/support/service.js'
import { sender } from './routes.js'
import { createSeal } from './sealed.js'

const parts = serviceRef<ServiceDependencies>('parts')
const settings = Type.Object({
  number: Type.String({ maxLength: 20 }),
  token: Type.String({ writeOnly: true, default: 'none' }),
})
type Channel = ChannelDefinition<typeof settings>

const message = (workspaceId: string, change: Partial<Message> = {}): Message => ({
  workspaceId,
  type: 'alert.firing',
  severity: 'critical',
  title: 'Sign-ups fell',
  text: 'Below 10',
  ...change,
})

/** A service with a plugin whose channels do what the test wants. */
async function open(
  t: Parameters<typeof testService>[0],
  channels: Readonly<Record<string, Partial<Channel>>>,
) {
  const pager = definePlugin({
    name: 'pager',
    contract: 1,
    after: [],
    register(host) {
      host.service(parts, (dependencies) => dependencies)
      for (const [name, channel] of Object.entries(channels))
        host.channel({ name, summary: 'Pages', settings, send: () => Promise.resolve(), ...channel })
    },
  })
  let dependencies: ServiceDependencies | undefined
  const spy = definePlugin({
    name: 'spy',
    contract: 1,
    after: ['pager'],
    register: (host) => {
      host.service(serviceRef('spy'), (given) => {
        dependencies = given.use(parts)
        return {}
      })
    },
  })
  const service = await testService(t, { plugins: [pager, spy] })
  const { id: workspace } = await service.workspace()
  if (dependencies === undefined) throw new Error('no dependencies')
  const { use, records, tokenKey } = dependencies
  const list = () =>
    records.query<{
      readonly id: string
      readonly outcome: string | null
      readonly error: string | null
      readonly attempts: number
    }>('SELECT id, channel, outcome, error, attempts, next_at FROM channel_messages')
  const ended = (id: string, attempts = 1) =>
    eventually(`attempt ${attempts} of ${id}`, async () => {
      const [row] = (await list()).filter((one) => one.id === id)
      return row?.attempts === attempts && (row.outcome !== null || row.error !== null)
    }).then(async () => (await list()).find((one) => one.id === id))
  const send = (channel: string, change: Partial<Message> = {}) =>
    use(messages).send(channel, { number: '+1' }, message(workspace, change))
  return { service, workspace, use, records, tokenKey, ended, send }
}

t.test('a message is sent once, and its outcome is recorded', async (t) => {
  const sent: (readonly [SentMessage, object])[] = []
  const { send, ended, use, workspace, service, records, tokenKey } = await open(t, {
    pager: {
      send(one, given) {
        sent.push([one, given])
        return Promise.resolve()
      },
    },
  })
  const id = await send('pager', { link: 'https://example.com/x', data: { value: 3 } })
  t.match(await ended(id), { outcome: 'delivered', attempts: 1, error: null, channel: 'pager' })
  t.match(sent[0], [
    { id, title: 'Sign-ups fell', link: 'https://example.com/x', data: { value: 3 }, at: Number },
    { number: '+1', token: 'none' },
  ])
  const shown = await service.call('GET', '/api/v1/admin/messages', { workspace })
  t.match(shown.body.data, [
    { id, channel: 'pager', severity: 'critical', outcome: 'delivered', attempts: 1 },
  ])
  t.notMatch(JSON.stringify(shown.body), '+1')
  await send('pager', { id: 'alert-7' })
  await send('pager', { id: 'alert-7' })
  await ended('alert-7')
  t.equal(sent.length, 2, 'an id counts once')
  const lost = records.transaction(async (transaction) => {
    await use(messages).send('pager', { number: '+1' }, message(workspace, { id: 'lost' }), transaction)
    throw new Error('rolled back')
  })
  await t.rejects(lost)
  await records.transaction((transaction) =>
    use(messages).send('pager', { number: '+1' }, message(workspace, { id: 'kept' }), transaction),
  )
  await ended('kept')
  t.equal(sent.length, 3)

  const kept = await records.query<{ settings: string | null }>('SELECT settings FROM channel_messages')
  t.ok(
    kept.every(({ settings: sealed }) => sealed === null),
    'settings go with the outcome',
  )
  const seal = createSeal(tokenKey)
  t.notMatch(seal.seal({ token: 'hidden' }), 'hidden')
  t.same(seal.open(seal.seal({ token: 'hidden' })), { token: 'hidden' })
  t.throws(() => createSeal(Buffer.alloc(32)).open(seal.seal({})))

  const { body } = await service.call('GET', '/api/v1/channels', { workspace })
  t.match(body.data, [
    { name: 'log' },
    { name: 'webhook', settings: { properties: { secret: { writeOnly: true } } } },
    { name: 'pager', summary: 'Pages', settings: { type: 'object', required: ['number', 'token'] } },
  ])
  const wrong = (channel: string, given: unknown, change: Partial<Message> = {}) =>
    use(messages).send(channel, given, message(workspace, change))
  await t.rejects(wrong('fax', {}), { code: 'VALIDATION_ERROR', message: /channel must be one of/ })
  await t.rejects(wrong('pager', {}), { code: 'VALIDATION_ERROR', message: /number/ })
  await t.rejects(wrong('pager', { number: '+1', fax: 1 }), { code: 'VALIDATION_ERROR', message: /fax/ })
  const local = { url: 'http://127.0.0.1/', secret: 'long enough to sign' }
  await t.rejects(wrong('webhook', local), { code: 'VALIDATION_ERROR', message: /url must have a public/ })
  const number = { number: '+1' }
  await t.rejects(wrong('pager', number, { title: 'x'.repeat(201) }), {
    message: /title must have at most 200/,
  })
  await t.rejects(wrong('pager', number, { title: 'a\nb' }), { message: /title must be one line/ })
  await t.rejects(wrong('pager', number, { link: 'javascript:1' }), { message: /link must be an http/ })
  await t.rejects(wrong('pager', number, { severity: 'loud' as never }), {
    message: /severity must be one of/,
  })
  await t.rejects(wrong('pager', number, { type: 'Alert firing' }), { message: /type must be like/ })
  await t.rejects(wrong('pager', number, { data: { x: 'x'.repeat(70_000) } }), { message: /at most 64 KB/ })
})

t.test('a channel that throws, hangs or gives up', async (t) => {
  let ready = false
  const signals: AbortSignal[] = []
  const { send, ended, use, service } = await open(t, {
    flaky: { send: () => (ready ? Promise.resolve() : Promise.reject(new ChannelError('busy'))) },
    broken: {
      send() {
        throw new Error('a secret of the plugin')
      },
    },
    gone: { send: () => Promise.reject(new ChannelError('no such number', { permanent: true })) },
    hanging: {
      timeout: 0.05,
      send(_message, _settings, { signal }) {
        signals.push(signal)
        return new Promise(() => undefined)
      },
    },
    lying: { send: () => 'sent' as never },
    sound: {},
  })
  const now = Date.now()
  service.setClock(now)
  for (let n = 0; n < 6; n++) await send('hanging')
  const flaky = await send('flaky')
  t.match(await ended(flaky), { outcome: null, error: 'busy' })
  const broken = await send('broken')
  t.match(await ended(broken), { outcome: null, error: 'the channel broken failed' })
  t.match(await ended(await send('gone')), { outcome: 'failed', error: 'no such number', next_at: null })
  t.match(await ended(await send('lying')), { outcome: 'delivered' })
  t.match(await ended(await send('sound')), { outcome: 'delivered' }, 'beside a channel that hangs')
  t.ok(signals.length > 0)
  t.ok(signals.length < 8, 'it does not take every place')
  await eventually('an abort', () => Promise.resolve(signals.every((signal) => signal.aborted)))
  ready = true
  service.setClock(now + 5_000)
  await use(sender).deliver()
  t.match(await ended(flaky, 2), { outcome: 'delivered', attempts: 2, error: null })
  service.setClock(now + 25 * 3_600_000)
  await use(sender).deliver()
  t.match(await ended(broken, 3), { outcome: 'failed', next_at: null }, 'a day is over')
  service.setClock(null)
})
