import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import type { Admission } from '../contract/index.js'
import { createBodyBudget, smallBody } from './body-budget.js'
import { evictable, type Standing } from './eviction.js'
import { createFairGate } from './fair-gate.js'
import { createKeyLookups } from './key-lookups.js'
import { readBytes, type Pace } from './read-bytes.js'

const limits = { bodyMemory: 1_000_000, bodyMemoryPerCaller: 250_000 }

t.test('the budget of bodies', (t) => {
  let held = 0
  const open = createBodyBudget(limits, (bytes) => (held = bytes))
  const refusal = (work: () => void): string | null => {
    try {
      work()
      return null
    } catch (error) {
      return `${(error as { reason?: string }).reason ?? ''}: ${(error as Error).message}`
    }
  }
  const a = open({ id: 'a', address: '192.0.2.1' })
  a.take(700_000)
  t.equal(held, 700_000, 'a body that is alone may be of any size')
  const more = open({ id: 'a', address: '192.0.2.2' })
  t.equal(
    refusal(() => more.take(smallBody)),
    null,
    'the first bytes of each are free',
  )
  t.match(
    refusal(() => more.take(1)),
    /^body_memory_per_caller: this key or user .*\(BODY_MEMORY_PER_CALLER\)$/,
  )
  const neighbour = open({ id: 'b', address: '::ffff:192.0.2.1' })
  t.match(
    refusal(() => neighbour.take(100_000)),
    /this address .*\(BODY_MEMORY_PER_CALLER\)$/,
  )
  const c = open({ id: 'c', address: '192.0.2.3' })
  c.take(200_000)
  const d = open({ id: 'd', address: '192.0.2.4' })
  t.match(
    refusal(() => d.take(200_000)),
    /^body_memory: too many request bodies are in flight \(BODY_MEMORY\)$/,
  )
  a.close()
  a.close()
  t.equal(
    refusal(() => d.take(200_000)),
    null,
  )
  more.close()
  c.close()
  d.close()
  neighbour.close()
  t.equal(held, 0)

  const keyless = (n: number) => open({ id: null, address: `192.0.2.${n}` })
  const first = keyless(1)
  first.take(450_000)
  t.match(
    refusal(() => keyless(1).take(80_000)),
    /this address .* without a key in a header .*\(BODY_MEMORY_PER_CALLER\)$/,
  )
  t.match(
    refusal(() => keyless(2).take(100_000)),
    /without a key in a header .*\(BODY_MEMORY\)$/,
  )
  first.moveTo('a')
  const second = keyless(2)
  t.equal(
    refusal(() => second.take(100_000)),
    null,
    'one whose key was accepted is no longer among them',
  )
  t.match(
    refusal(() => second.moveTo('a')),
    /this key or user/,
  )
  second.close()
  first.close()
  t.equal(
    refusal(() => open({ id: 'b', address: '192.0.2.1' }).take(2_000_000)),
    null,
    'nothing is left',
  )
  t.end()
})

t.test('inflations take turns by caller', async (t) => {
  const gate = createFairGate({ width: 4, each: 2 })
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const run = (caller: string, n: number): Promise<void> =>
    gate(
      caller,
      () =>
        new Promise((resolve, reject) => {
          started.push(`${caller}${n}`)
          ends.set(`${caller}${n}`, (error) => (error ? reject(error) : resolve()))
        }),
    )
  const end = async (name: string, error?: Error): Promise<void> => {
    ends.get(name)?.(error)
    await pause(0)
  }
  const runs = [1, 2, 3, 4, 5].map((n) => run('a', n))
  t.strictSame(started, ['a1', 'a2'], 'one caller leaves half of them to others')
  runs.push(run('b', 1), run('c', 1), run('c', 2), run('d', 1))
  t.strictSame(started.slice(2), ['b1', 'c1'])
  await end('b1')
  t.equal(started.at(-1), 'c2', 'whoever has all its places is passed over')
  const failed = t.rejects(runs[0]!)
  await end('a1', new Error('broken'))
  await failed
  t.equal(started.at(-1), 'a3', 'a failure gives its place back, too')
  await end('c1')
  t.equal(started.at(-1), 'd1')
  for (const name of ['a2', 'a3', 'c2', 'd1', 'a4', 'a5']) await end(name)
  t.strictSame(started.slice(-2), ['a4', 'a5'])
  await Promise.allSettled(runs)
  void run('e', 1)
  t.equal(started.at(-1), 'e1')
  await end('e1')
})

const request = (headers: Readonly<Record<string, string>> = {}) =>
  Object.assign(new PassThrough(), { headers, complete: false })
