import t from 'tap'
import type { DeviceSpan, EventRow, SessionSighting } from '../../../contract/index.js'
import { event, noon, openSandbox } from '../sandbox/test-workspaces.js'

const minute = 60_000
const hour = 60 * minute
/** Just before midnight, so that spans reach into two days. */
const start = noon + 11.5 * hour

const inSession = (device: string, session: string, at: number): EventRow => ({
  ...event(device, 'view', start - noon + at),
  session_id: session,
})
const textOf = ({ device_id, session_id, timestamp }: SessionSighting): string =>
  `${device_id} ${session_id} ${(timestamp - start) / minute}`

/** Spans of devices without events: so many of them take the statement for many spans. */
const unknown = (count: number): readonly DeviceSpan[] =>
  Array.from({ length: count }, (_, n) => ({ device_id: `unknown-${n}`, from: start, to: start + minute }))

t.test('few spans and many spans find the same sessions', async (t) => {
  const fixture = openSandbox(t)
  const events = [
    inSession('a', 'a1', 0),
    inSession('a', 'a2', 29 * minute),
    inSession('a', 'a3', 31 * minute),
    inSession('a', 'a4', 3 * hour),
    inSession('b', 'b1', 29 * minute),
    inSession('c', 'c1', 0),
    { ...inSession('a', 'none', 30 * minute), session_id: null },
  ]
  const workspace = await fixture.workspace({ events })
  const spans = [
    { device_id: 'a', from: start, to: start + hour },
    { device_id: 'a', from: start + 3 * hour, to: start + 3 * hour },
    { device_id: 'b', from: start + 29 * minute + 1, to: start + hour },
  ]
  const found = async (asked: readonly DeviceSpan[]): Promise<readonly string[]> => {
    const recalled = await fixture.store.recall?.(workspace, { sessions: asked, contexts: [] })
    return [...new Set((recalled?.sessions ?? []).map(textOf))].sort()
  }
  const expected = ['a a1 0', 'a a2 29', 'a a3 31', 'a a4 180']
  t.strictSame(await found(spans), expected, 'both ends of a span belong to it, and midnight is none')
  t.strictSame(await found([...spans, ...unknown(400)]), expected, 'many spans find the same')
})

t.test('a device with thousands of events is grouped by the engine', async (t) => {
  const fixture = openSandbox(t)
  const events = Array.from({ length: 5_001 }, (_, n) => inSession('a', 'a1', n))
  const workspace = await fixture.workspace({ events })
  const span = { device_id: 'a', from: start, to: start + hour }
  const recalled = await fixture.store.recall?.(workspace, { sessions: [span], contexts: [] })
  t.strictSame(
    recalled?.sessions.map(({ timestamp }) => timestamp - start),
    [0, 5_000],
    'the first and the last of ten minutes',
  )
})
