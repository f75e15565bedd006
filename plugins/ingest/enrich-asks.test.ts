import t from 'tap'
import type { Batch, ContextRow, EventRow, RecallRequest } from '../../core/contract/index.js'
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
  t.equal(asked.length, 0, 'none was ever told')
  await send({ contexts: [{ ...context, device_id: 'other' }], events: [event] })
  t.equal(asked.length, 1)
  stored.push({ ...context, device_id: 'of another process' })
  await send({ events: [{ ...event, device_id: 'of another process' }] })
  t.equal(asked.length, 2)
  t.strictSame(systems, [undefined, undefined, undefined, 'iOS'])
})