const pace: Pace = { bodyMinRate: 1_000, bodyGrace: 40, requestTimeout: 600_000 }
const read = (
  from: EventEmitter,
  changes: Partial<Pace> = {},
  limit = 1e6,
  take: (bytes: number) => void = () => undefined,
) => readBytes(from as unknown as IncomingMessage, { limit, pace: { ...pace, ...changes } }, take)

t.test('bytes are charged as they arrive', async (t) => {
  const from = request({ 'content-length': '1000000' })
  const taken: number[] = []
  const body = read(from, { bodyGrace: 600_000 }, 1e6, (bytes) => taken.push(bytes))
  await pause(1)
  t.strictSame(taken, [], 'what is announced is not charged')
  from.write('abc')
  from.end('de')
  t.equal(String(await body), 'abcde')
  t.strictSame(taken, [3, 2])
  await t.rejects(read(request({ 'content-length': '1000001' })), { code: 'PAYLOAD_TOO_LARGE' }, 'at once')
  const growing = request()
  const refused = t.rejects(read(growing, {}, 3), { code: 'PAYLOAD_TOO_LARGE' })
  growing.write('abcd')
  await refused
  const leaving = request()
  const gone = t.rejects(read(leaving), /closed before the end of the body/)
  leaving.destroy()
  await gone
})

t.test('a body must come at the least rate, all along', async (t) => {
  const fast = request()
  const late = t.rejects(read(fast), { code: 'UNAVAILABLE', retryAfter: 1, message: /BODY_MIN_RATE/ })
  fast.write(Buffer.alloc(500_000))
  await late
  t.pass('what came fast at first buys no silence')
  t.equal(fast.listenerCount('data'), 0)
  fast.write(Buffer.alloc(500_000))
  await pause(1)
  t.equal(fast.readableLength, 0, 'the rest is read and dropped')

  const steady = request()
  const writing = setInterval(() => steady.write(Buffer.alloc(1_000)), 5)
  await t.rejects(read(steady, { requestTimeout: 400 }), { code: 'UNAVAILABLE', message: /REQUEST_TIMEOUT/ })
  clearInterval(writing)

  const any = request()
  const body = read(any, { bodyMinRate: 0, bodyGrace: 1 })
  await pause(20)
  any.end('x')
  t.equal(String(await body), 'x', 'no rate is asked for')
})

t.test('which connection ends for another', (t) => {
  const standing = (state: Standing['state'], proven: boolean, seen: number, neighbours = 1): Standing => ({
    state,
    proven,
    seen,
    neighbours,
  })
  /** In eviction order; those after the null are never evicted. */
  const order: readonly Standing[] = [
    standing('rejected', false, 9),
    standing('idle', false, 8, 500),
    standing('idle', false, 9, 500),
    standing('idle', false, 1),
    standing('arriving', false, 1),
    standing('rejected', true, 1),
    standing('idle', true, 1),
    standing('idle', true, 2),
    standing('busy', false, 1),
  ]
  const never = [standing('arriving', true, 1), standing('busy', true, 1)]
  const left = [...order, ...never].reverse()
  const ended: Standing[] = []
  for (let next = evictable(left, (one) => one); next !== null; next = evictable(left, (one) => one)) {
    left.splice(left.indexOf(next), 1)
    ended.push(next)
  }
  t.strictSame(ended, order)
  t.equal(left.length, never.length)
  t.end()
})

t.test('guessed keys leave the records to known ones', async (t) => {
  const lookups = createKeyLookups(2)
  const asked: string[] = []
  const answers = new Map<string, (found: Admission | null) => void>()
  const look = (secret: string, address: string): Promise<Admission | null> =>
    lookups({ secret, address }, () => {
      asked.push(secret)
      return new Promise((resolve) => answers.set(secret, resolve))
    })
  const answer = async (secret: string, found: Admission | null = null): Promise<void> => {
    answers.get(secret)?.(found)
    await pause(0)
  }
  const admission = { workspace: null } as Admission
  const first = look('known', '192.0.2.1')
  await answer('known', admission)
  t.equal(await first, admission)

  const guesses = Array.from({ length: 101 }, (_, n) => look(`guess ${n}`, '192.0.2.1'))
  await t.rejects(look('guess 101', '192.0.2.1'), { code: 'UNAVAILABLE', message: /KEY_LOOKUPS/ })
  t.strictSame(asked.slice(1), ['guess 0'], 'one address leaves a place to others')
  void look('elsewhere', '192.0.2.2')
  void look('known', '192.0.2.1')
  t.strictSame(asked.slice(2), ['elsewhere', 'known'], 'a key that was valid does not wait')
  await answer('known')
  void look('known', '192.0.2.1').catch(() => undefined)
  await pause(0)
  t.equal(asked.length, 4, 'one that has ended waits like any other')
  await answer('guess 0')
  t.equal(await guesses[0], null)
  t.equal(asked.at(-1), 'guess 1')
})
