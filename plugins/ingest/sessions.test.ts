import fc from 'fast-check'
import t from 'tap'
import { extended, type Stretch } from './sessions-memory.js'
import { devicesIn as devicesAt, placesByDevice, settle, type DeviceEvents } from './sessions-assign.js'
import { idleMs, newSession, sessionsOf, type Moment } from './sessions.js'
import type { EventRow } from '../../contract/index.js'

const minute = 60_000
const devicesIn = (
  events: readonly EventRow[],
  remembered: () => Stretch | undefined,
): readonly DeviceEvents[] => devicesAt(events, placesByDevice(events), remembered)
const start = Date.UTC(2024, 4, 1)
const at = (minutes: number, session_id: string | null = null): Moment => ({
  timestamp: start + minutes * minute,
  session_id,
})
const ours = (minutes: number): string => newSession('d', start + minutes * minute)

t.test('which session a moment belongs to', (t) => {
  const sessions = (...moments: Moment[]): readonly string[] => sessionsOf('d', moments)
  t.same(sessions(at(0), at(30), at(60)), [ours(0), ours(0), ours(0)], 'exactly 30 minutes are not too long')
  const late = { timestamp: start + idleMs + 1, session_id: null }
  t.same(sessions(at(0), late), [ours(0), newSession('d', late.timestamp)])
  t.same(sessions(at(50), at(0), at(25)), [ours(0), ours(0), ours(0)], 'ordered first')
  t.same(sessions(at(0, 'x'), at(20), at(45, 'y'), at(50)), ['x', 'x', 'y', 'y'], 'the last before it')
  t.same(sessions(at(0), at(20), at(40, 'x')), ['x', 'x', 'x'], 'else the first after it')
  t.same(sessions(at(0), at(40, 'x')), [ours(0), 'x'])
  t.same(sessions(at(10), at(10, 'x')), ['x', 'x'], 'of one instant')
  t.same(sessions(at(0), at(31, 'x'), at(62)), [ours(0), 'x', ours(62)])
  t.same(sessions(), [])
  t.not(newSession('d', start), newSession('e', start))
  t.not(newSession('d1', 0), newSession('d', idleMs), 'ids are not run together')
  t.match(ours(0), /^auto_[\w-]{22}$/)
  t.end()
})

t.test('what is remembered', (t) => {
  const after = (...moments: Moment[]): Stretch | undefined =>
    moments.reduce<Stretch | undefined>(extended, undefined)
  const stretch = (from: number, to: number, session: string): Stretch => ({
    from: start + from * minute,
    to: start + to * minute,
    session,
  })
  t.same(after(at(0, 'a'), at(30, 'a')), stretch(0, 30, 'a'))
  t.same(after(at(0, 'a'), at(31, 'a')), stretch(31, 31, 'a'), 'between them is nothing known')
  t.same(after(at(0, 'a'), at(5, 'b')), stretch(5, 5, 'b'))
  t.same(after(at(0, 'a'), at(20, 'a'), at(10, 'b')), stretch(20, 20, 'a'))
  t.same(after(at(20, 'a'), at(10, 'b')), stretch(20, 20, 'a'))
  t.end()
})

/** The definition itself: moments at most 30 minutes apart are connected. */
function byDefinition(moments: readonly number[]): readonly number[] {
  const sorted = [...new Set(moments)].sort((a, b) => a - b)
  const begins = new Map<number, number>()
  sorted.forEach((one, index) => {
    const before = sorted[index - 1]
    begins.set(one, before !== undefined && one - before <= idleMs ? (begins.get(before) ?? one) : one)
  })
  return moments.map((one) => begins.get(one) ?? one)
}

const event = (timestamp: number): EventRow => ({
  timestamp,
  event_name: 'e',
  device_id: 'd',
  session_id: null,
  user_id: null,
  message_id: null,
  seq: 0,
  context: {},
  properties: {},
})

t.test('in whatever batches, by whatever processes events in order come, sessions are the same', (t) => {
  const gaps = fc.array(
    fc.record({ gap: fc.integer({ min: 0, max: 45 }), process: fc.nat(2), cut: fc.boolean() }),
    { minLength: 1, maxLength: 40 },
  )
  fc.assert(
    fc.property(gaps, (steps) => {
      let time = start
      const memories: (Stretch | undefined)[] = [undefined, undefined, undefined]
      const stored: { device_id: string; session_id: string; timestamp: number }[] = []
      let batch: EventRow[] = []
      const store = (process: number): void => {
        for (const device of devicesIn(batch, () => memories[process])) {
          const inSpan = stored.filter(({ timestamp }) =>
            device.spans.some(({ from, to }) => from <= timestamp && timestamp <= to),
          )
          const settled = settle(device, inSpan)
          memories[process] = settled.stretch
          device.places.forEach((place, index) => {
            const session_id = settled.sessions[index] ?? ''
            stored.push({ device_id: 'd', session_id, timestamp: batch[place]?.timestamp ?? 0 })
          })
        }
        batch = []
      }
      for (const { gap, process, cut } of steps) {
        time += gap * minute
        batch.unshift(event(time))
        if (cut) store(process)
      }
      store(0)
      const begins = byDefinition(stored.map(({ timestamp }) => timestamp))
      return stored.every(({ session_id }, index) => session_id === newSession('d', begins[index] ?? 0))
    }),
    { numRuns: 500 },
  )
  t.end()
})

t.test('the store is asked only where nothing at hand settles it, and only around the events', (t) => {
  const spans = (stretch: Stretch | undefined, ...minutes: number[]): [number, number][] =>
    devicesIn(
      minutes.map((one) => event(start + one * minute)),
      () => stretch,
    ).flatMap((device) =>
      device.spans.map(({ from, to }): [number, number] => [(from - start) / minute, (to - start) / minute]),
    )
  const known = { session: 's', from: start, to: start + 10 * minute }
  t.same(spans(undefined, 100), [[70, 130]])
  t.same(spans(known, 5, 20, 45, 70), [], 'a live stream needs no look-up')
  t.same(spans(known, 41), [[11, 71]])
  t.same(spans(known, -1), [[-31, 29]])
  t.same(
    spans(undefined, 0, 60, 130),
    [
      [-30, 90],
      [100, 160],
    ],
    'those that touch are one',
  )
  const year = Array.from({ length: 1_000 }, (_, index) => index * 24 * 60)
  t.equal(spans(undefined, ...year).length, 1_000)
  t.ok(spans(undefined, ...year).every(([from, to]) => to - from === 60))
  t.end()
})
