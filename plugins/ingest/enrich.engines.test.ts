import t, { type Test } from 'tap'
import { everyStore } from '../../test/support/every-store.js'
import { processesOver, type Processes } from './test-processes.js'
import { newSession } from './sessions.js'

const minute = 60_000
const start = Date.UTC(2024, 4, 10, 23, 10)
/** Now: more than a month after the events. */
const clock = start + 40 * 24 * 60 * minute
const time = (minutes: number): string => new Date(start + minutes * minute).toISOString()
const event = (minutes: number, more: object = {}): object => ({
  event: 'e',
  device_id: 'd',
  timestamp: time(minutes),
  ...more,
})
const ours = (minutes: number, device = 'd'): string => newSession(device, start + minutes * minute)

async function inOrder(t: Test, { send, rows, total, restart }: Processes): Promise<void> {
  await send(0, [event(0)])
  await send(1, [event(20)])
  await send(0, [event(45), event(45, { device_id: 'other' })])
  await send(2, [event(75)])
  await send(1, [event(106), event(110)])
  await restart(1)
  await send(1, [event(140)])
  await send(0, [event(171)])
  const expected = [0, 0, 0, 'other', 0, 106, 106, 106, 171]
  t.strictSame(
    (await rows('session_id')).flat().sort(),
    expected.map((one) => (typeof one === 'string' ? ours(45, one) : ours(one))).sort(),
  )
  t.equal(await total('sessions'), 4)
  t.equal(await total('sessions/unique'), 4)
}

async function late(t: Test, { send, rows }: Processes): Promise<void> {
  const sessions = async (): Promise<unknown[]> => (await rows('session_id')).flat()
  await send(0, [event(60), event(40), event(50)])
  t.strictSame(await sessions(), Array(3).fill(ours(40)), 'a batch is ordered first')
  await send(1, [event(15)])
  await send(1, [event(90)])
  await send(2, [event(55)])
  await send(0, [event(-16)])
  t.strictSame(await sessions(), [ours(-16), ...Array<string>(6).fill(ours(40))])
  await send(0, [event(0)])
  t.equal((await sessions())[1], ours(-16), 'between two sessions: the one before it')
}

async function explicit(t: Test, { send, rows }: Processes): Promise<void> {
  const sessions = async (): Promise<unknown[]> => (await rows('session_id')).flat()
  await send(0, [event(0, { session_id: 'x' }), event(100, { device_id: 'b' })])
  await send(1, [event(30)])
  await send(0, [event(61), event(70, { session_id: 'y' }), event(80), event(-10)])
  t.strictSame(await sessions(), ['x', 'x', 'x', 'y', 'y', 'y', ours(100, 'b')])
  await send(1, [event(131)])
  t.equal((await sessions()).at(-1), ours(131))
}

async function imports(t: Test, { send, total, rows }: Processes): Promise<void> {
  const day = 24 * 60
  const lines = Array.from({ length: 3_000 }, (_, index) =>
    event(-Math.floor(index / 3) * day - (index % 3) * 20, {
      device_id: `d${index % 7}`,
      message_id: `m${index}`,
    }),
  )
  await send(0, lines)
  const before = await rows('device_id', 'timestamp', 'session_id')
  const sessions = await total('sessions/unique')
  await send(1, lines)
  await send(1, lines.toReversed())
  t.strictSame(await rows('device_id', 'timestamp', 'session_id'), before, 'again, and nothing changes')
  t.equal(await total('sessions/unique'), sessions)
  // The same without message ids gives new rows in the same sessions.
  await send(
    2,
    lines.map((line) => ({ ...line, message_id: '' })),
  )
  t.equal(await total('events'), 6_000)
  t.equal(await total('sessions/unique'), sessions)
}

async function sticky(t: Test, { send, rows, restart, setClock, elsewhere }: Processes): Promise<void> {
  const contextLine = {
    type: 'context',
    device_id: 'd',
    session_id: 's',
    timestamp: time(0),
    os: 'iOS',
    country: 'DE',
  }
  await send(0, [contextLine])
  await send(0, [event(1, { session_id: 's' })])
  await send(1, [event(2, { session_id: 's', country: 'FR' })])
  await restart(1)
  await send(1, [event(3, { session_id: 's' }), event(4, { session_id: 'other' }), event(5)])
  await send(2, [event(6, { session_id: 's', device_id: 'e' })])
  t.strictSame(await rows('session_id', 'os', 'country'), [
    ['s', 'iOS', 'DE'],
    ['s', 'iOS', 'FR'],
    ['s', 'iOS', 'DE'],
    ['other', null, null],
    ['other', null, null],
    ['s', null, null],
  ])
  const second = await elsewhere()
  await second.send(0, [{ ...contextLine, session_id: undefined, utm_source: 'mail' }])
  await second.send(1, [event(1), event(2, { session_id: 'x' })])
  await second.send(0, [
    { ...contextLine, session_id: 'x', timestamp: time(3), os: 'Android', utm_source: '' },
  ])
  await second.send(2, [event(4, { session_id: 'x' }), event(5, { device_id: 'e' })])
  await second.send(0, [{ ...contextLine, session_id: '', timestamp: time(6), os: 'Linux' }])
  await second.send(0, [event(7), event(-31), event(30 * 24 * 60 + 7)])
  t.strictSame(await second.rows('os', 'country', 'utm_source'), [
    [null, null, null],
    ['iOS', 'DE', 'mail'],
    ['iOS', 'DE', 'mail'],
    ['Android', 'DE', 'mail'],
    [null, null, null],
    ['Android', 'DE', null],
    [null, null, null],
  ])
  await second.send(1, [event(8, { device_id: 'z' })])
  await second.send(0, [{ ...contextLine, device_id: 'z', session_id: '', timestamp: time(8) }])
  setClock(clock + minute)
  await second.send(1, [event(9, { device_id: 'z' })])
  const last = (await second.rows('device_id', 'os')).filter(([device]) => device === 'z')
  t.strictSame(
    last,
    [
      ['z', null],
      ['z', 'iOS'],
    ],
    'another process knows within a minute',
  )
}

const topics = { inOrder, late, explicit, imports, sticky }

for (const store of everyStore)
  await t.test(store.name, async (t) => {
    const processes = await processesOver(t, store)
    processes.setClock(clock)
    for (const [name, topic] of Object.entries(topics))
      await t.test(name, async (t) => topic(t, await processes.elsewhere()))
  })
