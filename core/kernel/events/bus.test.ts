import t from 'tap'
import {
  defineEvent,
  type EventContext,
  type EventHandler,
  type HandlerOptions,
  type Records,
} from '../../../contract/index.js'
import { loadPlugins } from '../load-plugins.js'
import { plugin } from '../../../test/support/make-plugin.js'
import { createEventBus, type EventParts } from './bus.js'
import { afterCommit, hookedRecords } from './commit-hooks.js'
import type { Timers } from './timers.js'

interface Posted {
  readonly id: number
  readonly tags?: readonly string[]
}
const posted = defineEvent<Posted>('comments.posted')

interface Line {
  readonly level: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly message: string
}

type Listener = readonly [name: string, handle: EventHandler<Posted>, options?: HandlerOptions]

/** A bus whose time stands still until the test moves it. */
function openBus(listeners: readonly Listener[], bounds?: { deliveries: number; bytes: number }) {
  const { handlers } = loadPlugins(
    listeners.map(([name, handle, options]) => plugin(name, (host) => host.on(posted, handle, options))),
  )
  const lines: Line[] = []
  const level = (name: string) => (fields: object, message: string) =>
    void lines.push({ level: name, fields: fields as Line['fields'], message })
  const log = { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') }
  let now = 0
  let timed: { at: number; call: () => void }[] = []
  const timers: Timers = {
    soon: (call) => void setImmediate(call),
    after(milliseconds, call) {
      const timer = { at: now + milliseconds, call }
      timed.push(timer)
      return () => void (timed = timed.filter((one) => one !== timer))
    },
  }
  const bus = createEventBus({ handlers, log, clock: () => now, timers, ...(bounds && { bounds }) })
  bus.open({ setting: () => 'read' } as unknown as EventParts)
  return {
    bus,
    lines,
    emit: bus.emitterOf('comments'),
    advance(milliseconds: number) {
      now += milliseconds
      for (const timer of timed.filter(({ at }) => at <= now)) {
        timed = timed.filter((one) => one !== timer)
        timer.call()
      }
    },
    outcomes: (name: string) => bus.tallies().find(({ plugin: one }) => one === name)?.outcomes,
  }
}

/** Waits for as many rounds of the event loop as any test has deliveries. */
async function rounds(count = 50): Promise<void> {
  for (let round = 0; round < count; round++) await new Promise((resolve) => setImmediate(resolve))
}

t.test('handlers get events after the work that announced them, one at a time and in order', async (t) => {
  const seen: string[] = []
  let running = 0
  const { bus, emit, outcomes } = openBus([
    [
      'slow',
      async ({ id }, { at, setting }) => {
        t.equal(++running, 1)
        await rounds(3)
        running--
        seen.push(`slow ${id} at ${at} ${String(setting({ name: 'X' }))}`)
      },
    ],
    ['quick', ({ id }) => void seen.push(`quick ${id}`)],
  ])
  emit(posted, () => ({ id: 1 }))
  await rounds()
  t.same(seen, [], 'before every service has started')
  bus.begin()
  emit(posted, () => ({ id: 2 }))
  t.same(seen, [])
  await rounds()
  t.same(seen, ['quick 1', 'quick 2', 'slow 1 at 0 read', 'slow 2 at 0 read'])
  t.match(outcomes('slow'), { delivered: 2, failed: 0, timed_out: 0, dropped: 0 })
})

t.test('nothing is built for an event without handlers', async (t) => {
  const { bus, emit } = openBus([['listener', () => undefined]])
  bus.begin()
  const built = (() => t.fail('built for nobody')) as unknown as () => Posted
  emit(defineEvent<object>('comments.deleted'), built)
  openBus([]).emit(posted, built)
  const command = createEventBus({ handlers: [], log: console, clock: () => 0 })
  command.emitterOf('x')(posted, built)
  await rounds()
})

t.test('a handler that throws is named, counted and harms nobody', async (t) => {
  const seen: number[] = []
  const { bus, emit, lines, outcomes, advance } = openBus([
    [
      'broken',
      () => {
        throw new Error('out of paper')
      },
    ],
    ['rejecting', () => Promise.reject(new Error('no ink'))],
    ['sound', ({ id }) => void seen.push(id)],
  ])
  bus.begin()
  for (const id of [1, 2, 3]) emit(posted, () => ({ id }))
  await rounds()
  t.same(seen, [1, 2, 3])
  t.match(outcomes('broken'), { failed: 3, delivered: 0 })
  t.match(outcomes('rejecting'), { failed: 3 })
  const named = () => lines.filter(({ fields }) => fields['plugin'] === 'broken')
  t.match(named(), [
    { level: 'error', fields: { event: 'comments.posted', failures: 1, err: { message: 'out of paper' } } },
  ])
  advance(60_000)
  t.match(named()[1], { fields: { failures: 2 } }, 'the others once a minute')
  t.equal(named().length, 2)
})

t.test('a handler that hangs is aborted, named, and holds up nobody', async (t) => {
  const contexts: EventContext[] = []
  let release = (): void => undefined
  const { bus, emit, lines, advance, outcomes } = openBus(
    [
      [
        'hanging',
        (_, context) => {
          contexts.push(context)
          return new Promise((resolve) => (release = resolve))
        },
        { timeout: 5 },
      ],
      ['sound', () => undefined],
    ],
    { deliveries: 2, bytes: 1_000_000 },
  )
  bus.begin()
  emit(posted, () => ({ id: 1 }))
  await rounds()
  for (const id of [2, 3, 4, 5]) {
    emit(posted, () => ({ id }))
    await rounds()
  }
  t.match(outcomes('sound'), { delivered: 5, dropped: 0 })
  t.match(outcomes('hanging'), { delivered: 0, dropped: 2 })
  t.match(lines.at(-1), {
    level: 'error',
    fields: { plugin: 'hanging', event: 'comments.posted', events: 1 },
    message: 'events were dropped, because too many wait for the handler',
  })
  advance(4_999)
  t.equal(contexts[0]?.signal.aborted, false)
  advance(1)
  t.equal(contexts[0]?.signal.aborted, true)
  t.match(lines.at(-1), { fields: { plugin: 'hanging', event: 'comments.posted', timeout_seconds: 5 } })
  t.match(outcomes('hanging'), { timed_out: 1 })
  await rounds()
  t.equal(contexts.length, 1, 'it gets no event beside the one that hangs')
  release()
  await rounds()
  t.equal(contexts.length, 2)
  t.match(outcomes('hanging'), { timed_out: 1, delivered: 0, failed: 0 })
})

t.test('what waits is bounded by bytes too, and nothing is built for full queues', async (t) => {
  const { bus, emit, outcomes } = openBus([['listener', () => undefined]], { deliveries: 100, bytes: 1_000 })
  const big = (id: number) => () => ({ id, tags: ['x'.repeat(2_000)] })
  emit(posted, big(1))
  emit(posted, () => t.fail('built without room') as unknown as Posted)
  t.match(outcomes('listener'), { dropped: 1 })
  bus.begin()
  await rounds()
  emit(posted, big(2))
  await rounds()
  t.match(outcomes('listener'), { delivered: 2, dropped: 1 })
})

t.test('a payload that is not plain data is an error of the plugin that announces it', async (t) => {
  const { bus, emit, lines, outcomes } = openBus([['listener', () => undefined]])
  bus.begin()
  const circular: { self?: unknown } = {}
  circular.self = circular
  const lies: readonly unknown[] = [
    ...[new Map(), { id: () => 1 }, circular, null, 'text', Promise.resolve({ id: 1 })],
    { id: new URL('http://localhost') },
  ]
  for (const lie of lies) emit(posted, () => lie as Posted)
  emit(posted, () => {
    throw new Error('cannot build')
  })
  emit(undefined as never, () => ({}))
  emit({ name: 'workspace.vanished' }, () => ({}))
  await rounds()
  t.match(outcomes('listener'), { delivered: 0, failed: 0, dropped: 0 })
  t.match(lines, [{ level: 'error', fields: { plugin: 'comments', event: 'comments.posted' } }])
})

t.test('no handler can change what another one or the service has', async (t) => {
  const tags = ['a']
  const at = new Date(5)
  const seen: unknown[] = []
  const { bus, emit, outcomes } = openBus([
    [
      'vandal',
      (payload) => {
        ;(payload.tags as string[]).push('b')
      },
    ],
    ['reader', (payload) => void seen.push(payload)],
  ])
  bus.begin()
  const payload = { id: 1, tags, at, none: undefined, deep: JSON.parse('{"__proto__": {"x": 1}}') as object }
  emit(posted, () => payload)
  tags.push('c')
  await rounds()
  t.match(outcomes('vandal'), { failed: 1 })
  t.strictSame(
    JSON.stringify(seen),
    '[{"id":1,"tags":["a"],"at":"1970-01-01T00:00:00.005Z","deep":{"__proto__":{"x":1}}}]',
  )
  t.equal(Object.isFrozen(tags), false)
})

t.test('an event of a transaction is announced when it commits', async (t) => {
  const seen: number[] = []
  const { bus, emit } = openBus([['listener', ({ id }) => void seen.push(id)]])
  bus.begin()
  let committed = false
  const records = hookedRecords({
    query: () => Promise.resolve([]),
    async transaction<T>(work: (records: Records) => Promise<T>) {
      const result = await work({ query: () => Promise.resolve([]) })
      await rounds(3)
      committed = true
      return result
    },
  } as never)
  await records.transaction((transaction) => {
    emit(posted, () => ({ id: committed ? 1 : 0 }), transaction)
    return Promise.resolve()
  })
  const rolledBack = records.transaction((transaction) => {
    emit(posted, () => ({ id: 2 }), transaction)
    return Promise.reject(new Error('conflict'))
  })
  await t.rejects(rolledBack, { message: 'conflict' })
  emit(posted, () => ({ id: 3 }), records)
  await rounds()
  t.same(seen, [1, 3])
  let after = 0
  afterCommit(records, () => (after += 1))
  t.equal(after, 1)
})

t.test('what waits at the end of the service is delivered, but not for long', async (t) => {
  const seen: number[] = []
  const signals: AbortSignal[] = []
  const { bus, emit, lines, advance, outcomes } = openBus([
    ['sound', ({ id }) => void seen.push(id)],
    [
      'hanging',
      (_, { signal }) => {
        signals.push(signal)
        return new Promise(() => undefined)
      },
    ],
  ])
  bus.begin()
  for (const id of [1, 2]) emit(posted, () => ({ id }))
  let closed = false
  const closing = bus.close(1_000).then(() => (closed = true))
  emit(posted, () => ({ id: 3 }))
  await rounds()
  t.same(seen, [1, 2])
  t.notOk(closed)
  advance(1_000)
  await closing
  t.match(signals, [{ aborted: true }])
  t.match(outcomes('hanging'), { delivered: 0, dropped: 2 })
  t.match(lines.at(-1), { fields: { plugin: 'hanging', event: 'comments.posted', events: 2 } })
  emit(posted, () => t.fail('built after the end') as unknown as Posted)
  const idle = openBus([['sound', () => undefined]]).bus
  idle.begin()
  await idle.close(1_000)
})
