import t from 'tap'
import type { Batch, ContextRow, EventRow, RecallRequest } from '../../contract/index.js'
import { enriching } from './enrich.js'

const workspace = { id: 'ws_1', number: 1 }
const event: EventRow = {
  timestamp: 1_000_000_000_000,
  event_name: 'e',
  device_id: 'd',
  session_id: 's',
  user_id: null,
  message_id: null,
  seq: 2,
  context: {},
  properties: {},
}
const context: ContextRow = {
  timestamp: event.timestamp,
  device_id: 'd',
  session_id: null,
  message_id: null,
  seq: 1,
  context: { os: 'iOS' },
  properties: {},
}
const batch = (more: Partial<Batch>): Batch => ({
  ...{ events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] },
  ...more,
})

t.test('the store is asked for contexts where it has any, or one comes in', async (t) => {
  const stored: ContextRow[] = []
  const asked: RecallRequest[] = []
  const systems: (string | undefined)[] = []
  const append = enriching({
    clock: () => event.timestamp,
    analytics: {
      append: async (_workspace, { contexts, events }) => {
        await Promise.resolve()
        stored.push(...contexts)
        systems.push(...events.map((one) => one.context.os))
      },
      recall: async (_workspace, request) => {
        await Promise.resolve()
        asked.push(request)
        const spans = new Set(request.contexts.map(({ device_id }) => device_id))
        return { sessions: [], contexts: stored.filter(({ device_id }) => spans.has(device_id)) }
      },
      hasContexts: () => Promise.resolve(stored.length > 0),
    },
  })
  const send = (more: Partial<Batch>) => append(workspace, batch(more))
  await send({ events: [event] })
  await send({ events: [event] })
  t.equal(asked.length, 0, 'the workspace has no context')
  await send({ contexts: [{ ...context, device_id: 'other' }], events: [event] })
  t.equal(asked.length, 1)
  stored.push({ ...context, device_id: 'of another process' })
  await send({ events: [{ ...event, device_id: 'of another process' }] })
  t.equal(asked.length, 2)
  t.strictSame(systems, [undefined, undefined, undefined, 'iOS'])
})

t.test(
  'while an append is under way the next gets its sessions, and the store is asked what that may change',
  async (t) => {
    const calls: string[] = []
    const ends: (() => void)[] = []
    const begun: (() => void)[] = []
    const append = enriching({
      clock: () => event.timestamp,
      analytics: {
        append: async (_workspace, { events }) => {
          calls.push(
            `stores ${events.map(({ device_id, session_id }) => `${device_id}/${session_id}`).join(' ')}`,
          )
          await new Promise<void>((resolve) => {
            ends.push(resolve)
            begun.splice(0).forEach((tell) => tell())
          })
        },
        recall: async (_workspace, { sessions }) => {
          await Promise.resolve()
          calls.push(`asks ${sessions.map(({ device_id }) => device_id).join(' ')}`)
          const sighting = { device_id: 'd', session_id: 'named', timestamp: event.timestamp - 10_000_000 }
          return {
            sessions: sessions.flatMap(({ device_id }) => (device_id === 'd' ? [sighting] : [])),
            contexts: [],
          }
        },
        hasContexts: () => Promise.resolve(false),
      },
    })
    const nth = async (n: number): Promise<() => void> => {
      while (ends.length < n) await new Promise<void>((resolve) => begun.push(resolve))
      return ends[n - 1]!
    }
    const send = (...events: Partial<EventRow>[]) =>
      append(workspace, batch({ events: events.map((one) => ({ ...event, ...one })) }))
    const appends = [send({ session_id: 'named' }), send({ device_id: 'other', session_id: null })]
    await nth(2)
    t.strictSame(
      calls.splice(0, 2),
      ['stores d/named', 'asks other'],
      'of another device it is asked at once',
    )
    t.match(calls.splice(0), [/^stores other\/auto_/])
    appends.push(send({ device_id: 'other', session_id: null }))
    await nth(3)
    t.match(calls.splice(0), [/^stores other\/auto_/], 'what is remembered is not asked')
    appends.push(send({ session_id: null, timestamp: event.timestamp - 10_000_000 }))
    ends[1]!()
    await appends[1]
    await new Promise(setImmediate)
    t.strictSame(calls, [], 'the first has events of this device')
    ends[0]!()
    await nth(4)
    t.strictSame(calls, ['asks d', 'stores d/named'])
    ends.forEach((end) => end())
    await Promise.all(appends)
  },
)
